import type { EventLog, Position } from '../../ports/event-log.ts'
import { poll } from './poll.ts'
import { viewsMove } from './views-move.ts'

/** Milliseconds between polls. */
const pollEveryMs = 500

type Watched = {
  /** What the views of the node reflect. */
  reflected(): Position
  monotonic(): number
  onError(error: unknown): void
}

/** Watches how far a log and the views that follow it are. Rejects if the log does not say its head. */
export const watchPositions = async (log: Pick<EventLog, 'head'>, { reflected, monotonic, onError }: Watched) => {
  const headAtStart = await log.head()
  let seen = { head: headAtStart, reflected: 0n }
  const moving = viewsMove(monotonic)
  let isHeadUnread = false
  const headNow = async () => {
    try {
      const head = await log.head()
      isHeadUnread = false
      return head
    } catch (error) {
      isHeadUnread = true
      throw error
    }
  }
  const refresh = async () => {
    // what the views reflect is read after the head
    seen = { head: await headNow(), reflected: reflected() }
    moving.seen(seen.head, seen.reflected)
  }
  const stop = poll(pollEveryMs, refresh, onError)
  await refresh()
  return {
    now: () => ({
      ...seen,
      /** Whether the views have reached the head that the log had at the start. */
      hasCaughtUp: seen.reflected >= headAtStart,
      /** Why the views do not follow the log; undefined while they do. */
      stall: moving.stall(),
      /** The log did not answer: `head` is from its last answer. */
      isHeadUnread,
    }),
    /** Whether the views are so far behind that reads must leave the server to those who feed them. */
    isLate: moving.isLate,
    stop,
  }
}
