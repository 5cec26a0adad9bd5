import type { Position } from '../../../src/ports/event-log.ts'
import { FeedChanged, type Feeding, type ReadModels, type ViewRef } from '../../../src/ports/read-models.ts'

/** Feeds each view for itself, without a lease: others may feed the same views. */
export const feedingEach = (readModels: ReadModels): Feeding => ({
  async begin(views) {
    const positions = new Map<ViewRef, Position>()
    for (const view of views)
      positions.set(view, (await readModels.checkpoint(view)) ?? (await readModels.apply(view, [], 0n, 0n)))
    return positions
  },
  latest: (view, ids) => (readModels.latest ?? readModels.getMany)(view, ids),
  async apply({ views, changes, from, to }) {
    const reached = await Promise.all(views.map(view => readModels.apply(view, changes.get(view) ?? [], from, to)))
    if (reached.some(position => position !== to)) throw new FeedChanged()
  },
  leave: async () => undefined,
  onChanged: () => undefined,
})
