import type { ViewRef } from '../../../ports/read-models.ts'
import type { Collections } from './documents.ts'
import type { Generations } from './generations.ts'

/** Milliseconds for which a tombstone outlives the checkpoint, so that a node that was held up cannot bring a document back. */
export const tombstonesStay = 600_000
/** Milliseconds for which a collection that was swapped out stays for those who still read it. */
export const retiredStay = 60_000

/** Removes what nobody needs any more: tombstones that the checkpoint has passed, and collections that were swapped out. */
export const sweep = async (
  { views, documents, retired }: Collections,
  generations: Generations,
  wanted: readonly ViewRef[],
  now: Date,
): Promise<void> => {
  for (const generation of await generations.refresh(wanted)) {
    if (!generation) continue
    await documents(generation.collection).deleteMany({
      gone: { $lt: new Date(now.getTime() - tombstonesStay) },
      position: { $lte: generation.checkpoint },
    })
  }
  for (const { _id } of await retired.find({ at: { $lt: new Date(now.getTime() - retiredStay) } }).toArray()) {
    // the swap that it was put down for may never have happened
    if ((await views.findOne({ collection: _id })) === null) await documents(_id).drop()
    await retired.deleteOne({ _id })
  }
}
