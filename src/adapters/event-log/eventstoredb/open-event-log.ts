import { setMaxListeners } from 'node:events'
import { BACKWARDS, END } from '@eventstore/db-client'
import { atMost } from '../../../engine/pause.ts'
import { ofStreams } from '../../../engine/read/of-streams.ts'
import type { EventLog, Subscription } from '../../../ports/event-log.ts'
import { append, lastRevision, logIdOf } from './append.ts'
import { type OnState, outageWatch } from './errors.ts'
import { openFeed } from './feed.ts'
import { appender } from './one-appender.ts'
import { readStream, readStreamPages, streamHead } from './read-streams.ts'
import { prefixesInStore, scan } from './scan.ts'
import {
  fromLeader,
  openReads,
  type Patience,
  positionOf,
  readEvents,
  type Store,
  streamNames,
  usualPatience,
} from './store.ts'

/** Milliseconds that calls get to end when the log is closed. */
const disposeMs = 2_000

export type EventStoreDbOptions = {
  /** `esdb://…` or `esdb+discover://…`, as the client accepts it, with credentials and TLS options. */
  readonly url: string
  /** Prefix of every stream name in the store. No log's prefix may be the beginning of another's in the same store. */
  readonly streamPrefix: string
  /** Called once when the store becomes unavailable, with the reason, and once when it recovers. */
  readonly onState?: OnState
  readonly patience?: Partial<Patience>
}

/**
 * The event log in EventStoreDB (ARCH-21), version 23.10 or newer. Positions are commit positions, so those of appends, subscribers and
 * `head` are comparable; the head is the end of the whole store, which may be an event of others. While the store is unavailable, appends
 * return `unavailable` within four seconds, reads throw a `StoreAway`, and subscribers wait. Throws if the store does not answer within ten
 * seconds at startup.
 */
export const openEventStoreDb = async (options: EventStoreDbOptions): Promise<EventLog> => {
  const { url, streamPrefix, onState } = options
  const patience = { ...usualPatience, ...options.patience }
  const store: Store = {
    url,
    patience,
    names: streamNames(streamPrefix),
    outage: outageWatch(onState),
    reads: openReads(url),
  }
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  const subscriptions = new Set<Subscription>()

  /** The last event of the whole store, of any log. */
  const lastEvent = async () => {
    const last = { ...fromLeader, direction: BACKWARDS, fromPosition: END, maxCount: 1 } as const
    const [event] = await readEvents(store, client => client.readAll(last))
    return event
  }
  const feed = openFeed(store, async () => {
    const last = await lastEvent()
    return last ? positionOf(last) : 0n
  })
  const head: EventLog['head'] = async () => {
    const last = await lastEvent()
    if (last === undefined) return 0n
    const position = positionOf(last)
    if (!store.names.isOurs(last)) feed.reach(position)
    return position
  }

  const subscribe: EventLog['subscribe'] = subscriber => {
    const { stop } = feed.subscribe(subscriber)
    const subscription: Subscription = {
      stop: async () => {
        subscriptions.delete(subscription)
        await stop()
      },
    }
    subscriptions.add(subscription)
    return subscription
  }

  const end = async () => {
    closing.abort()
    await feed.close()
    await Promise.all([...subscriptions].map(subscription => subscription.stop()))
    await appender.close(url)
    // it waits for the end of every call, which one on a dead connection may never say
    await atMost(disposeMs, store.reads.close())
  }

  const { startMs } = patience
  try {
    return {
      id: await logIdOf({
        ...store,
        patience: { startMs, callMs: startMs, tryMs: Math.max(startMs / 2, patience.tryMs) },
      }),
      append: append(store),
      readStream: readStream(store),
      readStreamPages: readStreamPages(store),
      streamHead: streamHead(store),
      lastRevision: lastRevision(store),
      async *readAll({ after = 0n, limit = Number.POSITIVE_INFINITY, onScanned, ...filter } = {}) {
        if (limit <= 0) return
        const stretch = {
          after,
          until: await head(),
          prefixes: prefixesInStore(store, filter),
          signal: closing.signal,
          patienceMs: patience.callMs,
        }
        const isWanted = ofStreams(filter)
        let left = limit
        for await (const { events, upTo } of scan(store, stretch)) {
          for (const event of events) {
            if (!isWanted(event.stream)) continue
            yield event
            left -= 1
            if (left === 0) return
          }
          await onScanned?.(upTo)
        }
        if (closing.signal.aborted) throw new Error('the event log was closed while it was read')
      },
      head,
      subscribe,
      close: end,
    }
  } catch (error) {
    await end()
    throw error
  }
}
