import { randomBytes } from 'node:crypto'
import { type Collection, type IndexDescription, MongoServerError } from 'mongodb'
import type { Position } from '../../../ports/event-log.ts'
import type { ViewRef } from '../../../ports/read-models.ts'
import type { Collections, DocumentRow, FeedRow, Member, RetiredRow, ViewRow } from './documents.ts'
import { type Fields, fieldsOf, pathsOf } from './fields.ts'

export type ViewName = Pick<ViewRef, 'name' | 'version'>
export const keyOf = ({ name, version }: ViewName): string => `${name}/${version}`
/** The name of a view's field in a feed: field names must not contain dots. */
export const memberKey = (key: string): string => encodeURIComponent(key).replaceAll('.', '%2E')

const memberKeys = new WeakMap<ViewName, string>()
/** The same for a view; every batch asks for those of all views, several times. */
const memberKeyOf = (view: ViewName): string => {
  const key = memberKeys.get(view) ?? memberKey(keyOf(view))
  memberKeys.set(view, key)
  return key
}

/** One set of a view's documents, and what it reflects. `key`: id of its row. */
export type Generation = {
  readonly key: string
  readonly collection: string
  readonly fields: Fields
  readonly checkpoint: Position
}

const fieldsByCollection = new Map<string, Fields>()
/** The paths of a collection never change. */
const fieldsIn = ({ collection, paths }: Member): Fields => {
  const known = fieldsByCollection.get(collection) ?? fieldsOf(paths)
  if (fieldsByCollection.size > 1_000) fieldsByCollection.clear()
  fieldsByCollection.set(collection, known)
  return known
}
export const generationOf = (key: string, member: Member, checkpoint: Position): Generation => ({
  key,
  collection: member.collection,
  fields: fieldsIn(member),
  checkpoint,
})
const ofRow = (row: ViewRow): Generation => generationOf(row._id, row, row.checkpoint)
/** Whether a view is fed together with the others of a feed. */
export const isMember = (feed: FeedRow | undefined, view: ViewName): boolean =>
  feed?.members[memberKeyOf(view)] !== undefined
/** The documents of a view as a feed has them. */
export const ofFeed = (feed: FeedRow | undefined, key: string): Generation | undefined => {
  const member = feed?.members[memberKey(key)]
  return feed && member && generationOf(key, member, feed.position)
}

const noCollection = 26

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
/** Notes that a collection of documents is no longer used; `sweep` drops it when no reader can be left. */
export const retire = (retired: Collection<RetiredRow>, collection: string): Promise<unknown> =>
  upserted(() => retired.updateOne({ _id: collection }, { $set: { at: new Date() } }, { upsert: true }))

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
 * By default the primary waits until all members have the indexes, for ever if one is down. A server that is no replica set, and some that are
 * not MongoDB's own, refuse to be told for how many to wait.
 */
const createIndexes = async (documents: Collection<DocumentRow>, missing: IndexDescription[]): Promise<void> => {
  try {
    await documents.createIndexes(missing, { commitQuorum: 'majority' })
  } catch (error) {
    if (!(error instanceof MongoServerError) || !error.message.includes('commitQuorum')) throw error
    await documents.createIndexes(missing)
  }
}

/** Finds, makes and moves the sets of documents of views, by their rows and the feed of this release. */
export const openGenerations = ({ views, feeds, documents }: Collections, feedId: string) => {
  const readFeed = async (): Promise<FeedRow | undefined> => (await feeds.findOne({ _id: feedId })) ?? undefined
  const readKey = async (key: string): Promise<Generation | undefined> => {
    const row = await views.findOne({ _id: key })
    return row ? ofRow(row) : undefined
  }
  const readKeys = async (keys: readonly string[]): Promise<readonly Generation[]> =>
    keys.length === 0 ? [] : (await views.find({ _id: { $in: [...keys] } }).toArray()).map(ofRow)
  /** As the feed of this release has it, else as its row says. */
  const read = async (view: ViewName): Promise<Generation | undefined> =>
    ofFeed(await readFeed(), keyOf(view)) ?? readKey(keyOf(view))

  const index = async (view: ViewRef, { collection, fields }: Pick<Generation, 'collection' | 'fields'>) => {
    const there = await documents(collection)
      .indexes()
      .catch(error => {
        if (error instanceof MongoServerError && error.code === noCollection) return []
        throw error
      })
    const missing = indexesOf(view, fields).filter(({ name }) => there.every(known => known.name !== name))
    if (missing.length > 0) await createIndexes(documents(collection), missing)
  }
  /** Creates an empty generation under `key`, or returns the one that another node created meanwhile. */
  const create = async (view: ViewRef, key: string, indexed: boolean): Promise<Generation> => {
    const collection = `view.${view.name}.${view.version}.${randomBytes(6).toString('hex')}`
    const row: ViewRow = { _id: key, collection, paths: pathsOf(view), checkpoint: 0n }
    if (indexed) await index(view, ofRow(row))
    try {
      await views.insertOne(row)
      return ofRow(row)
    } catch (error) {
      if (!isDuplicate(error)) throw error
      await documents(collection).drop()
      return (await readKey(key)) ?? create(view, key, indexed)
    }
  }
  /** Advances the row's checkpoint unless another node has; returns the stored one. */
  const advance = async ({ key, collection, checkpoint: from }: Generation, to: Position): Promise<Position> => {
    const moved = await views.updateOne({ _id: key, collection, checkpoint: from }, { $set: { checkpoint: to } })
    return moved.matchedCount === 1 ? to : ((await readKey(key))?.checkpoint ?? 0n)
  }
  return { feedId, readFeed, readKey, readKeys, read, create, index, advance }
}
export type Generations = ReturnType<typeof openGenerations>
