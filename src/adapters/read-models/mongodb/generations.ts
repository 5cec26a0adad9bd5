import { randomBytes } from 'node:crypto'
import { type IndexDescription, MongoServerError } from 'mongodb'
import type { Position } from '../../../ports/event-log.ts'
import type { ViewRef } from '../../../ports/read-models.ts'
import type { Collections, ViewRow } from './documents.ts'
import { type Fields, fieldsOf, pathsOf } from './fields.ts'

export type ViewName = Pick<ViewRef, 'name' | 'version'>
export const keyOf = ({ name, version }: ViewName): string => `${name}/${version}`

/** One set of a view's documents. `key`: id of its row. */
export type Generation = {
  readonly key: string
  readonly collection: string
  readonly fields: Fields
  readonly checkpoint: Position
}

const generationOf = ({ _id, collection, paths, checkpoint }: ViewRow): Generation => ({
  key: _id,
  collection,
  fields: fieldsOf(paths),
  checkpoint,
})

const noCollection = 26

/** Duplicate key: another writer was first. */
export const isDuplicate = (error: unknown): boolean => error instanceof MongoServerError && error.code === 11000

const indexesOf = (view: ViewRef, fields: Fields): IndexDescription[] => {
  const key = (...paths: readonly (readonly string[] | '_id')[]) =>
    Object.fromEntries(paths.map(path => [path === '_id' ? '_id' : fields.nameOf(path)!, 1 as const]))
  return [
    ...view.indexes.map((path, i) => ({ name: `index_${i}`, key: key(path, '_id') })),
    ...(view.lists ?? []).map(({ scope, sort, filters = [] }, i) => ({
      name: `list_${i}`,
      key: key(scope, sort, '_id', ...filters),
    })),
    { name: 'gone', key: { gone: 1 as const }, sparse: true },
  ]
}

/** Maximum age of a cached row, in milliseconds of our own clock. */
const freshFor = 3_000

/**
 * Finds a view's collection and its checkpoint. The rows of views that this node watches are polled and served from
 * this cache; others are read on demand.
 */
export const openGenerations = ({ views, documents }: Collections) => {
  const watched = new Map<string, { readonly generation: Generation | undefined; readonly at: number }>()

  const keep = (key: string, row: ViewRow | null | undefined): Generation | undefined => {
    const generation = row ? generationOf(row) : undefined
    if (watched.has(key)) watched.set(key, { generation, at: performance.now() })
    return generation
  }
  const readKey = async (key: string) => keep(key, await views.findOne({ _id: key }))
  const read = (view: ViewName): Promise<Generation | undefined> => readKey(keyOf(view))
  const known = async (view: ViewName): Promise<Generation | undefined> => {
    const held = watched.get(keyOf(view))
    return held?.generation && performance.now() - held.at < freshFor ? held.generation : read(view)
  }
  /** Reads the rows of these views, and watches them from now on. */
  const refresh = async (wanted: readonly ViewName[]): Promise<readonly (Generation | undefined)[]> => {
    const keys = wanted.map(keyOf)
    const rows = new Map((await views.find({ _id: { $in: keys } }).toArray()).map(row => [row._id, row]))
    return keys.map(key => {
      if (!watched.has(key)) watched.set(key, { generation: undefined, at: 0 })
      return keep(key, rows.get(key))
    })
  }
  const index = async (view: ViewRef, { collection, fields }: Pick<Generation, 'collection' | 'fields'>) => {
    const there = await documents(collection)
      .indexes()
      .catch(error => {
        if (error instanceof MongoServerError && error.code === noCollection) return []
        throw error
      })
    const missing = indexesOf(view, fields).filter(({ name }) => there.every(known => known.name !== name))
    if (missing.length > 0) await documents(collection).createIndexes(missing)
  }
  /** Creates an empty generation under `key`, or returns the one that another node created meanwhile. */
  const create = async (view: ViewRef, key: string, indexed: boolean): Promise<Generation> => {
    const collection = `view.${view.name}.${view.version}.${randomBytes(6).toString('hex')}`
    const row: ViewRow = { _id: key, collection, paths: pathsOf(view), checkpoint: 0n }
    if (indexed) await index(view, generationOf(row))
    try {
      await views.insertOne(row)
      return keep(key, row)!
    } catch (error) {
      if (!isDuplicate(error)) throw error
      await documents(collection).drop()
      return (await readKey(key)) ?? create(view, key, indexed)
    }
  }
  /** Advances the checkpoint unless another node has; returns the stored one. */
  const advance = async (g: Generation, checkpoint: Position): Promise<Position> => {
    const { key, collection } = g
    const moved = await views.updateOne({ _id: key, collection, checkpoint: g.checkpoint }, { $set: { checkpoint } })
    if (moved.matchedCount === 0) return (await readKey(key))?.checkpoint ?? 0n
    if (watched.has(key)) watched.set(key, { generation: { ...g, checkpoint }, at: performance.now() })
    return checkpoint
  }
  return { read, readKey, known, refresh, create, index, advance }
}
export type Generations = ReturnType<typeof openGenerations>
