import { type AllStreamSubscription, START, streamNameFilter } from '@eventstore/db-client'
import { sizeOf } from '../../../engine/read/size-of.ts'
import type { Position, Recorded } from '../../../ports/event-log.ts'
import { positionOf, recordedOf } from './recorded.ts'
import type { Store } from './store.ts'
import { noAnswer } from './store-errors.ts'

/**
 * Events in commit order; all matching events up to `upTo` have been delivered. `live`: the server has no more for now.
 */
export type Span = { readonly events: readonly Recorded[]; readonly upTo: Position; readonly live: boolean }

export type Reader = {
  /** Waits for news; throws if the subscription has ended, or if nothing arrives for `idleMs`. */
  next(idleMs?: number): Promise<Span>
  close(): void
}

/** After this many filtered events the server reports its position. */
const searchWindow = 500
/** A span ends with so many events, or with the one that gives it so many characters. */
const most = { events: 500, characters: 4_000_000 }

const subscribed = (
  { client, call }: Store,
  after: Position,
  prefixes: readonly string[],
  onCheckpoint: (position: Position) => void,
): AllStreamSubscription =>
  client.subscribeToAll({
    ...call,
    fromPosition: after === 0n ? START : { commit: after, prepare: after },
    filter: streamNameFilter({
      prefixes: [...prefixes],
      maxSearchWindow: searchWindow,
      checkpointReached: async (_, { commit }) => onCheckpoint(commit),
    }),
  })

/**
 * Reads the events after a position of streams with these prefixes (names in the store); the server filters. Never
 * resumes after an error.
 */
export const openReader = (store: Store, after: Position, prefixes: readonly string[]): Reader => {
  const { names } = store
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
  // once it is confirmed, keepalive notices a dead connection
  const unconfirmed = setTimeout(() => end(noAnswer()), store.patience.callMs)
  const subscription = subscribed(store, after, prefixes, position => {
    checkpoint = position
    wake()
  })
    .on('confirmation', () => clearTimeout(unconfirmed))
    .on('error', end)
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
    while (!drained && taken < most.events && characters < most.characters) {
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
      const giveUp = idleMs === undefined ? undefined : setTimeout(() => reject(noAnswer()), idleMs)
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
