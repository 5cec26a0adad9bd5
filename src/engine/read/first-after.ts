import type { EventLog, Position, Recorded } from '../../ports/event-log.ts'

/** The first event of the log after a position, if it has one: what lies before `head` may be events of others in the same store. */
export const firstAfter = async (log: Pick<EventLog, 'readAll'>, position: Position): Promise<Recorded | undefined> => {
  for await (const event of log.readAll({ after: position, limit: 1 })) return event
  return undefined
}

/** Whether no event of the log lies after a position and up to a head. */
export const hasReached = async (
  log: Pick<EventLog, 'readAll'>,
  position: Position,
  head: Position,
): Promise<boolean> => {
  if (position >= head) return true
  const next = await firstAfter(log, position)
  return next === undefined || next.position > head
}
