import type { EventLog, Recorded, Subscription } from '../../../ports/event-log.ts'
import type { EventRow } from '../../event-log/sqlite/event-row.ts'
import type { AsyncReads } from '../reading/reads.ts'
import type { Writer } from '../writing/writer.ts'

type Options = Parameters<EventLog['subscribe']>[0]

/** Maximum size of a delivered batch. */
const batch = { rows: 500, bytes: 2_000_000 }

/** A signal that resolves `next` on the writer's next news since `clear`, or on `ring`. */
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
    /** Discards earlier news: the read that follows includes them. */
    clear: () => {
      fresh = false
    },
    next: () => (fresh ? Promise.resolve() : new Promise<void>(resolve => (wake = resolve))),
  }
}

/** Catches up by pages of the log, then follows live: the writer signals appends of this and other processes. */
export const subscribeTo = (
  reads: AsyncReads,
  writer: Writer,
  recorded: (row: EventRow) => Recorded,
  options: Options,
): Subscription => {
  const news = newsOf(writer)
  let stopped = false
  // the head of this log is its own last event, which `handle` gets
  const { after, handle, onError, onReached: _, ...filter } = options

  const follow = async () => {
    let position = Number(after)
    while (!stopped) {
      news.clear()
      const { rows, scanned, more } = await reads.readPage(position, filter, batch)
      const events: readonly Recorded[] = rows.map(recorded)
      if (events.length > 0 && !stopped) await handle(events)
      position = scanned
      if (!more && !stopped && writer.dead() === undefined) await news.next()
      if (writer.dead() !== undefined && !stopped) throw new Error(writer.dead())
    }
  }
  const done = follow()
    .catch(error => {
      if (!stopped) onError?.(error)
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
