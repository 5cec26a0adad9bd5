import type { Key, Query, Sort } from '../../../ports/read-models.ts'
import { fieldSql, type Sql, sqlValue, whereSql } from './where.ts'

export type Direction = 'forwards' | 'backwards'

const and = (a: Sql, b: Sql): Sql => ({ text: `${a.text} AND ${b.text}`, values: [...a.values, ...b.values] })

/** Whether values ascend when the list is read in this direction. */
export const rises = (sort: Sort | undefined, direction: Direction): boolean =>
  (sort?.descending ?? false) === (direction === 'backwards')

/** The key from which a page is read in a direction. */
export const keyIn = ({ after, before }: Query, direction: Direction): Key | undefined =>
  direction === 'forwards' ? after : before

/**
 * Documents strictly beyond a key. NULL sorts before numbers, numbers before text, and equal values by id, as in ORDER
 * BY; SQL comparisons ignore NULL, hence the cases.
 */
const beyond = (sort: Sort | undefined, key: Key, direction: Direction): Sql => {
  const up = rises(sort, direction)
  const sign = up ? '>' : '<'
  if (sort === undefined) return { text: `id ${sign} ?`, values: [key.id] }
  const field = fieldSql(sort.field)
  const value = sqlValue(key.value)
  if (value === null) {
    return { text: up ? `(${field} IS NOT NULL OR id > ?)` : `(${field} IS NULL AND id < ?)`, values: [key.id] }
  }
  const tie = `(${field} ${sign}= ? AND (${field} ${sign} ? OR id ${sign} ?))`
  return { text: up ? tie : `(${field} IS NULL OR ${tie})`, values: [value, value, key.id] }
}

/** The statement that counts all matches, on every page. */
export const countSql = (table: string, query: Pick<Query, 'where'>): Sql => {
  const where = whereSql(query.where)
  return { text: `SELECT count(*) FROM ${table} WHERE ${where.text}`, values: where.values }
}

/** The document's text, or NULL if it is not JSON. */
export const textSql = 'CASE WHEN json_valid(json) THEN json END'

/** Reads id, json, position and sort value of the documents that a query finds beyond its key in a direction, in no order. */
const matchesSql = (table: string, query: Query, direction: Direction): Sql => {
  const { sort } = query
  const key = keyIn(query, direction)
  const where = whereSql(query.where)
  const { text, values } = key ? and(where, beyond(sort, key, direction)) : where
  const field = sort ? fieldSql(sort.field) : 'NULL'
  return { text: `SELECT id, ${textSql}, position, ${field} FROM ${table} WHERE ${text}`, values }
}

/** The statement that reads a page, from the key or offset in a direction. */
export const pageSql = (table: string, query: Query, direction: Direction, limit: number): Sql => {
  const { sort } = query
  const { text, values } = matchesSql(table, query, direction)
  const order = rises(sort, direction) ? 'ASC' : 'DESC'
  const by = sort ? `${fieldSql(sort.field)} ${order}, id ${order}` : `id ${order}`
  const offset = keyIn(query, direction) ? 0 : (query.offset ?? 0)
  return { text: `${text} ORDER BY ${by} LIMIT ? OFFSET ?`, values: [...values, limit, offset] }
}

/** The statement that reads what a page may have of a part of the table, whose documents are sorted by their position. */
export const partSql = (table: string, query: Query, direction: Direction, part: Sql): Sql => {
  const { text, values } = and(matchesSql(table, query, direction), part)
  return { text: `${text} ORDER BY position ${rises(query.sort, direction) ? 'ASC' : 'DESC'}`, values }
}

/** The statement that returns a row if matching documents exist at the key or on its other side; `part`: in that part of the table. */
export const restSql = (table: string, query: Query, key: Key, direction: Direction, part?: Sql): Sql => {
  const where = part ? and(whereSql(query.where), part) : whereSql(query.where)
  const other = beyond(query.sort, key, direction)
  const same = query.sort
    ? { text: `(id = ? AND ${fieldSql(query.sort.field)} IS ?)`, values: [key.id, sqlValue(key.value)] }
    : { text: 'id = ?', values: [key.id] }
  const rest = and(where, { text: `(${same.text} OR ${other.text})`, values: [...same.values, ...other.values] })
  return { text: `SELECT 1 FROM ${table} WHERE ${rest.text} LIMIT 1`, values: rest.values }
}
