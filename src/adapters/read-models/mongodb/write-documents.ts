import { type AnyBulkWriteOperation, MongoBulkWriteError } from 'mongodb'
import type { Change } from '../../../ports/read-models.ts'
import type { Collections, DocumentRow } from './documents.ts'
import { type Fields, storedFields } from './fields.ts'
import type { Generation } from './generations.ts'

/** Documents per batch. */
const chunk = 1_000
/** Concurrent batches: the server works while the next ones are prepared. */
const lines = 3
/** Number of stored ids remembered per collection. */
const remembered = 50_000

const rowOf = (fields: Fields, { id, json, position }: Change): DocumentRow =>
  json === undefined
    ? { _id: id, position, json: null, gone: new Date() }
    : { _id: id, position, json, ...storedFields(fields, json) }

/**
 * Writes each change unless the stored document reflects the same or a later position. New documents are inserted and
 * known ones replaced under that condition; no upserts, since a failed one aborts the batch on some servers. A document
 * is known if this process read or wrote it; if that is wrong, the server reports it, and the other operation is tried.
 */
export const documentWriter = ({ documents }: Collections) => {
  const known = new Map<string, Set<string>>()
  const knownOf = (collection: string) => {
    const ids = known.get(collection) ?? new Set<string>()
    if (ids.size > remembered) ids.clear()
    known.set(collection, ids)
    return ids
  }

  /** Inserts new documents; returns those that already exist. */
  const insert = async (collection: string, rows: readonly DocumentRow[]): Promise<readonly DocumentRow[]> => {
    if (rows.length === 0) return []
    try {
      await documents(collection).insertMany([...rows], { ordered: false })
      return []
    } catch (error) {
      if (!(error instanceof MongoBulkWriteError)) throw error
      const failed = [error.writeErrors].flat()
      if (failed.length === 0 || failed.some(({ code }) => code !== 11000)) throw error
      return failed.map(({ index }) => rows[index]!)
    }
  }
  /** Replaces older documents; returns those that do not exist. */
  const replace = async (collection: string, rows: readonly DocumentRow[]): Promise<readonly DocumentRow[]> => {
    if (rows.length === 0) return []
    const operations = rows.map(
      ({ _id, ...row }): AnyBulkWriteOperation<DocumentRow> => ({
        replaceOne: { filter: { _id, position: { $lt: row.position } }, replacement: row },
      }),
    )
    const { matchedCount } = await documents(collection).bulkWrite(operations, { ordered: false })
    if (matchedCount === rows.length) return []
    const ids = rows.map(row => row._id)
    const there = await documents(collection)
      .find({ _id: { $in: ids } }, { projection: { _id: 1 } })
      .toArray()
    const found = new Set(there.map(row => row._id))
    return rows.filter(row => !found.has(row._id))
  }
  const writeChunk = async (collection: string, rows: readonly DocumentRow[]): Promise<void> => {
    const ids = knownOf(collection)
    let fresh: readonly DocumentRow[] = rows.filter(row => !ids.has(row._id))
    let stored = rows.filter(row => ids.has(row._id))
    while (fresh.length + stored.length > 0) {
      const there = await insert(collection, fresh)
      fresh = await replace(collection, [...stored, ...there])
      stored = []
    }
    for (const row of rows) ids.add(row._id)
  }
  const write = async ({ collection, fields }: Generation, changes: readonly Change[]): Promise<void> => {
    let next = 0
    const line = async () => {
      while (next < changes.length) {
        const from = next
        next += chunk
        await writeChunk(
          collection,
          changes.slice(from, next).map(change => rowOf(fields, change)),
        )
      }
    }
    await Promise.all(Array.from({ length: lines }, line))
  }
  /** Remembers stored documents, since they are about to be changed. */
  const found = ({ collection }: Generation, ids: Iterable<string>) => {
    const held = knownOf(collection)
    for (const id of ids) held.add(id)
  }
  return { write, found }
}
export type DocumentWriter = ReturnType<typeof documentWriter>
