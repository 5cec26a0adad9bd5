import type { EventLog } from '../../ports/event-log.ts'

/** Last revision of a stream in the log, -1 if it does not exist: what proves that a cached state is the newest one. */
export const lastRevisionOf = async (
  log: Pick<EventLog, 'lastRevision' | 'streamHead'>,
  stream: string,
): Promise<number> => (log.lastRevision ? log.lastRevision(stream) : (await log.streamHead(stream)).revision)
