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
  async positions(views) {
    const each = async (view: ViewRef) =>
      [view, (await readModels.checkpoint(view)) ?? (await readModels.apply(view, [], 0n, 0n))] as const
    return new Map(await Promise.all(views.map(each)))
  },
  async load(wanted) {
    const each = async ([view, ids]: readonly [ViewRef, readonly string[]]) =>
      [view, await (readModels.latest ?? readModels.getMany)(view, ids)] as const
    return new Map(await Promise.all(Array.from(wanted, each)))
  },
  async write({ changes, positions }) {
    const each = async ([view, { from, to }]: readonly [ViewRef, { readonly from: bigint; readonly to: bigint }]) =>
      (await readModels.apply(view, [...(changes.get(view) ?? [])], from, to)) === to
    if ((await Promise.all(Array.from(positions, each))).includes(false)) throw new FeedChanged()
  },
  caughtUp: async () => undefined,
})
