import type { Position, Recorded } from '../../../ports/event-log.ts'
import { growingPauses } from '../../clock/growing-pauses.ts'
import { readLast } from './head.ts'
import { openReader } from './reader.ts'
import { positionOf } from './recorded.ts'
import type { Store } from './store.ts'
import { isTooSlow } from './store-errors.ts'

/**
 * Size of the buffer for subscribers near the head. Subscribers further behind read on their own until they catch up.
 */
const kept = { events: 2_000, units: 8_000_000 }

/** A contiguous section of the log. */
export type Stretch = { readonly events: readonly Recorded[]; readonly upTo: Position }

/**
 * The only live subscription of this process. It reads events at once, since the server drops a subscriber with 32
 * waiting events, and buffers the latest ones. After an error it resubscribes behind its last event, so that the buffer
 * has no gaps and no duplicates.
 */
export const liveFeed = (store: Store, prefix: string) => {
  const closing = new AbortController()
  const waiting = new Set<() => void>()
  let events: { readonly event: Recorded; readonly units: number }[] = []
  let units = 0
  /** `events` contains all our events after `from` up to `upTo`. Undefined until the store has answered once. */
  let from: Position | undefined
  let upTo: Position = 0n
  let running: Promise<void> | undefined

  const ring = () => {
    for (const wake of waiting) wake()
    waiting.clear()
  }

  const add = (news: Stretch) => {
    for (const event of news.events) {
      if (event.position <= upTo) continue
      const size = JSON.stringify(event.data).length
      events.push({ event, units: size })
      units += size
    }
    let dropped = 0
    for (const one of events) {
      if (events.length - dropped <= kept.events && units <= kept.units) break
      units -= one.units
      from = one.event.position
      dropped++
    }
    if (dropped > 0) events = events.slice(dropped)
    if (news.upTo > upTo) upTo = news.upTo
    ring()
  }

  const start = async () => {
    const [last] = await readLast(store, 1)
    upTo = last ? positionOf(last) : 0n
    from = upTo
    ring()
  }

  const follow = async (progressed: () => void) => {
    if (from === undefined) await start()
    // the log may have been closed meanwhile, and nothing would close the reader then
    closing.signal.throwIfAborted()
    const reader = openReader(store, upTo, [prefix])
    closing.signal.addEventListener('abort', reader.close)
    try {
      for (;;) {
        add(await reader.next())
        store.outage.answered()
        progressed()
      }
    } finally {
      closing.signal.removeEventListener('abort', reader.close)
      reader.close()
    }
  }

  const run = async () => {
    const pauses = growingPauses()
    while (!closing.signal.aborted) {
      let progress = false
      const progressed = () => {
        progress = true
        pauses.reset()
      }
      try {
        await follow(progressed)
      } catch (error) {
        if (closing.signal.aborted) return
        if (isTooSlow(error) && progress) continue
        if (!isTooSlow(error)) store.outage.failed(error)
        await pauses.wait(closing.signal, store.outage.over())
      }
    }
  }

  return {
    start: () => {
      running ??= run()
    },
    /** The buffered events after a position; undefined if the buffer does not reach back that far. */
    after: (position: Position, limit: number): Stretch | undefined => {
      if (from === undefined || position < from) return undefined
      let first = events.length
      while (first > 0 && events[first - 1]!.event.position > position) first--
      const found = events.slice(first, first + limit).map(({ event }) => event)
      const more = first + found.length < events.length
      return { events: found, upTo: more ? found.at(-1)!.position : upTo }
    },
    /** The feed's position; undefined until the store has answered. */
    upTo: () => (from === undefined ? undefined : upTo),
    /** Resolves when the feed has advanced, or on `ring`. */
    news: () => new Promise<void>(resolve => waiting.add(resolve)),
    ring,
    close: async () => {
      closing.abort()
      ring()
      await running
    },
  }
}
export type LiveFeed = ReturnType<typeof liveFeed>
