import type { EventLog, Position } from '../../ports/event-log.ts'
import { type Progress, progressOf } from '../progress.ts'

const silent: Progress = { step: () => undefined, end: () => undefined }

/** Shows the progress of a log scan. `printing`: the scan also prints lines, so a bar on the same terminal is suppressed. */
export const scanning = async (log: EventLog, { printing = false } = {}) => {
  const bar = printing && process.stdout.isTTY ? silent : progressOf('log', Number(await log.head()))
  let scanned = 0
  return {
    seen: ({ position }: { readonly position: Position }): void => {
      scanned++
      if (scanned % 1_000 === 0) bar.step(Number(position), `${scanned} events read`)
    },
    end: () => bar.end(),
  }
}
