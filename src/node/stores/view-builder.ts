import pMap from 'p-map'
import type { MongoReadModels } from '../../adapters/read-models/mongodb/mongo-read-models.ts'
import { rebuildViews } from '../../adapters/read-models/mongodb/rebuild-views.ts'
import type { AnyProjection } from '../../engine/read/projection.ts'
import type { EventLog, Position } from '../../ports/event-log.ts'

/** Rebuilds that are begun at a time: on a busy machine all of them together keep the lease's beats waiting, and so lose it. */
const begunAtATime = 4

/** Runs pieces of work one after the other. */
const oneAtATime = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <A>(work: () => Promise<A>): Promise<A> => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}
/** Builds views in MongoDB from the log, one build at a time. */
export const viewBuilder = (log: EventLog, mongo: Pick<MongoReadModels, 'beginRebuild'>) => {
  const inTurn = oneAtATime()
  const building = new Map<string, { readonly done: number; readonly events: number }>()
  const buildNow = async (
    views: readonly AnyProjection[],
    failed: (view: AnyProjection, error: unknown) => void,
    signal?: AbortSignal,
  ) => {
    const begin = async (projection: AnyProjection) => ({ projection, rebuild: await mongo.beginRebuild(projection) })
    const rebuildings = await pMap(views, begin, { concurrency: begunAtATime })
    for (const { projection, rebuild } of rebuildings)
      building.set(projection.name, { done: Number(rebuild.checkpoint), events: 0 })
    const progress = (position: Position, events: number) => {
      for (const { name } of views) building.set(name, { done: Number(position), events })
    }
    const onFailure = (view: AnyProjection, error: unknown) => {
      // it is resumed
      if (!signal?.aborted) failed(view, error)
    }
    await rebuildViews(log, rebuildings, progress, onFailure, signal).finally(() => {
      for (const { name } of views) building.delete(name)
    })
  }
  return {
    /** Builds views from one reading of the log; `failed` is called for each that could not be built. */
    build: (...args: Parameters<typeof buildNow>) => inTurn(() => buildNow(...args)),
    /** The views that are being built: the position that each has reached, and the events read so far. */
    progress: () => Array.from(building, ([name, progress]) => ({ name, ...progress })),
  }
}
