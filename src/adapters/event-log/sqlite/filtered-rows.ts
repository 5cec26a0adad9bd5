import type Database from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import type { LogFilter } from '../../../ports/event-log.ts'
import { type BriefRow, briefColumns } from './large-events.ts'

type Condition = { readonly sql: string; readonly values: readonly string[] }

/**
 * Longer lists are left to the caller. SQLite compares each event with each entry: to make an object of an event costs as much as to
 * compare it with about ten names.
 */
const most = { names: 4, texts: 20, types: 100 }
/** No name of a stream has this character, so that all names with a prefix are below the prefix and it. */
const beyondNames = '\u{10FFFF}'

const oneOf = (column: string, values: readonly string[]): Condition => ({
  sql: `${column} IN (${values.map(() => '?').join(', ')})`,
  values,
})
const either = (a: Condition, b: Condition): Condition => ({
  sql: `(${a.sql} OR ${b.sql})`,
  values: [...a.values, ...b.values],
})
const anyOf = (sql: string, lists: readonly (readonly string[])[]): Condition => ({
  sql: lists.length === 0 ? '0' : `(${lists.map(() => sql).join(' OR ')})`,
  values: lists.flat(),
})
const ofStreams = ({ streams = [], prefixes = [] }: LogFilter): Condition => {
  const named = oneOf('stream', streams)
  const begun = anyOf(
    '(stream >= ? AND stream < ?)',
    prefixes.map(prefix => [prefix, prefix + beyondNames]),
  )
  return either(named, begun)
}
/** Metadata begins with its time, in all that this project has written. */
const timeFirst = `metadata LIKE '{"at":"____-__-__T__:__:__.___Z"%'`
const ofPeriod = ({ from = '', to = '~' }: NonNullable<LogFilter['period']>): Condition => ({
  sql: `(substr(metadata, 8, 24) BETWEEN ? AND ? OR NOT ${timeFirst})`,
  values: [from, to],
})
const ofAmong = ({ types = [], mentioning = [] }: NonNullable<LogFilter['among']>): Condition => {
  const texts = anyOf(
    'instr(metadata, ?) OR instr(stream, ?) OR instr(id, ?)',
    mentioning.map(text => [text, text, text]),
  )
  return either(oneOf('type', types), texts)
}

/** What SQLite leaves out for a filter. Undefined: nothing. */
const conditionOf = (filter: LogFilter): Condition | undefined => {
  const { streams, prefixes, period, among } = filter
  const names = (streams?.length ?? 0) + (prefixes?.length ?? 0)
  const [types, texts] = [among?.types?.length ?? 0, among?.mentioning?.length ?? 0]
  const conditions = [
    ...((streams || prefixes) && names <= most.names ? [ofStreams(filter)] : []),
    ...(period ? [ofPeriod(period)] : []),
    ...(among && types <= most.types && texts <= most.texts ? [ofAmong(among)] : []),
  ]
  if (conditions.length === 0) return undefined
  return { sql: conditions.map(({ sql }) => sql).join(' AND '), values: conditions.flatMap(({ values }) => values) }
}

/** At most `limit` wanted rows after a position, up to another. */
export type Rows = (after: number, until: number, limit: number) => readonly BriefRow[]

/** Statements differ by the number of entries of a filter. */
const keptStatements = 20

/**
 * Finds the rows that a filter wants, without making objects of the others. Undefined where SQLite cannot leave out anything: the filter is
 * empty or its lists are long.
 */
export const filteredRows = (db: Database.Database) => {
  const statements = new LRUCache<string, Database.Statement<unknown[], BriefRow>>({ max: keptStatements })
  const statementOf = (condition: string) => {
    const known = statements.get(condition)
    if (known) return known
    const statement = db
      .prepare<unknown[], BriefRow>(
        `SELECT ${briefColumns} FROM event WHERE position > ? AND position <= ? AND ${condition} ORDER BY position LIMIT ?`,
      )
      .raw()
    statements.set(condition, statement)
    return statement
  }
  return (filter: LogFilter): Rows | undefined => {
    const condition = conditionOf(filter)
    if (!condition) return undefined
    const statement = statementOf(condition.sql)
    return (after, until, limit) => statement.all(after, until, ...condition.values, limit)
  }
}
