import { FileFault, wrongLink } from '../adapters/sqlite/file-fault.ts'
import type { EventLog, Recorded } from '../ports/event-log.ts'
import { StreamBroken } from '../ports/store-away.ts'

const revisions = (from: number, to: number): string =>
  from === to ? `the log lacks revision ${from}` : `the log lacks revisions ${from} to ${to}`

/** Throws at an event that does not follow the one before it. `expected`: its revision, if that is known. */
const mustFollow = (stream: string, events: readonly Recorded[], step: 1 | -1, expected?: number): void => {
  let next = expected
  for (const { revision } of events) {
    if (next !== undefined && revision !== next) {
      const [low, high] = step === 1 ? [next, revision - 1] : [revision + 1, next]
      throw new StreamBroken(stream, high < low ? `revision ${revision} occurs twice` : revisions(low, high))
    }
    next = revision + step
  }
}

/** Finds the gap of a stream whose events are not linked any more, by reading the whole log. */
const gapOf = async (log: EventLog, stream: string): Promise<StreamBroken> => {
  const head = await log.streamHead(stream)
  let next = 0
  for await (const event of log.readAll({ prefixes: [stream] })) {
    if (event.stream !== stream) continue
    if (event.revision !== next) return new StreamBroken(stream, revisions(next, event.revision - 1))
    next = event.revision + 1
  }
  return next > head.revision
    ? new StreamBroken(stream, 'its events are not linked with each other')
    : new StreamBroken(stream, revisions(next, head.revision))
}

const isUnlinked = (error: unknown): boolean => error instanceof FileFault && error.code === wrongLink

/**
 * The log for commands that show streams: a stream that lacks events is reported with its name and revisions, instead of being shown
 * as if it were whole.
 */
export const reportingGaps = (log: EventLog): EventLog => {
  const explained = async (error: unknown, stream: string): Promise<unknown> =>
    isUnlinked(error) ? gapOf(log, stream) : error
  return {
    ...log,
    async readStream(stream, options = {}) {
      const { from, backwards = false } = options
      const events = await log.readStream(stream, options).catch(async error => {
        throw await explained(error, stream)
      })
      mustFollow(stream, events, backwards ? -1 : 1, from ?? (backwards ? undefined : 0))
      return events
    },
    async *readStreamPages(stream, { from = 0 } = {}) {
      let next = from
      try {
        for await (const page of log.readStreamPages(stream, { from })) {
          mustFollow(stream, page, 1, next)
          next += page.length
          yield page
        }
      } catch (error) {
        throw await explained(error, stream)
      }
    },
  }
}
