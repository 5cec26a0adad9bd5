import type { Position } from '../../../ports/event-log.ts'
import type { Change, ViewRef } from '../../../ports/read-models.ts'
import { type Collections, inOneBatch } from './documents.ts'
import { type Generation, type Generations, keyOf, ofFeed } from './generations.ts'
import type { DocumentWriter } from './write-documents.ts'

/**
 * Applies changes to a view that is not fed together with others, without a transaction: first the documents, each guarded
 * by its position, then the checkpoint, guarded by the one that the changes were computed from. A node that dies in between
 * leaves documents ahead of the checkpoint; the next one reads `latest` and skips events that a document or tombstone
 * already includes.
 */
export const changeApplier = (generations: Generations, { documents }: Collections, writer: DocumentWriter) => {
  /** Changes up to the checkpoint are known to be old, even if the tombstone is gone. */
  const ahead = (g: Generation, changes: readonly Change[]) => changes.filter(({ position }) => position > g.checkpoint)
  const applyTo = async (g: Generation, changes: readonly Change[], checkpoint: Position): Promise<Position> => {
    await writer.write(g, ahead(g, changes))
    return generations.advance(g, checkpoint)
  }
  const apply = async (view: ViewRef, changes: readonly Change[], from: Position, checkpoint: Position) => {
    const key = keyOf(view)
    const [feed, stored] = await Promise.all([generations.readFeed(), generations.readKey(key)])
    const fed = ofFeed(feed, key)
    // the views of a feed move together
    if (fed) return fed.checkpoint
    if ((stored?.checkpoint ?? 0n) !== from) return stored?.checkpoint ?? 0n
    const generation = stored ?? (await generations.create(view, key, true))
    return generation.checkpoint === from ? applyTo(generation, changes, checkpoint) : generation.checkpoint
  }
  /** The state of documents; reading ends when they have more than `most` characters besides the largest. */
  const latestOf = async (
    g: Generation,
    ids: readonly string[],
    most = Number.POSITIVE_INFINITY,
  ): Promise<readonly Change[]> => {
    if (ids.length === 0) return []
    const found: Change[] = []
    let [characters, largest] = [0, 0]
    const rows = documents(g.collection).find(
      { _id: { $in: [...ids] } },
      { projection: { json: 1, position: 1 }, ...inOneBatch(ids.length) },
    )
    for await (const { _id, json, position } of rows) {
      found.push({ id: _id, json: json ?? undefined, position })
      characters += json?.length ?? 0
      largest = Math.max(largest, json?.length ?? 0)
      if (characters - largest > most) break
    }
    writer.found(
      g,
      found.map(({ id }) => id),
    )
    return found
  }
  return { apply, applyTo, ahead, latestOf }
}
export type ChangeApplier = ReturnType<typeof changeApplier>
