import { valueAt } from '../../../src/adapters/read-models/mongodb/fields.ts'
import { compareKeys, matcherOf } from '../../../src/engine/read/criteria.ts'
import { roomFor } from '../../../src/engine/read/room-for.ts'
import type { Key, Page, Query, Stored } from '../../../src/ports/read-models.ts'

/** A stored document with its parsed value, so that lists need not parse it again. */
export type Parsed = Stored & { readonly document: unknown }

/** A page of documents, found by reading them all. */
export const findIn = (documents: Iterable<Parsed>, query: Query): Page => {
  const { where, sort, after, before, offset = 0, limit } = query
  const fits = where ? matcherOf<unknown>(where, path => document => valueAt(document, path)) : () => true
  const order = (a: Key, b: Key) => (sort?.descending ? compareKeys(b, a) : compareKeys(a, b))
  const found: { readonly stored: Parsed; readonly key: Key }[] = []
  for (const stored of documents) {
    const { id, document } = stored
    if (fits(document)) found.push({ stored, key: { id, value: sort ? valueAt(document, sort.field) : null } })
  }
  found.sort((a, b) => order(a.key, b.key))
  const start = after ? found.filter(({ key }) => order(key, after) <= 0).length : before ? 0 : offset
  const end = before && !after ? found.filter(({ key }) => order(key, before) < 0).length : start + limit
  const from = before && !after ? Math.max(end - limit, 0) : Math.min(start, found.length)
  const all = found.slice(from, end)
  const backwards = before !== undefined && after === undefined
  const inOrder = backwards ? all.toReversed() : all
  const room = roomFor(
    inOrder.map(({ stored }) => stored),
    query,
  )
  const shown = backwards ? all.slice(all.length - room) : all.slice(0, room)
  const isCut = room < all.length
  const [first, last] = [shown[0], shown.at(-1)]
  return {
    documents: shown.map(({ stored: { id, json, position } }) => ({ id, json, position })),
    count: found.length,
    ...(first && last ? { first: first.key, last: last.key } : {}),
    hasPrevious: query.previous !== false && (from > 0 || (backwards && isCut)),
    hasNext: end < found.length || (!backwards && isCut),
  }
}
