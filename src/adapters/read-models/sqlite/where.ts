import type { Scalar, Where } from '../../../ports/read-models.ts'

/** An SQL fragment and the values of its parameters. */
export type Sql = { readonly text: string; readonly values: readonly (string | number | null)[] }

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * The value at a path of member names, as SQL. Indexes and queries must spell it identically, or the index is not used.
 */
export const fieldSql = (field: readonly string[]): string =>
  `json_extract(json, ${quoted(`$${field.map(name => `.${JSON.stringify(name)}`).join('')}`)})`

/** A scalar as SQLite stores it: json_extract returns 1 and 0 for true and false. */
export const sqlValue = (value: Scalar): string | number | null => (typeof value === 'boolean' ? Number(value) : value)

const sql = (text: string, ...values: (string | number | null)[]): Sql => ({ text, values })

const joined = (parts: readonly Sql[], word: 'AND' | 'OR', none: string): Sql =>
  parts.length === 0
    ? sql(none)
    : { text: `(${parts.map(p => p.text).join(` ${word} `)})`, values: parts.flatMap(p => p.values) }

/** Numbers compare with numbers and text with text. Every number sorts before every text, so '' separates them. */
const compared = (field: string, is: '<' | '>' | '<=' | '>=', value: Scalar): Sql => {
  const bound = sqlValue(value)
  if (bound === null) return sql('0')
  const above = is === '>' || is === '>='
  if (typeof bound === 'number') return sql(above ? `(${field} ${is} ? AND ${field} < '')` : `${field} ${is} ?`, bound)
  return sql(above ? `${field} ${is} ?` : `(${field} ${is} ? AND ${field} >= '')`, bound)
}

/** Criteria as SQL (HTTP-15). Absent members are NULL; `<>` is true for them unless compared with null. */
export const whereSql = (where: Where | undefined): Sql => {
  if (where === undefined) return sql('1')
  if ('all' in where) return joined(where.all.map(whereSql), 'AND', '1')
  if ('any' in where) return joined(where.any.map(whereSql), 'OR', '0')
  const field = fieldSql(where.field)
  switch (where.is) {
    case '=':
      return where.value === null ? sql(`${field} IS NULL`) : sql(`${field} = ?`, sqlValue(where.value))
    case '<>':
      return where.value === null ? sql(`${field} IS NOT NULL`) : sql(`${field} IS NOT ?`, sqlValue(where.value))
    case 'in': {
      const values = where.values.filter(value => value !== null).map(sqlValue)
      const listed = sql(`${field} IN (${values.map(() => '?').join(',')})`, ...values)
      return values.length < where.values.length ? joined([listed, sql(`${field} IS NULL`)], 'OR', '0') : listed
    }
    case 'like':
      return sql(`endcap_like(${field}, ?)`, where.pattern)
    default:
      return compared(field, where.is, where.value)
  }
}
