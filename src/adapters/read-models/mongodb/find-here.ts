import type { Collection } from 'mongodb'
import { compareKeys, matcherOf, pathsIn } from '../../../engine/read/criteria.ts'
import { roomFor } from '../../../engine/read/room-for.ts'
import type { Key, Page, Query, Where } from '../../../ports/read-models.ts'
import { type Criteria, type DocumentRow, inOneBatch, storedOf } from './documents.ts'
import { type Fields, valueAt } from './fields.ts'

/** Reads the value at a path of one document. */
type Read = (path: readonly string[]) => string | number | null

/** What to read of each candidate for these paths: their fields, or the text if one has no field. */
const reading = (fields: Fields, paths: readonly (readonly string[])[]) => {
  const names = paths.map(fields.nameOf)
  const inText = names.includes(undefined)
  const projection = { _id: 1, ...(inText ? { json: 1 } : Object.fromEntries(names.map(name => [name, 1]))) }
  const readOf = (row: DocumentRow): Read => {
    if (!inText) return path => row[fields.nameOf(path)!] ?? null
    const document: unknown = JSON.parse(row.json ?? 'null')
    return path => valueAt(document, path)
  }
  return { projection, readOf }
}

/** Keys of the matching candidates, in list order. Only keys are kept in memory, however large the documents are. */
const keysOf = async (
  documents: Collection<DocumentRow>,
  fields: Fields,
  filter: Criteria,
  rest: Where | undefined,
  sort: Query['sort'],
): Promise<readonly Key[]> => {
  const fits = rest ? matcherOf<Read>(rest, path => read => read(path)) : () => true
  const { projection, readOf } = reading(fields, [...(rest ? pathsIn(rest) : []), ...(sort ? [sort.field] : [])])
  const keys: Key[] = []
  for await (const row of documents.find(filter, { projection })) {
    const read = readOf(row)
    if (fits(read)) keys.push({ id: row._id, value: sort ? read(sort.field) : null })
  }
  return keys.sort(sort?.descending ? (a, b) => compareKeys(b, a) : compareKeys)
}

/** Start and end of a page among the keys. */
const cut = (keys: readonly Key[], query: Query): readonly [from: number, to: number] => {
  const { after, before, offset = 0, limit, sort } = query
  const beyond = (key: Key, other: Key) => (sort?.descending ? compareKeys(other, key) : compareKeys(key, other)) > 0
  if (after) {
    const at = keys.findIndex(key => beyond(key, after))
    return at < 0 ? [keys.length, keys.length] : [at, Math.min(at + limit, keys.length)]
  }
  if (before) {
    const end = keys.findLastIndex(key => beyond(before, key)) + 1
    return [Math.max(end - limit, 0), end]
  }
  return [Math.min(offset, keys.length), Math.min(offset + limit, keys.length)]
}

/** Reads a page whose criteria or sort the server cannot fully evaluate. */
export const findHere = async (
  documents: Collection<DocumentRow>,
  fields: Fields,
  filter: Criteria,
  rest: Where | undefined,
  query: Query,
): Promise<Page> => {
  const keys = await keysOf(documents, fields, filter, rest, query.sort)
  const [from, to] = cut(keys, query)
  const all = keys.slice(from, to)
  const ids = all.map(key => key.id)
  const rows =
    ids.length === 0 ? [] : await documents.find({ _id: { $in: ids }, gone: null }, inOneBatch(ids.length)).toArray()
  const byId = new Map(rows.map(row => [row._id, row]))
  const backwards = query.before !== undefined && query.after === undefined
  const inOrder = backwards ? all.toReversed() : all
  const room = roomFor(
    inOrder.map(({ id }) => byId.get(id) ?? {}),
    query,
  )
  const shown = backwards ? all.slice(all.length - room) : all.slice(0, room)
  const isCut = room < all.length
  const [first, last] = [shown[0], shown.at(-1)]
  return {
    documents: shown.flatMap(({ id }) => byId.get(id) ?? []).map(storedOf),
    count: keys.length,
    ...(first && last ? { first, last } : {}),
    hasPrevious: query.previous !== false && (from > 0 || (backwards && isCut)),
    hasNext: to < keys.length || (!backwards && isCut),
  }
}
