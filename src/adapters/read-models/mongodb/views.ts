import { createHash, randomBytes } from 'node:crypto'
import { type Collection, type IndexDescription, MongoServerError } from 'mongodb'
import type { Position } from '../../../ports/event-log.ts'
import type { ViewRef } from '../../../ports/read-models.ts'
import { DocumentUnreadable } from '../../../ports/store-away.ts'
import type { Collections, DocumentRow, FeedRow, ViewRow } from './documents.ts'
import { type Fields, fieldsOf, pathsOf } from './fields.ts'

export type ViewName = Pick<ViewRef, 'name' | 'version'>
export const keyOf = ({ name, version }: ViewName): string => `${name}/${version}`
/** The name of a view's field in a feed: field names must not contain dots. */
export const memberKey = (view: ViewName): string => encodeURIComponent(keyOf(view)).replaceAll('.', '%2E')

/** Name of the feed of these views: nodes of one release share it; those of another feed their own views. */
export const feedIdOf = (views: readonly ViewName[]): string =>
  `feed:${createHash('sha256').update(views.map(keyOf).sort().join('\n')).digest('hex').slice(0, 16)}`

/** The documents of a view: where they are, and the position that they reflect. */
export type Documents = { readonly collection: string; readonly fields: Fields; readonly position: Position }

const fieldsByCollection = new Map<string, Fields>()
/** The paths of a collection never change. */
const fieldsIn = ({ collection, paths }: ViewRow): Fields => {
  const known = fieldsByCollection.get(collection) ?? fieldsOf(paths)
  if (fieldsByCollection.size > 1_000) fieldsByCollection.clear()
  fieldsByCollection.set(collection, known)
  return known
}
export const documentsIn = (row: ViewRow, position: Position): Documents => ({
  collection: row.collection,
  fields: fieldsIn(row),
  position: row.position ?? position,
})
/** The documents of a view that serve; undefined if it has none. */
export const servingIn = (feed: FeedRow | undefined, view: ViewName): Documents | undefined => {
  const row = feed?.views[memberKey(view)]
  return feed && row && documentsIn(row, feed.position)
}

/** Duplicate key: another writer was first. */
export const isDuplicate = (error: unknown): boolean => error instanceof MongoServerError && error.code === 11000

/**
 * An upsert by `_id` whose update may be repeated: where another writer inserts the document at the same time, a server may
 * answer with a duplicate key (FerretDB does; MongoDB tries again by itself), and the second attempt finds the document.
 */
export const upserted = async <A>(upsert: () => Promise<A>): Promise<A> => {
  try {
    return await upsert()
  } catch (error) {
    if (!isDuplicate(error)) throw error
    return upsert()
  }
}

const noCollection = 26
const indexesOf = (view: ViewRef, fields: Fields): IndexDescription[] => {
  const key = (...paths: readonly (readonly string[] | '_id')[]) =>
    Object.fromEntries(paths.map(path => [path === '_id' ? '_id' : fields.nameOf(path)!, 1 as const]))
  return [
    ...view.indexes.map((path, i) => ({ name: `index_${i}`, key: key(path, '_id') })),
    ...(view.lists ?? []).map(({ scope, sort, filters = [] }, i) => ({
      name: `list_${i}`,
      key: key(scope, sort, '_id', ...filters),
    })),
    ...(view.listByName ? [{ name: 'names', key: { names: 1 as const, ...key(view.listByName.sort, '_id') } }] : []),
    { name: 'gone', key: { gone: 1 as const }, sparse: true },
  ]
}
/**
 * Creates the indexes of a view that are missing. By default the primary waits until all members have them, for ever if one is down. A
 * server that is no replica set, and some that are not MongoDB's own, refuse to be told for how many to wait.
 */
export const index = async (documents: Collection<DocumentRow>, view: ViewRef, fields: Fields): Promise<void> => {
  const there = await documents.indexes().catch(error => {
    if (error instanceof MongoServerError && error.code === noCollection) return []
    throw error
  })
  const missing = indexesOf(view, fields).filter(({ name }) => there.every(known => known.name !== name))
  if (missing.length === 0) return
  try {
    await documents.createIndexes(missing, { commitQuorum: 'majority' })
  } catch (error) {
    if (!(error instanceof MongoServerError) || !error.message.includes('commitQuorum')) throw error
    await documents.createIndexes(missing)
  }
}

/** A new set of documents of a view, without indexes; its collection is made with its first document. */
export const newRow = (view: ViewRef): ViewRow => ({
  collection: `view.${view.name}.${view.version}.${randomBytes(6).toString('hex')}`,
  paths: pathsOf(view),
  position: 0n,
  bare: true,
})
/** A feed that nobody has fed yet. */
export const newFeed = (_id: string, holder: string | null): FeedRow => ({
  _id,
  holder,
  turn: 1,
  beat: 0,
  fedAt: new Date(),
  position: 0n,
  views: {},
  builds: {},
})
/** Inserts a feed; the one that is there if another node was faster. */
export const insertFeed = async (feeds: Collections['feeds'], feed: FeedRow): Promise<FeedRow | undefined> => {
  try {
    await feeds.insertOne(feed)
    return feed
  } catch (error) {
    if (!isDuplicate(error)) throw error
    return (await feeds.findOne({ _id: feed._id })) ?? undefined
  }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}
/** Documents that were read of a view; throws DocumentUnreadable if one of them is not JSON. */
export const readable = <D extends { readonly json: string | undefined }>(
  { name }: ViewName,
  { collection }: Documents,
  documents: readonly D[],
): readonly D[] => {
  if (documents.every(({ json }) => json === undefined || isJson(json))) return documents
  throw new DocumentUnreadable(name, collection)
}
