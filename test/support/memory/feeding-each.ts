import {
  type Change,
  FeedChanged,
  type Feeding,
  type ReadModels,
  type ViewRef,
} from '../../../src/ports/read-models.ts'

/** Where documents may be ahead of their view: the stored state of these, deleted ones included. */
type Latest = { latest?(view: ViewRef, ids: readonly string[]): Promise<readonly Change[]> }

/** Feeds each view for itself, without a lease: others may feed the same views. */
export const feedingEach = (readModels: ReadModels & Latest): Feeding => ({
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
