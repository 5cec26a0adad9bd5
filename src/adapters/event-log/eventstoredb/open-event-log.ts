import { setMaxListeners } from 'node:events'
import { atMost } from '../../../engine/pause.ts'
import { ofStreams } from '../../../engine/read/of-streams.ts'
import type { EventLog, Subscription } from '../../../ports/event-log.ts'
import { append } from './append.ts'
import { appendRuns } from './append-runs.ts'
import { headOf } from './head.ts'
import { lastRevision } from './last-revision.ts'
import { liveFeed } from './live-feed.ts'
import { logIdOf } from './log-id.ts'
import { type OnState, outageWatch } from './outage.ts'
import { readStream, readStreamPages, streamHead } from './read.ts'
import { scan } from './scan.ts'
import { sharedAppends } from './shared-appends.ts'
import { connect, type Patience, type Store, streamNames, usualPatience } from './store.ts'
import { prefixesInStore, subscribeTo } from './subscribe.ts'

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
 * The event log in EventStoreDB (ARCH-21), version 23.10 or newer. Positions are commit positions, so those of
 * appends, subscribers and `head` are comparable. While the store is unavailable, appends return `unavailable` within
 * two seconds, reads throw a `StoreAway`, and subscribers wait. Throws if the store does not answer within ten seconds
 * at startup.
 */
export const openEventStoreDb = async (options: EventStoreDbOptions): Promise<EventLog> => {
  const { url, streamPrefix, onState, patience } = options
  const store: Store = {
    ...connect(url, outageWatch(onState)),
    names: streamNames(streamPrefix),
    patience: { ...usualPatience, ...patience },
  }
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  const feed = liveFeed(store, streamPrefix)
  const subscriptions = new Set<Subscription>()
  const head = headOf(store)
  const shared = sharedAppends(store)

  const subscribe: EventLog['subscribe'] = subscriber => {
    const { stop } = subscribeTo(store, feed, subscriber)
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
    // it waits for the end of every call, which one on a dead connection may never say
    await atMost(disposeMs, store.client.dispose())
  }

  try {
    return {
      id: await logIdOf({ ...store, patience: { ...store.patience, callMs: store.patience.startMs } }),
      append: append(store, shared),
      appendRuns: appendRuns(store),
      readStream: readStream(store),
      readStreamPages: readStreamPages(store),
      streamHead: streamHead(store),
      lastRevision: lastRevision(store, shared),
      async *readAll({ after = 0n, limit = Number.POSITIVE_INFINITY, onScanned, ...filter } = {}) {
        if (limit <= 0) return
        const stretch = {
          after,
          until: await head(),
          prefixes: prefixesInStore(store, filter),
          signal: closing.signal,
        }
        const isWanted = ofStreams(filter)
        let left = limit
        for await (const { events, upTo } of scan(store, { ...stretch, patienceMs: store.patience.callMs })) {
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
