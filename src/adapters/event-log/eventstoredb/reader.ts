import { type AllStreamSubscription, START, streamNameFilter } from '@eventstore/db-client'
import type { Position, Recorded } from '../../../ports/event-log.ts'
import { positionOf, recordedOf } from './recorded.ts'
import type { Store } from './store.ts'
import { noAnswer } from './store-errors.ts'

/** Events in commit order; all that the reader is about up to `upTo` were handed on. `live`: the server has no more for now. */
export type Span = { readonly events: readonly Recorded[]; readonly upTo: Position; readonly live: boolean }

export type Reader = {
  /** Waits for news; throws when the subscription has ended, or when nothing comes for `idleMs`. */
  next(idleMs?: number): Promise<Span>
  close(): void
}

/** Of the events that the filter passes over, the server says after this many how far it is. */
const searchWindow = 500
/** Events of a span at the most. */
const most = 500

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

/** The events after a position of streams with these prefixes (names in the store), filtered by the server. Never resumes by itself. */
export const openReader = (store: Store, after: Position, prefixes: readonly string[]): Reader => {
  const { names } = store
  let checkpoint = after
  let live = false
  let told = { upTo: after, live: false }
  let ended: { readonly error: unknown } | undefined
  let wake = () => {}

  const end = (error: unknown) => {
    ended ??= { error }
    wake()
  }
  const subscription = subscribed(store, after, prefixes, position => {
    checkpoint = position
    wake()
  })
    .on('error', end)
    .on('close', () => end(new Error('the subscription was closed')))
    .on('readable', () => wake())
    .on('caughtUp', () => {
      live = true
      wake()
    })

  /** What is there, if it is news. Checkpoint and caught-up are looked at first: events before them are in the buffer by then. */
  const take = (): Span | undefined => {
    const seen = { checkpoint, live }
    const events: Recorded[] = []
    let { upTo } = told
    let taken = 0
    let drained = false
    while (!drained && taken < most) {
      const one = subscription.read()
      drained = one === null
      if (one?.event === undefined) continue
      taken++
      upTo = positionOf(one.event)
      if (names.isOurs(one.event.streamId)) events.push(recordedOf(one.event, names))
    }
    if (drained && seen.checkpoint > upTo) upTo = seen.checkpoint
    const span = { events, upTo, live: drained && seen.live }
    if (upTo === told.upTo && span.live === told.live) return undefined
    told = span
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
