import { likeMatcher } from '../domain/shared/like.ts'
import { compareText } from '../domain/shared/text-order.ts'
import type { Scalar, Where } from '../ports/read-models.ts'

/** How a field is read from an item, by its path; asked once for each field of the criteria. */
type FieldOf<A> = (path: readonly string[]) => (item: A) => Scalar

/** Orders null before numbers, and numbers before text, as read models do. */
export const compare = (a: Scalar, b: Scalar): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  const rank = (value: Scalar) => (value === null ? 0 : typeof value === 'string' ? 2 : 1)
  return rank(a) - rank(b)
}

type Leaf = Extract<Where, { readonly field: readonly string[] }>

/** Whether a value matches one criterion. */
const testOf = (where: Leaf): ((value: Scalar) => boolean) => {
  switch (where.is) {
    case '=':
      return value => value === where.value
    case '<>':
      return value => value !== where.value
    case 'in': {
      const values = new Set(where.values)
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
      const { is, value: bound } = where
      return value => {
        if (value === null || typeof value !== typeof bound) return false
        const order = compare(value, bound)
        return { '<': order < 0, '>': order > 0, '<=': order <= 0, '>=': order >= 0 }[is]
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
  return item => holds(valueIn(item))
}
