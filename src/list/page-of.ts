import { likeMatcher } from '../domain/shared/like.ts'
import type { Page, Query, Scalar, Where } from '../ports/read-models.ts'

export type Item = Readonly<Record<string, unknown>>
export const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null

/** The value at a path of an item; null if it has none. */
export const valueAt = (item: Item, path: readonly string[]): Scalar => {
  const found = path.reduce<unknown>((at, name) => (isItem(at) ? at[name] : undefined), item)
  return typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean' ? found : null
}

/** Orders null before numbers, and numbers before text. */
const compare = (a: Scalar, b: Scalar): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0
  const rank = (value: Scalar) => (value === null ? 0 : typeof value === 'string' ? 2 : 1)
  return rank(a) - rank(b)
}

/** Whether an item matches criteria, as read models decide it. */
export const holds = (where: Where, item: Item): boolean => {
  if ('all' in where) return where.all.every(part => holds(part, item))
  if ('any' in where) return where.any.some(part => holds(part, item))
  const value = valueAt(item, where.field)
  switch (where.is) {
    case '=':
      return value === where.value
    case '<>':
      return value !== where.value
    case 'in':
      return where.values.includes(value)
    case 'like':
      return value !== null && likeMatcher(where.pattern)(String(value))
    default: {
      if (value === null || typeof value !== typeof where.value) return false
      const order = compare(value, where.value)
      return { '<': order < 0, '>': order > 0, '<=': order <= 0, '>=': order >= 0 }[where.is]
    }
  }
}

/**
 * A page of in-memory items, with the same semantics as read model queries, for lists that are part of one document.
 * `idOf` gives each item an id. Items are sorted by the query's sort, then by id.
 */
export const pageOf = (items: readonly Item[], query: Query, idOf: (item: Item) => string): Page => {
  const { where, sort, limit, offset = 0, after, before } = query
  const keyOf = (item: Item) => ({ value: sort ? valueAt(item, sort.field) : null, id: idOf(item) })
  const order = (a: ReturnType<typeof keyOf>, b: ReturnType<typeof keyOf>) =>
    (sort?.descending ? -1 : 1) * (compare(a.value, b.value) || compare(a.id, b.id))
  const matching = items
    .filter(item => where === undefined || holds(where, item))
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
