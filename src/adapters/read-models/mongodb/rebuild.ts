import type { Position } from '../../../ports/event-log.ts'
import type { Change, ViewRef } from '../../../ports/read-models.ts'
import type { ChangeApplier } from './apply-changes.ts'
import type { Collections, ViewRow } from './documents.ts'
import { pathsOf } from './fields.ts'
import { type Generation, type Generations, isDuplicate, keyOf, memberKey, ofFeed, retire } from './generations.ts'

/** A set of documents being built beside the serving one. */
export type Rebuild = {
  /** Position that it reflects, possibly from an interrupted process. */
  readonly checkpoint: Position
  /** Newly created: it contains only what was written through this object. */
  readonly fresh: boolean
  /** Its state of these documents, including deleted ones. Reading ends when they have more than `most` characters besides the largest. */
  latest(ids: readonly string[], most?: number): Promise<readonly Change[]>
  /** Writes changes and the checkpoint, if that is at `from`. Returns the stored checkpoint. */
  apply(changes: readonly Change[], from: Position, checkpoint: Position): Promise<Position>
  /**
   * Builds the indexes and puts it into service by updating the one row that reads and changes consult. False: the
   * serving one is ahead, so this one must be fed further first. A serving one ahead of the log's head belongs to another
   * log and is replaced; the head is asked for after it was looked at, since nodes go on feeding.
   */
  swap(head: () => Promise<Position>): Promise<boolean>
  /**
   * Has the nodes that feed wait, for two seconds at most, so that what serves is not ahead of what is read up to the head meanwhile.
   * `goOn` ends that.
   */
  hold(): Promise<void>
  goOn(): Promise<void>
}

/** Rebuilds views beside the serving ones (ARCH-25). `sweep` deletes the old documents once no reader uses them. */
export const rebuilder = (
  { views, feeds, documents, retired }: Collections,
  generations: Generations,
  applier: ChangeApplier,
  ask: <A>(answer: Promise<A>) => Promise<A>,
) => {
  const nextKey = (view: ViewRef) => `${keyOf(view)}/next`
  const rowOf = ({ collection, fields, checkpoint }: Generation): Omit<ViewRow, '_id'> => ({
    collection,
    paths: fields.texts,
    checkpoint,
  })

  /**
   * The unfinished generation to resume; undefined if there is none, or if it was swapped in before its row was
   * deleted.
   */
  const unfinished = async (view: ViewRef): Promise<Generation | undefined> => {
    const next = await generations.readKey(nextKey(view))
    if (!next) return undefined
    const swapped = next.collection === (await generations.readKey(keyOf(view)))?.collection
    if (!swapped && rowOf(next).paths.join() === pathsOf(view).join()) return next
    await views.deleteOne({ _id: next.key, collection: next.collection })
    if (!swapped) await documents(next.collection).drop()
    return undefined
  }
  /** The condition on a serving position under which it may be replaced: nothing that was read may become unread. */
  const notAhead = (serving: Generation, next: Generation) =>
    serving.checkpoint > next.checkpoint ? serving.checkpoint : { $lte: next.checkpoint }
  /** The row of a view that has none; false if a node that feeds has created it meanwhile. */
  const insertRow = async (view: ViewRef, next: Generation): Promise<boolean> => {
    try {
      await views.insertOne({ _id: keyOf(view), ...rowOf(next) })
      return true
    } catch (error) {
      if (!isDuplicate(error)) throw error
      return false
    }
  }
  const replaceRow = async (view: ViewRef, next: Generation, serving: Generation | undefined): Promise<boolean> => {
    if (!serving) return insertRow(view, next)
    await retire(retired, serving.collection)
    const { matchedCount } = await views.updateOne(
      { _id: serving.key, collection: serving.collection, checkpoint: notAhead(serving, next) },
      { $set: rowOf(next) },
    )
    return matchedCount === 1
  }
  /** The feeds that have other documents of the view. */
  const feedsOf = async (view: ViewRef, { collection }: Generation) =>
    (await feeds.find().toArray()).flatMap(feed => {
      const serving = ofFeed(feed, keyOf(view))
      return serving && serving.collection !== collection ? [{ feed, serving }] : []
    })
  type Fed = Awaited<ReturnType<typeof feedsOf>>[number]
  const replaceFed = async ({ feed: { _id, made }, serving }: Fed, next: Generation): Promise<boolean> => {
    const { collection, paths } = rowOf(next)
    const member = `members.${memberKey(serving.key)}`
    await retire(retired, serving.collection)
    const { matchedCount } = await feeds.updateOne(
      { _id, made, position: notAhead(serving, next), [`${member}.collection`]: serving.collection },
      { $set: { [member]: { collection, paths } }, $inc: { swaps: 1 } },
    )
    return matchedCount === 1
  }
  /** Puts the next generation into service: where the view is fed first, then in its own row. */
  const replaceServing = async (
    view: ViewRef,
    next: Generation,
    headNow: () => Promise<Position>,
  ): Promise<boolean> => {
    const [row, fed] = await Promise.all([generations.readKey(keyOf(view)), feedsOf(view, next)])
    const serving = [...fed.map(each => each.serving), ...(row && row.collection !== next.collection ? [row] : [])]
    const ahead = serving.filter(({ checkpoint }) => checkpoint > next.checkpoint)
    // indexes take long: not while nodes wait
    await generations.index(view, next)
    if (ahead.length > 0) {
      const head = await headNow()
      if (ahead.some(({ checkpoint }) => checkpoint <= head)) return false
    }
    for (const each of fed) if (!(await replaceFed(each, next))) return false
    if (!(await replaceRow(view, next, row))) return false
    // a view outside of the feeds joins them again
    await feeds.updateMany({}, { $inc: { swaps: 1 } })
    return (await feedsOf(view, next)).length === 0
  }

  const begin = async (view: ViewRef): Promise<Rebuild> => {
    const left = await unfinished(view)
    const started = left ?? (await generations.create(view, nextKey(view), false))
    const now = async () => {
      const next = await generations.readKey(started.key)
      if (next?.collection !== started.collection)
        throw new Error(`another process is rebuilding the view ${view.name}`)
      return next
    }
    const swap = async (head: () => Promise<Position>) => {
      const next = await now()
      const swapped = await replaceServing(view, next, head)
      if (swapped) await views.deleteOne({ _id: next.key })
      return swapped
    }
    const { collection } = started
    // counted as a swap: what is being fed misses its condition, and the views begin again
    const hold = () => feeds.updateMany({}, { $set: { waitsFor: collection }, $inc: { swaps: 1 } })
    const goOn = () => feeds.updateMany({ waitsFor: collection }, { $set: { waitsFor: null } })
    return {
      checkpoint: started.checkpoint,
      fresh: left === undefined,
      latest: (ids, most) => ask(applier.latestOf(started, ids, most)),
      apply: (changes, from, checkpoint) =>
        ask(
          now().then(next => (next.checkpoint === from ? applier.applyTo(next, changes, checkpoint) : next.checkpoint)),
        ),
      swap: head => ask(swap(head)),
      hold: async () => void (await ask(hold())),
      goOn: async () => void (await ask(goOn())),
    }
  }
  return (view: ViewRef) => ask(begin(view))
}
