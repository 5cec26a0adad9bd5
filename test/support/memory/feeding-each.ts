import type { Position } from '../../../src/ports/event-log.ts'
import {
  type Change,
  FeedChanged,
  type Feeding,
  type ReadModels,
  type ViewRef,
} from '../../../src/ports/read-models.ts'

/** Read models that a test writes into. */
export type WrittenReadModels = ReadModels & {
  /** The stored state of these documents, deleted ones too; default: those that are there. */
  latest?(view: ViewRef, ids: readonly string[]): Promise<readonly Change[]>
  /** Writes changes and the checkpoint together, if the stored one is `from`; a missing view is made, at 0. Returns the stored one. */
  apply(view: ViewRef, changes: readonly Change[], from: Position, checkpoint: Position): Promise<Position>
}

/** Feeds each view for itself, without a lease: others may feed the same views. */
export const feedingEach = (readModels: WrittenReadModels): Feeding => ({
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
