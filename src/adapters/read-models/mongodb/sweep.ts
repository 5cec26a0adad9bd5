import type { ViewRef } from '../../../ports/read-models.ts'
import { type Collections, collectionsIn, type FeedRow } from './documents.ts'
import { type Generations, retire } from './generations.ts'

/**
 * How long tombstones are kept after the checkpoint has passed, in milliseconds, so that a delayed node cannot restore
 * a document.
 */
export const tombstonesStay = 600_000
/** How long a replaced collection is kept for its readers, in milliseconds. */
export const retiredStay = 60_000

/**
 * Retires collections that no view, feed or retired row names: a process ended before it noted what it had made, or wrote to one
 * that was dropped. One that is only being made has its row when it would be dropped.
 */
const retireUnknown = async ({ views, feeds, retired, names }: Collections): Promise<void> => {
  // the names first: what is made later is not among them
  const there = await names()
  const known = new Set([
    ...(await retired.find().toArray()).map(({ _id }) => _id),
    ...(await views.find().toArray()).map(({ collection }) => collection),
    ...collectionsIn(await feeds.find().toArray()),
  ])
  for (const name of there) if (!known.has(name)) await retire(retired, name)
}

/** How long nobody has fed the views of a release before they go, in milliseconds: it may be gone back to. */
export const supersededStay = 86_400_000

/**
 * Drops feeds of other releases that nobody feeds any more, and then older versions of views (ARCH-25); `sweep` removes the documents that nothing
 * names. A node that runs moves the turn or the beat of its feed. If an older release starts again later, it builds its views again.
 */
const dropSuperseded = async (
  { views, feeds }: Pick<Collections, 'views' | 'feeds'>,
  feedId: string,
  wanted: readonly ViewRef[],
  now: Date,
): Promise<void> => {
  const dropIfAtRest = async ({ _id, made, turn, beat, rests }: FeedRow): Promise<boolean> => {
    const asFound = { _id, made, turn, beat }
    if (rests?.turn === turn && rests.beat === beat)
      return (
        now.getTime() - rests.since.getTime() > supersededStay && (await feeds.deleteOne(asFound)).deletedCount === 1
      )
    await feeds.updateOne(asFound, { $set: { rests: { turn, beat, since: now } } })
    return false
  }
  // before the feeds: a release that is gone back to makes its feed first
  const rows = await views.find().toArray()
  const others = await feeds.find({ _id: { $ne: feedId } }).toArray()
  const dropped = await Promise.all(others.map(dropIfAtRest))
  if (dropped.includes(false)) return
  const versions = new Map(wanted.map(({ name, version }) => [name, version]))
  for (const { _id, collection } of rows) {
    const [name = '', version] = _id.split('/')
    if (Number(version) < (versions.get(name) ?? 0)) await views.deleteOne({ _id, collection })
  }
}

/** Removes tombstones that the checkpoint has passed, older versions of views, and collections that nobody uses any more. */
export const sweep = async (
  collections: Collections,
  generations: Generations,
  wanted: readonly ViewRef[],
  now: Date,
): Promise<void> => {
  const { views, feeds, documents, retired } = collections
  for (const view of wanted) {
    const generation = await generations.read(view)
    if (!generation) continue
    await documents(generation.collection).deleteMany({
      gone: { $lt: new Date(now.getTime() - tombstonesStay) },
      position: { $lte: generation.checkpoint },
    })
  }
  for (const { _id } of await retired.find({ at: { $lt: new Date(now.getTime() - retiredStay) } }).toArray()) {
    // the swap may not have happened
    const [row, all] = await Promise.all([views.findOne({ collection: _id }), feeds.find().toArray()])
    if (row === null && !collectionsIn(all).includes(_id)) await documents(_id).drop()
    await retired.deleteOne({ _id })
  }
  await dropSuperseded(collections, generations.feedId, wanted, now)
  await retireUnknown(collections)
}
