import { likeMatcher } from '../../domain/shared/like.ts'
import { compareText } from '../../domain/shared/text-order.ts'
import type { Key, Scalar, Where } from '../../ports/read-models.ts'

type Path = readonly string[]
type Plain = string | number | null
type Leaf = Extract<Where, { readonly field: Path }>
/** How a field is read from an item, by its path; asked once for each field of the criteria. */
type FieldOf<A> = (path: Path) => (item: A) => Scalar

/** A scalar as read models compare it: 1 and 0 for true and false. */
export const plain = (value: Scalar): Plain => (typeof value === 'boolean' ? Number(value) : value)

const rank = (value: Plain): number => (value === null ? 0 : typeof value === 'number' ? 1 : 2)

/** Orders null before numbers, and numbers before text. */
const compare = (a: Plain, b: Plain): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  return rank(a) - rank(b)
}

/** The order of an ascending list: by value, then by id. */
export const compareKeys = (a: Key, b: Key): number =>
  compare(plain(a.value), plain(b.value)) || compareText(a.id, b.id)

/** Whether a plain value meets one criterion. */
const testOf = (where: Leaf): ((value: Plain) => boolean) => {
  switch (where.is) {
    case '=': {
      const wanted = plain(where.value)
      return value => value === wanted
    }
    case '<>': {
      const other = plain(where.value)
      return value => value !== other
    }
    case 'in': {
      const values = new Set(where.values.map(plain))
      return value => values.has(value)
    }
    case 'like': {
      const matches = likeMatcher(where.pattern)
      return value => value !== null && matches(String(value))
    }
    case '<':
    case '>':
    case '<=':
    case '>=': {
      const { is } = where
      const bound = plain(where.value)
      return value => {
        if (value === null || typeof value !== typeof bound) return false
        const order = compare(value, bound)
        return is === '<' ? order < 0 : is === '>' ? order > 0 : is === '<=' ? order <= 0 : order >= 0
      }
    }
  }
}

/** Whether items match criteria, as read models decide it. Fields and patterns are prepared once for all items. */
export const matcherOf = <A>(where: Where, fieldOf: FieldOf<A>): ((item: A) => boolean) => {
  if ('all' in where) {
    const parts = where.all.map(part => matcherOf(part, fieldOf))
    return item => parts.every(matches => matches(item))
  }
  if ('any' in where) {
    const parts = where.any.map(part => matcherOf(part, fieldOf))
    return item => parts.some(matches => matches(item))
  }
  const [valueIn, holds] = [fieldOf(where.field), testOf(where)]
  return item => holds(plain(valueIn(item)))
}

/** The paths that criteria read. */
export const pathsIn = (where: Where): readonly Path[] =>
  'all' in where ? where.all.flatMap(pathsIn) : 'any' in where ? where.any.flatMap(pathsIn) : [where.field]
