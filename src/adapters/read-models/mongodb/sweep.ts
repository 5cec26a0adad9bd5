import type { ViewRef } from '../../../ports/read-models.ts'
import type { Collections } from './documents.ts'
import type { Generations } from './generations.ts'

/**
 * How long tombstones are kept after the checkpoint has passed, in milliseconds, so that a delayed node cannot restore
 * a document.
 */
export const tombstonesStay = 600_000
/** How long a replaced collection is kept for its readers, in milliseconds. */
export const retiredStay = 60_000

/** Removes tombstones that the checkpoint has passed, and replaced collections. */
export const sweep = async (
  { views, feeds, documents, retired }: Collections,
  generations: Generations,
  wanted: readonly ViewRef[],
  now: Date,
): Promise<void> => {
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
    const isFed = all.some(({ members }) => Object.values(members).some(({ collection }) => collection === _id))
    if (row === null && !isFed) await documents(_id).drop()
    await retired.deleteOne({ _id })
  }
}
