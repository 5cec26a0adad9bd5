import type { ViewRef } from '../../../ports/read-models.ts'
import type { Collections, FeedRow } from './documents.ts'

/** How long nobody has fed the views of a release before they go, in milliseconds: it may be gone back to. */
export const supersededStay = 86_400_000

/**
 * Drops feeds of other releases that nobody feeds any more, and then older versions of views (ARCH-25); `sweep` removes the documents that nothing
 * names. A node that runs moves the turn or the beat of its feed. If an older release starts again later, it builds its views again.
 */
export const dropSuperseded = async (
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
