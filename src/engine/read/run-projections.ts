import type { EventLog, Position, Recorded } from '../../ports/event-log.ts'
import { DocumentTooLarge, FeedChanged, type Feeding, type ViewRef } from '../../ports/read-models.ts'
import { allEnded, pause } from '../pause.ts'
import { changesOfBatch } from './changes-of-batch.ts'
import type { AnyProjection } from './projection.ts'
import { route } from './route.ts'
import { mostLoaded } from './too-much-at-once.ts'

export type ProjectionRunner = {
  /** Views that are no longer updated because their projection threw. */
  stopped(): readonly AnyProjection[]
  /** Feeds these views from their stored positions. */
  again(views: readonly AnyProjection[]): void
  /** Finishes the current batch and takes no more. */
  stop(): Promise<void>
}

const lowest = (positions: readonly Position[]): Position =>
  positions.reduce((a, b) => (a < b ? a : b), positions[0] ?? 0n)

/** Milliseconds before an unavailable store is retried, at least and at most: nodes do not all come back at once. */
const retryAfter = { least: 150, most: 600 }
const backOff = () => retryAfter.least + Math.random() * (retryAfter.most - retryAfter.least)
/** So many batches in a row may be refused because the views changed, by a takeover or a rebuild, before it is reported. */
const usualRefusals = 10

/**
 * Feeds views from a log, for stores other than the embedded pair, while this node may. One subscription starts at the lowest position; the views
 * that are at the same one are moved together, batch by batch. A projection that throws stops only its own view, and `onError`
 * names it. When a store is unavailable, or the views have to begin again and again, `onError` is called and feeding restarts from the
 * stored positions.
 */
export const runProjections = (
  log: EventLog,
  feeding: Feeding,
  views: readonly AnyProjection[],
  onError: (error: unknown, projection?: AnyProjection) => void,
): ProjectionRunner => {
  const stopped = new Set<AnyProjection>()
  let checkpoints = new Map<ViewRef, Position>()
  const halt = new AbortController()
  let projections = views
  let beginAgain: () => void = () => {}
  const running = () => projections.filter(projection => !stopped.has(projection))
  /** How many events at a time did not change documents that are too large together. */
  let most = Number.POSITIVE_INFINITY
  /** Batches that were begun since one moved the views. */
  let refused = 0
  let router = { of: projections, sort: route(projections) }
  /** Sorts events by view; almost always all views are fed together. */
  const routesOf = (views: readonly AnyProjection[], events: readonly Recorded[]) => {
    const isSame = views.length === router.of.length && views.every((view, i) => view === router.of[i])
    if (!isSame) router = { of: views, sort: route(views) }
    return router.sort(events)
  }

  const fail = async (projection: AnyProjection, error: unknown) => {
    stopped.add(projection)
    try {
      await feeding.leave(projection)
    } finally {
      onError(error, projection)
    }
  }
  /** Moves the views that are at `from` to the end of a batch, or as far as the documents that it changes may be held together. */
  const move = async (
    views: readonly AnyProjection[],
    events: readonly Recorded[],
    from: Position,
    end: Position,
  ): Promise<void> => {
    const all = events[0] && from < events[0].position ? events : events.filter(({ position }) => position > from)
    const ahead = all.slice(0, most)
    const { routes, failures } = routesOf(views, ahead)
    const characters = ahead.length > 1 ? mostLoaded : Number.POSITIVE_INFINITY
    const batch = await changesOfBatch(routes, feeding, characters)
    if (!batch) {
      most = ahead.length >> 1
      return move(views, events, from, end)
    }
    if (2 * batch.characters <= mostLoaded) most = Math.max(most, 2 * ahead.length)
    const last = ahead.at(-1)
    const to = last && ahead.length < all.length ? last.position : end
    for (const { projection, error } of [...failures, ...batch.failures]) await fail(projection, error)
    const left = views.filter(view => !stopped.has(view))
    if (left.length === 0) return
    try {
      await feeding.apply({ views: left, changes: batch.changes, ahead: batch.ahead, from, to, ...(last && { last }) })
      for (const view of left) checkpoints.set(view, to)
    } catch (error) {
      if (!(error instanceof DocumentTooLarge)) throw error
      await fail(error.view as AnyProjection, error)
    }
  }
  /** Updates all views to the end of a batch, or to a position up to which the log has no more, even while another node feeds them. */
  const feed = async (events: readonly Recorded[], to: Position): Promise<void> => {
    refused++
    for (;;) {
      const behind = running().filter(view => checkpoints.get(view)! < to)
      if (behind.length === 0) break
      const byPosition = Map.groupBy(behind, view => checkpoints.get(view)!)
      // one that is left alone would put documents into the store's cache after the views have begun again
      await allEnded(Array.from(byPosition, ([from, views]) => move(views, events, from, to)))
    }
    refused = 0
  }

  /** One subscription, until it fails or is stopped. */
  const follow = async (): Promise<void> => {
    const begun = projections
    checkpoints = new Map(await feeding.begin(running()))
    if (projections !== begun) throw new FeedChanged()
    await new Promise<void>((resolve, reject) => {
      const subscription = log.subscribe({
        after: lowest([...checkpoints.values()]),
        handle: events => feed(events, events.at(-1)!.position),
        onReached: to => feed([], to),
        onError: reject,
      })
      beginAgain = () => subscription.stop().then(() => reject(new FeedChanged()), reject)
      feeding.onChanged(beginAgain)
      halt.signal.addEventListener('abort', () => resolve(subscription.stop()), { once: true })
      if (halt.signal.aborted) resolve(subscription.stop())
    })
  }

  const run = async () => {
    while (!halt.signal.aborted) {
      try {
        await follow()
      } catch (error) {
        if (error instanceof FeedChanged && refused < usualRefusals) continue
        refused = 0
        onError(error)
        if (!halt.signal.aborted) await pause(backOff(), halt.signal)
      }
    }
  }
  const ended = run()
  return {
    stopped: () => [...stopped],
    again: given => {
      projections = given
      stopped.clear()
      beginAgain()
    },
    stop: async () => {
      halt.abort()
      await ended
    },
  }
}
