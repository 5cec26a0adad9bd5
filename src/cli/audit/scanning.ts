import type { EventLog, Position } from '../../ports/event-log.ts'
import { type Progress, progressOf } from '../progress.ts'

const silent: Progress = { step: () => undefined, end: () => undefined }

/** Shows the progress of a log scan. `printing`: the scan also prints lines, so a bar on the same terminal is suppressed. */
export const scanning = async (log: EventLog, { printing = false } = {}) => {
  const bar = printing && process.stdout.isTTY ? silent : progressOf('log', Number(await log.head()))
  return {
    scanned: (position: Position): void => bar.step(Number(position), ''),
    end: () => bar.end(),
  }
}
