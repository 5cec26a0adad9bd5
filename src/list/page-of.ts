import { compareKeys, matcherOf } from '../engine/read/criteria.ts'
import type { Key, Page, Query, Scalar, Where } from '../ports/read-models.ts'

export type Item = Readonly<Record<string, unknown>>
export const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null

/** The value at a path of an item; null if it has none. */
export const valueAt = (item: Item, path: readonly string[]): Scalar => {
  const found = path.reduce<unknown>((at, name) => (isItem(at) ? at[name] : undefined), item)
  return typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean' ? found : null
}

/** Whether items match criteria. */
export const itemMatcher = (where: Where): ((item: Item) => boolean) =>
  matcherOf<Item>(where, path => item => valueAt(item, path))

/**
 * A page of in-memory items, with the same semantics as read model queries, for lists that are part of one document.
 * `idOf` gives each item an id. Items are sorted by the query's sort, then by id.
 */
export const pageOf = (items: readonly Item[], query: Query, idOf: (item: Item) => string): Page => {
  const { where, sort, limit, offset = 0, after, before } = query
  const keyOf = (item: Item) => ({ value: sort ? valueAt(item, sort.field) : null, id: idOf(item) })
  const order = (a: Key, b: Key) => (sort?.descending ? compareKeys(b, a) : compareKeys(a, b))
  const matching = items
    .filter(where === undefined ? () => true : itemMatcher(where))
    .sort((a, b) => order(keyOf(a), keyOf(b)))
  const behind = after && matching.findIndex(item => order(keyOf(item), after) > 0)
  const end = before && !after ? matching.filter(item => order(keyOf(item), before) < 0).length : undefined
  const from =
    behind === undefined
      ? end === undefined
        ? offset
        : Math.max(0, end - limit)
      : behind < 0
        ? matching.length
        : behind
  const page = matching.slice(from, end ?? from + limit)
  const [first, last] = [page[0], page.at(-1)]
  return {
    documents: page.map(item => ({ id: idOf(item), json: JSON.stringify(item), position: 0n })),
    count: matching.length,
    ...(first && last ? { first: keyOf(first), last: keyOf(last) } : {}),
    hasPrevious: from > 0 && matching.length > 0,
    hasNext: from + page.length < matching.length && page.length > 0,
  }
}
