import {
  type AnyBulkWriteOperation,
  BSON,
  type ClientBulkWriteModel,
  type Db,
  MongoBulkWriteError,
  type MongoClient,
  MongoClientBulkWriteError,
} from 'mongodb'
import { allEnded } from '../../../engine/pause.ts'
import { type Change, DocumentTooLarge, type ViewRef } from '../../../ports/read-models.ts'
import { type Collections, type DocumentRow, inOneBatch } from './documents.ts'
import { type Fields, storedFields } from './fields.ts'
import { type Documents, readable } from './views.ts'

/** Concurrent operations: the server works while the next ones are prepared. */
const lines = 3
/** Number of stored ids remembered per collection. */
const remembered = 50_000
/** Documents, and their characters, that go in one operation. */
const together = { documents: 1_000, characters: 4_000_000 }

const rowOf = (fields: Fields, { id, json, position }: Change): DocumentRow =>
  json === undefined
    ? { _id: id, position, json: null, gone: new Date() }
    : { _id: id, position, json, ...storedFields(fields, json) }

/** A server takes documents of less than 16 MiB; the operation that replaces one has a few bytes more. */
const mostBytes = 16 * 2 ** 20 - 65_536
/** A text so short, and the values that are stored beside it, are never that large. */
const surelyFits = 1_000_000

/** The first version of the wire protocol whose servers write to several collections in one operation (MongoDB 8). */
const bulkWriteSince = 25
export const hasClientBulkWrite = async (db: Db): Promise<boolean> =>
  Number((await db.command({ hello: 1 })).maxWireVersion ?? 0) >= bulkWriteSince

/** Changes to the documents of a view. */
export type Written = { readonly view: ViewRef; readonly to: Documents; readonly changes: Iterable<Change> }
/** Some of the documents of a view, as they are stored. */
type Portion = { readonly collection: string; readonly rows: DocumentRow[] }

/**
 * Parts of changes that go in one operation each, or in one for each view. They are made while they are written, so that few
 * are in memory. Throws DocumentTooLarge at one that a server would refuse.
 */
export function* portionsOf(all: Iterable<Written>): Generator<readonly Portion[]> {
  let portions: Portion[] = []
  let [documents, characters] = [0, 0]
  for (const { view, to, changes } of all) {
    let portion: Portion | undefined
    for (const change of changes) {
      const row = rowOf(to.fields, change)
      const size = change.json?.length ?? 0
      if (size > surelyFits && BSON.calculateObjectSize(row) > mostBytes) throw new DocumentTooLarge(view, mostBytes)
      portion ??= { collection: to.collection, rows: [] }
      if (portion.rows.push(row) === 1) portions.push(portion)
      documents += 1
      characters += size
      if (documents < together.documents && characters < together.characters) continue
      yield portions
      portions = []
      portion = undefined
      documents = 0
      characters = 0
    }
  }
  if (portions.length > 0) yield portions
}

/**
 * The documents that views are folded from and to. Each is written unless the stored one reflects the same or a later position.
 * New ones are inserted and known ones replaced under that condition; no upserts, since a failed one aborts the batch on some
 * servers. A document is known if this process read or wrote it; if that is wrong, the server reports it, and the other operation is
 * tried. `ask` bounds each operation; `unreadable` hears of stored documents that are not JSON, which the fold refuses.
 */
export const documentStore = (
  { documents }: Pick<Collections, 'documents'>,
  ask: <A>(answer: Promise<A>) => Promise<A>,
  unreadable: (error: unknown) => void = () => {},
  client?: Pick<MongoClient, 'bulkWrite'>,
) => {
  const known = new Map<string, Set<string>>()
  const knownIn = (collection: string) => {
    const ids = known.get(collection) ?? new Set<string>()
    if (ids.size > remembered) ids.clear()
    known.set(collection, ids)
    return ids
  }

  /** Inserts new documents; returns those that already exist. */
  const insert = async ({ collection, rows }: Portion): Promise<DocumentRow[]> => {
    if (rows.length === 0) return []
    try {
      await ask(documents(collection).insertMany(rows, { ordered: false }))
      return []
    } catch (error) {
      if (!(error instanceof MongoBulkWriteError)) throw error
      const failed = [error.writeErrors].flat()
      if (failed.length === 0 || failed.some(({ code }) => code !== 11000)) throw error
      return failed.map(({ index }) => rows[index]!)
    }
  }
  /** Replaces older documents; returns those that do not exist. */
  const replace = async ({ collection, rows }: Portion): Promise<DocumentRow[]> => {
    if (rows.length === 0) return []
    const operations = rows.map(
      ({ _id, ...row }): AnyBulkWriteOperation<DocumentRow> => ({
        replaceOne: { filter: { _id, position: { $lt: row.position } }, replacement: row },
      }),
    )
    const { matchedCount } = await ask(documents(collection).bulkWrite(operations, { ordered: false }))
    if (matchedCount === rows.length) return []
    const ids = rows.map(row => row._id)
    const options = { projection: { _id: 1 }, ...inOneBatch(ids.length) }
    const there = await ask(
      documents(collection)
        .find({ _id: { $in: ids } }, options)
        .toArray(),
    )
    const found = new Set(there.map(row => row._id))
    return rows.filter(row => !found.has(row._id))
  }
  const writeOne = async ({ collection, rows }: Portion): Promise<void> => {
    const ids = knownIn(collection)
    let fresh = rows.filter(row => !ids.has(row._id))
    let stored = rows.filter(row => ids.has(row._id))
    while (fresh.length + stored.length > 0) {
      const [there, absent] = await Promise.all([
        insert({ collection, rows: fresh }),
        replace({ collection, rows: stored }),
      ])
      fresh = absent
      stored = there
    }
  }
  /** Writes documents of several views in one operation (MongoDB 8); false: some were refused, because one was not or is already there. */
  const writeAtOnce = async (at: Pick<MongoClient, 'bulkWrite'>, portions: readonly Portion[]): Promise<boolean> => {
    let replaced = 0
    const models = portions.flatMap(({ collection, rows }): ClientBulkWriteModel[] => {
      const { namespace } = documents(collection)
      const ids = knownIn(collection)
      return rows.map(({ _id, ...row }) => {
        if (!ids.has(_id)) return { namespace, name: 'insertOne', document: { _id, ...row } as object }
        replaced += 1
        const filter = { _id, position: { $lt: row.position } } as object
        return { namespace, name: 'replaceOne', filter, replacement: row }
      })
    })
    try {
      return (await ask(at.bulkWrite(models, { ordered: false }))).matchedCount === replaced
    } catch (error) {
      if (error instanceof MongoClientBulkWriteError) return false
      throw error
    }
  }
  return {
    /** Writes the changes of several views. Throws DocumentTooLarge. */
    write: async (all: Iterable<Written>): Promise<void> => {
      const left = portionsOf(all)
      const line = async () => {
        for (const portions of left) {
          const isWritten = client && portions.length > 1 && (await writeAtOnce(client, portions))
          // a repeat changes nothing
          if (!isWritten) await allEnded(portions.map(writeOne))
          for (const { collection, rows } of portions) for (const { _id } of rows) knownIn(collection).add(_id)
        }
      }
      await allEnded(Array.from({ length: lines }, line))
    },
    /** Documents by view, tombstones too; undefined when they have more than `most` characters besides the largest. */
    load: async (
      wanted: ReadonlyMap<ViewRef, { readonly of: Documents; readonly ids: readonly string[] }>,
      most: number,
    ): Promise<ReadonlyMap<ViewRef, readonly Change[]> | undefined> => {
      let [characters, largest] = [0, 0]
      const one = async (view: ViewRef, of: Documents, ids: readonly string[]) => {
        const found: Change[] = []
        const options = { projection: { json: 1, position: 1 }, ...inOneBatch(ids.length) }
        const rows = documents(of.collection).find({ _id: { $in: [...ids] } }, options)
        for await (const { _id, json, position } of rows) {
          found.push({ id: _id, json: json ?? undefined, position })
          knownIn(of.collection).add(_id)
          characters += json?.length ?? 0
          largest = Math.max(largest, json?.length ?? 0)
          if (characters - largest > most) break
        }
        try {
          readable(view, of, found)
        } catch (error) {
          unreadable(error)
        }
        return [view, found] as const
      }
      const found = await allEnded(Array.from(wanted, ([view, { of, ids }]) => ask(one(view, of, ids))))
      return characters - largest > most ? undefined : new Map(found)
    },
  }
}
export type DocumentStore = ReturnType<typeof documentStore>
