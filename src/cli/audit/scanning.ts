import type { EventLog, Recorded } from '../../ports/event-log.ts'
import { type Progress, progressOf } from '../progress.ts'

const silent: Progress = { step: () => undefined, end: () => undefined }

/** Tells how far a scan of the log is. `printing`: it writes lines meanwhile, which a bar on the same terminal would break. */
export const scanning = async (log: EventLog, { printing = false } = {}) => {
  const bar = printing && process.stdout.isTTY ? silent : progressOf('log', Number(await log.head()))
  let scanned = 0
  return {
    seen: ({ position }: Recorded): void => {
      scanned++
      if (scanned % 1_000 === 0) bar.step(Number(position), `${scanned} events read`)
    },
    end: () => bar.end(),
  }
}
