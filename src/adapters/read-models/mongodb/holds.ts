import { likeMatcher } from '../../../domain/shared/like.ts'
import type { Where } from '../../../ports/read-models.ts'
import { plain } from './fields.ts'
import { compareValues } from './order.ts'

type Value = string | number | null
/** Reads the value at a path of one document. */
export type Read = (path: readonly string[]) => Value

/** Criteria as a predicate, for those that the server cannot or must not evaluate. */
export const predicateOf = (where: Where): ((read: Read) => boolean) => {
  if ('all' in where) {
    const parts = where.all.map(predicateOf)
    return read => parts.every(holds => holds(read))
  }
  if ('any' in where) {
    const parts = where.any.map(predicateOf)
    return read => parts.some(holds => holds(read))
  }
  const { field } = where
  switch (where.is) {
    case '=': {
      const wanted = plain(where.value)
      return read => read(field) === wanted
    }
    case '<>': {
      const other = plain(where.value)
      return read => read(field) !== other
    }
    case 'in': {
      const values = new Set(where.values.map(plain))
      return read => values.has(read(field))
    }
    case 'like': {
      const matches = likeMatcher(where.pattern)
      return read => {
        const value = read(field)
        return value !== null && matches(String(value))
      }
    }
    default: {
      const [bound, is] = [plain(where.value), where.is]
      return read => {
        const value = read(field)
        if (value === null || typeof value !== typeof bound) return false
        const order = compareValues(value, bound)
        return is === '<' ? order < 0 : is === '>' ? order > 0 : is === '<=' ? order <= 0 : order >= 0
      }
    }
  }
}

/** The paths that criteria read. */
export const pathsIn = (where: Where): readonly (readonly string[])[] =>
  'all' in where ? where.all.flatMap(pathsIn) : 'any' in where ? where.any.flatMap(pathsIn) : [where.field]
