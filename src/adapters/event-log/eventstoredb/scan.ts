import { type AllStreamSubscription, START, streamNameFilter } from '@eventstore/db-client'
import { mostTogether } from '../../../engine/read/filling-page.ts'
import { sizeOf } from '../../../engine/read/size-of.ts'
import type { OfStreams, Position, Recorded } from '../../../ports/event-log.ts'
import { growingPauses } from '../../clock/growing-pauses.ts'
import { isLost, isPassing, isTooSlow, noAnswer, storeAway } from './errors.ts'
import { fromLeader, positionOf, recordedOf, type Store } from './store.ts'

/**
 * Events in commit order; all matching events up to `upTo` have been delivered. `live`: the server has no more for now.
 */
export type Span = { readonly events: readonly Recorded[]; readonly upTo: Position; readonly live: boolean }

type Reader = {
  /** Waits for news; throws if the subscription has ended, or if nothing arrives for `idleMs`. */
  next(idleMs?: number): Promise<Span>
  close(): void
}

/** After this many filtered events the server reports its position. */
const searchWindow = 500

/** Prefixes, as names in the store, of the wanted streams and perhaps of some more; our whole log if all are wanted. */
export const prefixesInStore = ({ names }: Pick<Store, 'names'>, { streams, prefixes }: OfStreams) => {
  if (!streams && !prefixes) return [names.inStore('')]
  const whole = streams ?? []
  const others = prefixes?.filter(prefix => !whole.some(name => prefix.startsWith(name))) ?? []
  return [...whole, ...others].map(names.inStore)
}

/**
 * Reads the events after a position of streams with these prefixes (names in the store), by a subscription, since `readAll` of the client
 * ignores filters. Never resumes after an error; the client is left if its connection is dead.
 */
export const openReader = (store: Store, after: Position, prefixes: readonly string[]): Reader => {
  const { names, reads } = store
  const client = reads.client()
  let checkpoint = after
  let live = false
  let reported = { upTo: after, live: false }
  let ended: { readonly error: unknown } | undefined
  let wake = () => {}

  const end = (error: unknown) => {
    clearTimeout(unconfirmed)
    ended ??= { error }
    wake()
  }
  const failed = (error: unknown) => {
    if (ended === undefined && isLost(error)) reads.leave(client)
    end(error)
  }
  // once it is confirmed, keepalive notices a dead connection, and so does the next read
  const unconfirmed = setTimeout(() => failed(noAnswer()), store.patience.callMs)
  const subscription: AllStreamSubscription = client
    .subscribeToAll({
      ...fromLeader,
      fromPosition: after === 0n ? START : { commit: after, prepare: after },
      filter: streamNameFilter({
        prefixes: [...prefixes],
        maxSearchWindow: searchWindow,
        checkpointReached: async (_, { commit }) => {
          checkpoint = commit
          wake()
        },
      }),
    })
    .on('confirmation', () => clearTimeout(unconfirmed))
    .on('error', failed)
    .on('close', () => end(new Error('the subscription was closed')))
    .on('readable', () => wake())
    .on('caughtUp', () => {
      live = true
      wake()
    })

  /**
   * What is new since the last span. Checkpoint and caught-up state are read first: earlier events are in the buffer by
   * then.
   */
  const take = (): Span | undefined => {
    const seen = { checkpoint, live }
    const events: Recorded[] = []
    let { upTo } = reported
    let [taken, characters] = [0, 0]
    let drained = false
    while (!drained && taken < mostTogether.count && characters < mostTogether.characters) {
      const one = subscription.read()
      drained = one === null
      if (one?.event === undefined) continue
      taken++
      characters += sizeOf(one.event.data)
      upTo = positionOf(one.event)
      if (names.isOurs(one.event)) events.push(recordedOf(one.event, names))
    }
    if (drained && seen.checkpoint > upTo) upTo = seen.checkpoint
    const span = { events, upTo, live: drained && seen.live }
    if (upTo === reported.upTo && span.live === reported.live) return undefined
    reported = span
    return span
  }

  const news = (idleMs: number | undefined) =>
    new Promise<void>((resolve, reject) => {
      const late = () => {
        failed(noAnswer())
        reject(noAnswer())
      }
      const giveUp = idleMs === undefined ? undefined : setTimeout(late, idleMs)
      wake = () => {
        clearTimeout(giveUp)
        resolve()
      }
    })

  return {
    next: async idleMs => {
      for (;;) {
        const span = take()
        if (span !== undefined) return span
        if (ended !== undefined) throw ended.error
        await news(idleMs)
      }
    },
    close: () => {
      end(new Error('the reader was closed'))
      subscription.unsubscribe().catch(end)
    },
  }
}

type Scan = {
  readonly after: Position
  /** End of the scan: the end of the store when it was asked for. */
  readonly until: Position
  /** Names in the store. */
  readonly prefixes: readonly string[]
  readonly signal: AbortSignal
  /** How long to retry after a lost connection before throwing StoreAway, in milliseconds. */
  readonly patienceMs: number
}

/**
 * Reads a section of the log in spans: until a position at or beyond its end, or until the server has no more, which it says after an end
 * that was known before. After a lost connection it resumes behind the last delivered event.
 */
export async function* scan(store: Store, { after, until, prefixes, signal, patienceMs }: Scan): AsyncGenerator<Span> {
  if (prefixes.length === 0) return
  const pauses = growingPauses()
  let position = after
  let lastAnswer = performance.now()
  while (position < until && !signal.aborted) {
    const reader = openReader(store, position, prefixes)
    signal.addEventListener('abort', reader.close)
    try {
      while (position < until && !signal.aborted) {
        const span = await reader.next(store.patience.callMs)
        store.outage.answered()
        pauses.reset()
        lastAnswer = performance.now()
        position = span.live || span.upTo > until ? until : span.upTo
        yield { ...span, events: span.events.filter(event => event.position <= until), upTo: position }
      }
    } catch (error) {
      if (signal.aborted) return
      if (!isPassing(error)) throw error
      if (!isTooSlow(error)) store.outage.failed(error)
      if (performance.now() - lastAnswer > patienceMs) throw storeAway(error)
      await pauses.wait(signal, store.outage.over())
    } finally {
      signal.removeEventListener('abort', reader.close)
      reader.close()
    }
  }
}
