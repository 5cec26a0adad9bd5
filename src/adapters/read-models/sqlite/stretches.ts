import type { ListedBy, Query, Scalar, Where } from '../../../ports/read-models.ts'
import { type Direction, keyIn, rises } from './find-sql.ts'
import { fieldSql, type Sql, sqlValue, whereSql } from './where.ts'

/** Positions of a stretch of the log: what is indexed together (ADR 0156). A power of two. */
const positions = 512

/** The stretch of a document. The index and the queries must spell it identically. */
export const stretchSql = `position >> ${Math.log2(positions)}`

/** The name of the index by stretches for the list with this number among the lists of a view. */
export const stretchIndex = (table: string, list: number): string => `${table}_log_${list}`

/** The documents of a stretch. */
export const inStretch = (stretch: number): Sql => ({ text: `${stretchSql} = ?`, values: [stretch] })

const same = (a: readonly string[], b: readonly string[] | undefined): boolean =>
  a.length === b?.length && a.every((name, i) => name === b[i])

/** The value that a field has in all documents that a query finds. */
const valueWithin = (where: Where | undefined, field: readonly string[]): Scalar => {
  if (where === undefined || 'any' in where) return null
  if ('all' in where) return where.all.map(part => valueWithin(part, field)).find(value => value !== null) ?? null
  return where.is === '=' && same(where.field, field) ? where.value : null
}

/** The documents of a scope, which a query reads in log order. `number`: of the list among those of its view. */
export type InLogOrder = { readonly scope: readonly string[]; readonly value: Scalar; readonly number: number }

/** Which of these lists a query reads in its own order. */
export const listInLogOrder = (lists: readonly ListedBy[], { where, sort }: Query): InLogOrder | undefined => {
  for (const [number, { scope, sort: by, inLogOrder }] of lists.entries()) {
    const value = valueWithin(where, scope)
    if (inLogOrder && value !== null && same(by, sort?.field)) return { scope, value, number }
  }
  return undefined
}

/** All stretches up to a position, or those from one in a direction; `n` is the number of each. */
const numbered = (begin: number, end: number): Sql => ({
  text: `WITH RECURSIVE stretch (n) AS (SELECT ? UNION ALL ${
    begin <= end ? 'SELECT n + 1 FROM stretch WHERE n < ?' : 'SELECT n - 1 FROM stretch WHERE n > ?'
  })`,
  values: [begin, end],
})

/**
 * The statement that gives the stretches up to the position `last` that have documents of a scope, in the order in which a query reads them:
 * from its key, or all.
 */
export const stretchesSql = (
  table: string,
  { scope, value }: InLogOrder,
  last: number,
  query: Query,
  direction: Direction,
): Sql => {
  const up = rises(query.sort, direction)
  const key = keyIn(query, direction)?.value
  const newest = Math.floor(last / positions)
  const farthest = up ? 0 : newest
  const begin = typeof key === 'number' ? Math.min(Math.max(Math.floor(key / positions), 0), newest) : farthest
  const { text, values } = numbered(begin, up ? newest : 0)
  return {
    text: `${text} SELECT n FROM stretch
     WHERE EXISTS (SELECT 1 FROM ${table} WHERE ${stretchSql} = n AND ${fieldSql(scope)} = ?)`,
    values: [...values, sqlValue(value)],
  }
}

/** The statement that counts all matches in the stretches up to the position `last`. */
export const countInStretchesSql = (table: string, last: number, query: Query): Sql => {
  const { text, values } = numbered(0, Math.floor(last / positions))
  const where = whereSql(query.where)
  return {
    text: `${text} SELECT count(*) FROM stretch CROSS JOIN ${table} WHERE ${stretchSql} = n AND ${where.text}`,
    values: [...values, ...where.values],
  }
}
