import type { Position } from '../../ports/event-log.ts'
import type { Batch, Change, Feeding, ReadModels, ViewRef } from '../../ports/read-models.ts'
import type { Turn } from '../turns.ts'
import { type Working, workingOn, workingOnNothing } from './fold-batch.ts'
import { idsTouched, type Route } from './route.ts'
import { besidesLargest, TooMuchAtOnce } from './too-much-at-once.ts'

/** What feeding needs of a store: all views of a batch in one write, or view by view. */
export type Target = Pick<Feeding, 'begin' | 'latest' | 'leave'> & {
  /** The position that each of the views has afterwards; another node may have been faster. */
  apply(batch: Batch): Promise<ReadonlyMap<ViewRef, Position>>
}

/** Feeds views together, under the lease of a node. */
export const fedTogether = (feeding: Feeding): Target => ({
  ...feeding,
  async apply(batch) {
    await feeding.apply(batch)
    return new Map(batch.views.map(view => [view, batch.to]))
  },
})

/** Feeds each view for itself, for stores without a lease. Other nodes may feed the same views: finished work is skipped. */
export const eachForItself = (readModels: ReadModels): Target => ({
  async begin(views) {
    const checkpoints = new Map<ViewRef, Position>()
    for (const view of views)
      checkpoints.set(view, (await readModels.checkpoint(view)) ?? (await readModels.apply(view, [], 0n, 0n)))
    return checkpoints
  },
  latest: async (view, ids) => await (readModels.latest ?? readModels.getMany)(view, ids),
  async apply({ views, changes, from, to }) {
    const one = async (view: ViewRef) =>
      [view, await readModels.apply(view, changes.get(view) ?? [], from, to)] as const
    return new Map(await Promise.all(views.map(one)))
  },
  leave: async () => undefined,
})

/** Loads documents of several views that have at most `most` characters besides the largest; rejects with TooMuchAtOnce beyond. */
export const loading = (target: Pick<Target, 'latest'>, most: number) => {
  const loaded: Change[] = []
  const latest: Target['latest'] = async (view, ids) => {
    const found = await target.latest(view, ids, most)
    loaded.push(...found)
    if (besidesLargest(loaded) > most) throw new TooMuchAtOnce()
    return found
  }
  return { latest, characters: () => besidesLargest(loaded) }
}

/**
 * A route and its documents, without the steps that the documents already include: in a store without a transaction over
 * documents and checkpoint, documents may be ahead of the checkpoint. Others have their turn between two documents.
 */
export const loaded = async (
  mine: Route,
  latest: Target['latest'],
  turn: Turn,
): Promise<{ readonly mine: Route; readonly working: Working; readonly isAhead: boolean }> => {
  const { projection } = mine
  // no previous document is needed, and an older one never replaces a newer one
  const ids = projection.anew ? [] : idsTouched(mine)
  if (ids.length === 0) return { mine, working: workingOnNothing(), isAhead: false }
  const stored = await latest(projection, ids)
  const positions = new Map(stored.map(({ id, position }) => [id, position]))
  const steps = mine.steps.filter(({ id, event }) => event.position > (positions.get(id) ?? -1n))
  const working = workingOnNothing()
  for (const { id, json } of stored) {
    if (json === undefined) continue
    const others = turn()
    if (others) await others
    for (const [known, document] of workingOn(projection, [{ id, json }])) working.set(known, document)
  }
  return { mine: { ...mine, steps }, working, isAhead: steps.length < mine.steps.length }
}
