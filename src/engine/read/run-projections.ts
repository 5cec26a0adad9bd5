import * as E from 'fp-ts/lib/Either.js'
import type { EventLog, Position, Recorded } from '../../ports/event-log.ts'
import type { ReadModels } from '../../ports/read-models.ts'
import { DocumentUnreadable } from '../../ports/store-away.ts'
import {
  changesOf,
  fold,
  idsTouched,
  type Route,
  route,
  type Working,
  workingOn,
  workingOnNothing,
} from './fold-batch.ts'
import type { AnyProjection } from './projection.ts'

export type ProjectionRunner = {
  /** Views that are no longer updated because their projection threw. */
  stopped(): readonly AnyProjection[]
  /** Finishes the current batch and takes no more. */
  stop(): Promise<void>
}

/**
 * A route and its documents, without the steps that the documents already include: in a store without a transaction over
 * documents and checkpoint, documents may be ahead of the checkpoint.
 */
const loaded = async (
  mine: Route,
  readModels: ReadModels,
): Promise<{ readonly mine: Route; readonly working: Working }> => {
  const ids = idsTouched(mine)
  if (ids.length === 0) return { mine, working: workingOnNothing() }
  const { projection } = mine
  if (!readModels.latest) return { mine, working: workingOn(projection, await readModels.getMany(projection, ids)) }
  const stored = await readModels.latest(projection, ids)
  const positions = new Map(stored.map(({ id, position }) => [id, position]))
  const steps = mine.steps.filter(({ id, event }) => event.position > (positions.get(id) ?? -1n))
  const live = stored.flatMap(({ id, json }) => (json === undefined ? [] : { id, json }))
  return { mine: { ...mine, steps }, working: workingOn(projection, live) }
}

/** A rebuilt view replaced the old one and is behind it: feed it from its own checkpoint. */
class SetBack extends Error {
  override readonly name = 'SetBack'
}

/** Milliseconds before an unavailable store is retried. */
const retryAfter = 1_000

/**
 * Feeds views from a log, for stores other than the embedded pair. One subscription starts at the lowest checkpoint; the
 * changes and the checkpoint of a view are applied together, batch by batch. Other nodes may feed the same views: finished
 * work is skipped. A projection that throws stops only its own view, and `onError` names it. When a store is unavailable,
 * `onError` is called and feeding restarts from the stored checkpoints.
 */
export const runProjections = (
  log: EventLog,
  readModels: ReadModels,
  projections: readonly AnyProjection[],
  onError: (error: unknown, projection?: AnyProjection) => void,
): ProjectionRunner => {
  const stopped = new Set<AnyProjection>()
  const checkpoints = new Map<AnyProjection, Position>()
  const halt = new AbortController()

  /** The documents of a route after its events; a document that cannot be read stops only its own view. */
  const folded = async (all: Route): Promise<E.Either<unknown, Working>> => {
    try {
      const { mine, working } = await loaded(all, readModels)
      const failure = fold(mine, working)
      return failure ? E.left(failure.error) : E.right(working)
    } catch (error) {
      if (error instanceof DocumentUnreadable) return E.left(error)
      throw error
    }
  }

  /** The changes to one view by events after its checkpoint; undefined when the projection threw. */
  const changesAfterCheckpoint = async (projection: AnyProjection, events: readonly Recorded[]) => {
    const { routes, failures } = route([projection])(events)
    const [failure] = failures
    const outcome = failure ? E.left(failure.error) : await folded(routes[0] ?? { projection, steps: [] })
    if (E.isRight(outcome)) return [...changesOf(outcome.right)]
    stopped.add(projection)
    onError(outcome.left, projection)
    return undefined
  }

  /** Updates one view to the end of a batch, even while another node feeds it. */
  const feed = async (projection: AnyProjection, events: readonly Recorded[]): Promise<void> => {
    const to = events.at(-1)!.position
    for (let from = checkpoints.get(projection)!; from < to; from = checkpoints.get(projection)!) {
      const changes = await changesAfterCheckpoint(
        projection,
        events.filter(({ position }) => position > from),
      )
      if (!changes) return
      const stored = await readModels.apply(projection, changes, from, to)
      if (stored < from) throw new SetBack()
      checkpoints.set(projection, stored)
    }
  }

  /** One subscription, until it fails or is stopped. */
  const follow = async (): Promise<void> => {
    for (const projection of projections) {
      const stored = await readModels.checkpoint(projection)
      checkpoints.set(projection, stored ?? (await readModels.apply(projection, [], 0n, 0n)))
    }
    const lowest = [...checkpoints.values()].reduce((a, b) => (a < b ? a : b), checkpoints.values().next().value ?? 0n)
    await new Promise<void>((resolve, reject) => {
      const subscription = log.subscribe({
        after: lowest,
        handle: async events => {
          await Promise.all(projections.filter(p => !stopped.has(p)).map(p => feed(p, events)))
        },
        onError: reject,
      })
      halt.signal.addEventListener('abort', () => resolve(subscription.stop()), { once: true })
      if (halt.signal.aborted) resolve(subscription.stop())
    })
  }

  const pause = () =>
    new Promise<void>(resolve => {
      const timer = setTimeout(resolve, retryAfter)
      halt.signal.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true })
    })
  const run = async () => {
    while (!halt.signal.aborted) {
      try {
        await follow()
      } catch (error) {
        if (error instanceof SetBack) continue
        onError(error)
        if (!halt.signal.aborted) await pause()
      }
    }
  }
  const running = run()
  return {
    stopped: () => [...stopped],
    stop: async () => {
      halt.abort()
      await running
    },
  }
}
