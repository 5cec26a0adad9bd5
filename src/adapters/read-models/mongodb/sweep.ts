import type { ViewRef } from '../../../ports/read-models.ts'
import { type Collections, collectionsIn } from './documents.ts'
import type { Generations } from './generations.ts'
import { retire } from './retired.ts'
import { dropSuperseded } from './superseded.ts'

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
