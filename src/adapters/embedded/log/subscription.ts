import type { EventLog, Recorded, Subscription } from '../../../ports/event-log.ts'
import type { EventRow } from '../../event-log/sqlite/event-row.ts'
import type { AsyncReads } from '../reading/reads.ts'
import type { Writer } from '../writing/writer.ts'

type Options = Parameters<EventLog['subscribe']>[0]

/** Events handed on at a time. */
const batch = { rows: 500, bytes: 2_000_000 }

/** Resolves at the next news that come after it was made, or when it is stopped. */
const newsOf = (writer: Writer) => {
  let wake: (() => void) | undefined
  let fresh = false
  const ring = () => {
    fresh = true
    wake?.()
  }
  const off = writer.onNews(ring)
  return {
    ring,
    off,
    /** Forgets the news so far: what is read from now on includes them. */
    clear: () => {
      fresh = false
    },
    next: () => (fresh ? Promise.resolve() : new Promise<void>(resolve => (wake = resolve))),
  }
}

/** Catch-up by pages of the log, then live: the writer tells when this or another process has appended. */
export const subscribeTo = (
  reads: AsyncReads,
  writer: Writer,
  recorded: (row: EventRow) => Recorded,
  options: Options,
): Subscription => {
  const news = newsOf(writer)
  let stopped = false

  const follow = async () => {
    let position = Number(options.after)
    while (!stopped) {
      news.clear()
      const { rows, scanned, more } = await reads.readPage(position, options.prefixes, batch)
      const events: readonly Recorded[] = rows.map(recorded)
      if (events.length > 0 && !stopped) await options.handle(events)
      position = scanned
      if (!more && !stopped && writer.dead() === undefined) await news.next()
      if (writer.dead() !== undefined && !stopped) throw new Error(writer.dead())
    }
  }
  const done = follow()
    .catch(error => {
      if (!stopped) options.onError?.(error)
    })
    .finally(news.off)
  return {
    stop: async () => {
      stopped = true
      news.ring()
      await done
    },
  }
}
