import { plain } from '../../../engine/read/criteria.ts'
import type { Scalar, Where } from '../../../ports/read-models.ts'
import type { Criteria, FieldName } from './documents.ts'
import { type Fields, nameInSet } from './fields.ts'

/** Criteria for the server: a filter, and the rest to evaluate here if the filter matches too much. */
export type Compiled = { readonly filter: Criteria; readonly rest?: Where }

const everything: Criteria = {}
const nothing: Criteria = { _id: { $in: [] } }
const operators = { '<': '$lt', '<=': '$lte', '>': '$gt', '>=': '$gte' } as const

/** Matches every number: comparisons in MongoDB match values of their own type only. */
export const numbers = { $lte: Number.MAX_VALUE }
export const texts = { $gte: '' }

const isEverything = (filter: Criteria) => Object.keys(filter).length === 0

/** All criteria at once: as one document if no two of them are about the same field. */
export const and = (parts: readonly Criteria[]): Criteria => {
  const given = parts.filter(part => !isEverything(part))
  const names = given.flatMap(part => Object.keys(part))
  return new Set(names).size === names.length ? Object.assign({}, ...given) : { $and: given }
}

// The only non-ASCII characters whose lower case contains an ASCII letter.
const also: Readonly<Record<string, string>> = { i: 'İ', k: '\u212a' }

const classOf = (c: string): string => {
  const [low, high] = [c.toLowerCase(), c.toUpperCase()]
  if (low !== high) return `[${low}${high}${also[low] ?? ''}]`
  return /[a-z0-9 ]/.test(c) ? c : `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`
}

/**
 * A regular expression that matches every text that is like the pattern: its longest run of plain characters, each as a
 * class. It contains no repetition and no syntax of the caller's, so it cannot backtrack. Wildcards are left to our own
 * linear-time matcher: in PCRE, a chain of `.*` takes time exponential in their number.
 */
export const literalOf = (pattern: string): string => {
  const runs = pattern.match(/[ -$&-^`-~]+/g) ?? []
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '')
  return Array.from(longest, classOf).join('')
}

const like = (name: FieldName, pattern: string): Criteria => {
  const literal = literalOf(pattern)
  // numbers match by their text, which a regular expression does not see
  return { $or: [{ [name]: literal === '' ? texts : { $regex: literal } }, { [name]: numbers }] }
}

const compared = (name: FieldName, is: '<' | '>' | '<=' | '>=', value: Scalar): Criteria =>
  value === null ? nothing : { [name]: { [operators[is]]: plain(value) } }

const leaf = (where: Exclude<Where, { all: unknown } | { any: unknown }>, fields: Fields): Compiled => {
  const inSet = nameInSet(where, fields)
  if (inSet !== undefined) return { filter: { names: inSet } }
  const name = fields.nameOf(where.field)
  if (name === undefined) return { filter: everything, rest: where }
  switch (where.is) {
    case '=':
      return { filter: { [name]: plain(where.value) } }
    case '<>':
      return { filter: { [name]: { $ne: plain(where.value) } } }
    case 'in':
      return { filter: where.values.length === 0 ? nothing : { [name]: { $in: where.values.map(plain) } } }
    case 'like':
      return { filter: like(name, where.pattern), rest: where }
    default:
      return { filter: compared(name, where.is, where.value) }
  }
}

/** Compiles criteria (HTTP-15) with the same meaning as in SQLite: absent is null, and `<>` is true for it. */
export const compile = (where: Where | undefined, fields: Fields): Compiled => {
  if (where === undefined) return { filter: everything }
  if ('all' in where) {
    const parts = where.all.map(part => compile(part, fields))
    const rest = parts.flatMap(part => part.rest ?? [])
    return { filter: and(parts.map(part => part.filter)), ...(rest.length > 0 ? { rest: { all: rest } } : {}) }
  }
  if ('any' in where) {
    const parts = where.any.map(part => compile(part, fields))
    const filters = parts.map(part => part.filter)
    const filter = filters.length === 0 ? nothing : filters.some(isEverything) ? everything : { $or: filters }
    return { filter, ...(parts.some(part => part.rest) ? { rest: where } : {}) }
  }
  return leaf(where, fields)
}

/**
 * Whether the criteria never match a document without values, such as a tombstone; then no filter for live documents is
 * needed.
 */
const passesTombstones = (where: Where | undefined, fields: Fields): boolean => {
  if (where === undefined) return false
  if ('all' in where) return where.all.some(part => passesTombstones(part, fields))
  if ('any' in where) return where.any.every(part => passesTombstones(part, fields))
  if (nameInSet(where, fields) !== undefined) return true
  if (fields.nameOf(where.field) === undefined) return false
  if (where.is === '<>') return where.value === null
  if (where.is === 'in') return !where.values.includes(null)
  return where.is !== '=' || where.value !== null
}

/** Matching documents that are not deleted. */
export const compileLive = (where: Where | undefined, fields: Fields): Compiled => {
  const compiled = compile(where, fields)
  return passesTombstones(where, fields) ? compiled : { ...compiled, filter: and([compiled.filter, { gone: null }]) }
}
