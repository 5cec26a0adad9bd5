import { type ExportState, isOffered } from './state.ts'

/** Days that a finished export is offered (EXPORT-4). */
export const offeredDays = 30

/** When a finished export is due to be archived; undefined if it offers no file. */
export const archiveAt = (state: ExportState): string | undefined =>
  isOffered(state) ? new Date(Date.parse(state.finishedAt) + offeredDays * 86_400_000).toISOString() : undefined
