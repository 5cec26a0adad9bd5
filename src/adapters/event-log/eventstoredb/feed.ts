import { ofStreams } from '../../../engine/read/of-streams.ts'
import type { EventLog, Position, Recorded, Subscription } from '../../../ports/event-log.ts'
import { growingPauses } from '../../clock/growing-pauses.ts'
import { isTooSlow } from './errors.ts'
import { openReader, prefixesInStore, scan } from './scan.ts'
import type { Store } from './store.ts'

/**
 * Size of the buffer for subscribers near the head. Subscribers further behind read on their own until they catch up.
 */
const kept = { events: 2_000, units: 8_000_000 }
/** Maximum size of a batch. */
const batch = 500

/** A contiguous section of the log. */
type Stretch = { readonly events: readonly Recorded[]; readonly upTo: Position }

/**
 * The only live subscription of this process, which all subscribers of the log share. It reads events at once, since the server drops a
 * subscriber with 32 waiting events, and buffers the latest ones. After an error it resubscribes behind its last event, so that the buffer
 * has no gaps and no duplicates. `end`: the end of the store.
 */
export const openFeed = (store: Store, end: () => Promise<Position>) => {
  const closing = new AbortController()
  const prefixes = [store.names.inStore('')]
  const waiting = new Set<() => void>()
  let events: { readonly event: Recorded; readonly units: number }[] = []
  let units = 0
  /** `events` contains all our events after `from` up to `upTo`. Undefined until the store has answered once. */
  let from: Position | undefined
  let upTo: Position = 0n
  let running: Promise<void> | undefined
  let looking: Promise<void> | undefined
  /** An end of the store, and our last event before it: the feed is at the end when it has that event. */
  let level: { readonly end: Position; readonly last: Position } | undefined

  const ring = () => {
    for (const wake of waiting) wake()
    waiting.clear()
  }

  const moveTo = (position: Position) => {
    if (position > upTo) upTo = position
    if (level !== undefined && upTo >= level.last) {
      if (level.end > upTo) upTo = level.end
      level = undefined
    }
    ring()
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
    moveTo(news.upTo)
  }

  const follow = async (progressed: () => void) => {
    if (from === undefined) {
      upTo = await end()
      from = upTo
      ring()
    }
    // the log may have been closed meanwhile, and nothing would close the reader then
    closing.signal.throwIfAborted()
    const reader = openReader(store, upTo, prefixes)
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

  /** The buffered events after a position; undefined if the buffer does not reach back that far. */
  const after = (position: Position, limit: number): Stretch | undefined => {
    if (from === undefined || position < from) return undefined
    let first = events.length
    while (first > 0 && events[first - 1]!.event.position > position) first--
    const found = events.slice(first, first + limit).map(({ event }) => event)
    const more = first + found.length < events.length
    return { events: found, upTo: more ? found.at(-1)!.position : upTo }
  }

  const look = async (until: Position) => {
    let last = upTo
    const patienceMs = store.patience.callMs
    for await (const span of scan(store, { after: upTo, until, prefixes, signal: closing.signal, patienceMs }))
      last = span.events.at(-1)?.position ?? last
    if (closing.signal.aborted) return
    level = { end: until, last }
    moveTo(upTo)
  }

  return {
    /**
     * The store ends with an event of others, which the live subscription may not tell of for a while: finds out which of ours is the last
     * before it. A subscription that is opened now says when it has caught up.
     */
    reach: (position: Position): void => {
      if (running === undefined || from === undefined || position <= upTo) return
      looking ??= look(position)
        // an outage is reported, and who asks for the end next asks again
        .catch(store.outage.failed)
        .finally(() => {
          looking = undefined
        })
    },

    /** Follows the shared feed near the end of the log, and reads on its own until then. */
    subscribe: (options: Parameters<EventLog['subscribe']>[0]): Subscription => {
      const stopping = new AbortController()
      const { signal } = stopping
      const isWanted = ofStreams(options)

      const handOn = async (found: readonly Recorded[]) => {
        const wanted = found.filter(event => isWanted(event.stream))
        if (wanted.length > 0 && !signal.aborted) await options.handle(wanted)
        return wanted.at(-1)?.position ?? 0n
      }
      const reached = async (position: Position, handed: Position) => {
        if (position > handed && !signal.aborted) await options.onReached?.(position)
        return position
      }

      const catchUp = async (position: Position, until: Position): Promise<Position> => {
        const wanted = prefixesInStore(store, options)
        const stretch = { after: position, until, prefixes: wanted, signal, patienceMs: Number.POSITIVE_INFINITY }
        let handed = position
        for await (const span of scan(store, stretch)) handed = (await handOn(span.events)) || handed
        return reached(until, handed)
      }

      const followed = async () => {
        let position = options.after
        while (!signal.aborted) {
          const stretch = after(position, batch)
          if (stretch !== undefined && stretch.upTo > position) {
            position = await reached(stretch.upTo, await handOn(stretch.events))
          } else if (stretch === undefined && from !== undefined && upTo > position) {
            position = await catchUp(position, upTo)
          } else {
            await new Promise<void>(resolve => waiting.add(resolve))
          }
        }
      }

      running ??= run()
      const done = Promise.resolve()
        .then(followed)
        .catch(error => {
          if (!signal.aborted) options.onError?.(error)
        })
      return {
        stop: async () => {
          stopping.abort()
          ring()
          await done
        },
      }
    },
    close: async () => {
      closing.abort()
      ring()
      await running
      await looking
    },
  }
}
