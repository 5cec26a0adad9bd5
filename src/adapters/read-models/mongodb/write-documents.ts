import {
  type AnyBulkWriteOperation,
  BSON,
  type ClientBulkWriteModel,
  type Db,
  MongoBulkWriteError,
  type MongoClient,
  MongoClientBulkWriteError,
} from 'mongodb'
import { type Change, DocumentTooLarge, type ViewRef } from '../../../ports/read-models.ts'
import { type Collections, type DocumentRow, inOneBatch } from './documents.ts'
import { type Fields, storedFields } from './fields.ts'
import type { Generation } from './generations.ts'
import { portionsOf } from './portions.ts'

/** Concurrent operations: the server works while the next ones are prepared. */
const lines = 3
/** Number of stored ids remembered per collection. */
const remembered = 50_000

const rowOf = (fields: Fields, { id, json, position }: Change): DocumentRow =>
  json === undefined
    ? { _id: id, position, json: null, gone: new Date() }
    : { _id: id, position, json, ...storedFields(fields, json) }

/** A server takes documents of less than 16 MiB; the operation that replaces one has a few bytes more. */
const mostBytes = 16 * 2 ** 20 - 65_536
/** A text so short, and the values that are stored beside it, are never that large. */
const surelyFits = 1_000_000
/** Throws DocumentTooLarge if a server would refuse one of the documents. */
export const mustFit = (view: ViewRef, { fields }: Pick<Generation, 'fields'>, changes: readonly Change[]): void => {
  for (const change of changes)
    if ((change.json?.length ?? 0) > surelyFits && BSON.calculateObjectSize(rowOf(fields, change)) > mostBytes)
      throw new DocumentTooLarge(view, mostBytes)
}

/** The first version of the wire protocol whose servers write to several collections in one operation (MongoDB 8). */
const bulkWriteSince = 25
export const hasClientBulkWrite = async (db: Db): Promise<boolean> =>
  Number((await db.command({ hello: 1 })).maxWireVersion ?? 0) >= bulkWriteSince

/** Changes to the documents of a view. */
export type Written = { readonly g: Generation; readonly changes: readonly Change[] }

/**
 * Writes each change unless the stored document reflects the same or a later position. New documents are inserted and
 * known ones replaced under that condition; no upserts, since a failed one aborts the batch on some servers. A document
 * is known if this process read or wrote it; if that is wrong, the server reports it, and the other operation is tried.
 */
export const documentWriter = ({ documents }: Collections, client?: Pick<MongoClient, 'bulkWrite'>) => {
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
      .find({ _id: { $in: ids } }, { projection: { _id: 1 }, ...inOneBatch(ids.length) })
      .toArray()
    const found = new Set(there.map(row => row._id))
    return rows.filter(row => !found.has(row._id))
  }
  const writeChunk = async (collection: string, rows: readonly DocumentRow[]): Promise<void> => {
    const ids = knownOf(collection)
    let fresh: readonly DocumentRow[] = rows.filter(row => !ids.has(row._id))
    let stored = rows.filter(row => ids.has(row._id))
    while (fresh.length + stored.length > 0) {
      const [there, absent] = await Promise.all([insert(collection, fresh), replace(collection, stored)])
      fresh = absent
      stored = [...there]
    }
    for (const row of rows) ids.add(row._id)
  }
  const write = async ({ collection, fields }: Generation, changes: readonly Change[]): Promise<void> => {
    const left = portionsOf(changes)
    const line = async () => {
      for (const portion of left)
        await writeChunk(
          collection,
          portion.map(change => rowOf(fields, change)),
        )
    }
    await Promise.all(Array.from({ length: lines }, line))
  }
  /**
   * Writes documents of several views in one operation of the client (MongoDB 8). What it refuses, because a document was
   * not or is already there, is written view by view: a repeat changes nothing.
   */
  const writeAtOnce = async (client: Pick<MongoClient, 'bulkWrite'>, all: readonly Written[]): Promise<void> => {
    let replaced = 0
    const models = all.flatMap(({ g: { collection, fields }, changes }): ClientBulkWriteModel[] => {
      const { namespace } = documents(collection)
      const ids = knownOf(collection)
      return changes.map(change => {
        const { _id, ...row } = rowOf(fields, change)
        if (!ids.has(_id)) return { namespace, name: 'insertOne', document: { _id, ...row } as object }
        replaced += 1
        const filter = { _id, position: { $lt: row.position } } as object
        return { namespace, name: 'replaceOne', filter, replacement: row }
      })
    })
    const matched = await client.bulkWrite(models, { ordered: false }).then(
      result => result.matchedCount,
      error => {
        if (error instanceof MongoClientBulkWriteError) return -1
        throw error
      },
    )
    if (matched !== replaced) await Promise.all(all.map(({ g, changes }) => write(g, changes)))
    for (const { g, changes } of all)
      found(
        g,
        Iterator.from(changes).map(({ id }) => id),
      )
  }
  /** Writes the changes of several views. */
  const writeAll = async (all: readonly Written[]): Promise<void> => {
    const some = all.filter(({ changes }) => changes.length > 0)
    const fits = [...portionsOf(some.flatMap(({ changes }) => changes))].length === 1
    if (client && some.length > 1 && fits) await writeAtOnce(client, some)
    else await Promise.all(some.map(({ g, changes }) => write(g, changes)))
  }
  /** Remembers stored documents, since they are about to be changed. */
  const found = ({ collection }: Generation, ids: Iterable<string>) => {
    const held = knownOf(collection)
    for (const id of ids) held.add(id)
  }
  return { write, writeAll, found }
}
export type DocumentWriter = ReturnType<typeof documentWriter>
