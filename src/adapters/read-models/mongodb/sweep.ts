import type { ViewRef } from '../../../ports/read-models.ts'
import { type Collections, collectionsIn } from './documents.ts'
import { servingIn } from './views.ts'

/**
 * How long tombstones are kept after the feed has passed them, in milliseconds, so that a delayed node cannot restore
 * a document.
 */
const tombstonesStay = 600_000
/** How long a collection that nothing names is kept, in milliseconds: a reader may still use it, or a node be about to. */
const unnamedStay = 60_000
/** How long nobody has fed the views of another release before they go, in milliseconds: it may be gone back to. */
const supersededStay = 86_400_000

/** Removes feeds of releases that no node has any more, collections that no feed names, and old tombstones. */
export const sweeper = ({ feeds, documents, names }: Collections, feedId: string) => {
  /** Collections that no feed named at an earlier sweep, and when. */
  const unnamed = new Map<string, number>()
  return async (views: readonly ViewRef[], now: Date): Promise<void> => {
    const before = (ms: number) => new Date(now.getTime() - ms)
    await feeds.deleteMany({ _id: { $ne: feedId }, fedAt: { $lt: before(supersededStay) } })
    // the names first: what is made later is not among them
    const there = await names()
    const all = await feeds.find().toArray()
    const named = new Set(collectionsIn(all))
    for (const name of unnamed.keys()) if (named.has(name) || !there.includes(name)) unnamed.delete(name)
    for (const name of there) {
      if (named.has(name)) continue
      const since = unnamed.get(name) ?? now.getTime()
      unnamed.set(name, since)
      if (now.getTime() - since > unnamedStay) await documents(name).drop()
    }
    const own = all.find(({ _id }) => _id === feedId)
    for (const view of views) {
      const serving = servingIn(own, view)
      if (!serving) continue
      const passed = { gone: { $lt: before(tombstonesStay) }, position: { $lte: serving.position } }
      await documents(serving.collection).deleteMany(passed)
    }
  }
}
