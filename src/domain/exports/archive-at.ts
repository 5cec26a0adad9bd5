import { offeredZip } from './past-files.ts'
import type { ExportState } from './state.ts'

/** Days that a finished export is offered (decision 24). */
export const offeredDays = 30

/** When a finished export is to be archived; undefined while there is nothing to archive. */
export const archiveAt = (state: ExportState): string | undefined => {
  if (offeredZip(state) === undefined || state.finishedAt === undefined) return undefined
  return new Date(Date.parse(state.finishedAt) + offeredDays * 86_400_000).toISOString()
}
