import type { Key, ListedBy, Query } from '../../../ports/read-models.ts'
import { countSql, type Direction, pageSql, partSql, restSql } from './find-sql.ts'
import { countInStretchesSql, type InLogOrder, inStretch, listInLogOrder, stretchesSql } from './stretches.ts'
import type { Sql } from './where.ts'

/** A document and the value that it is sorted by; no text: it is not JSON. */
export type Row = readonly [id: string, json: string | null, position: number, value: string | number | null]

/** The documents that a query looks in. `changed`: the change counter of their generation, `checkpoint`: its position. */
export type Documents = {
  readonly table: string
  readonly changed: number
  readonly checkpoint: number
  readonly lists: readonly ListedBy[]
}

/** Runs statements: reads all rows, or one after the other. */
type Run = { rows(sql: Sql): readonly Row[]; iterate(sql: Sql): Iterable<Row> }

/** What a query finds: its number; at most `limit` rows in a direction, from its key or offset; and whether there is anything at a key or beyond. */
type ListReading = {
  /** The statement that counts all matches. */
  readonly count: Sql
  page(direction: Direction, limit: number): Iterable<Row>
  has(key: Key, direction: Direction): boolean
}

/** Reads the whole table by its indexes. */
const inTable = ({ rows, iterate }: Run, { table }: Documents, query: Query): ListReading => ({
  count: countSql(table, query),
  page: (direction, limit) => {
    const sql = pageSql(table, query, direction, limit)
    return query.characters === undefined ? rows(sql) : iterate(sql)
  },
  has: (key, direction) => rows(restSql(table, query, key, direction)).length > 0,
})

/** Reads a list in log order, stretch by stretch (ADR 0156). */
const inStretches = (
  { rows, iterate }: Run,
  { table, checkpoint }: Documents,
  query: Query,
  list: InLogOrder,
): ListReading => {
  function* parts(of: Query, direction: Direction): Generator<Sql> {
    for (const [stretch] of iterate(stretchesSql(table, list, checkpoint, of, direction)))
      yield inStretch(Number(stretch))
  }
  return {
    count: countInStretchesSql(table, checkpoint, query),
    *page(direction, limit) {
      let skipped = query.after || query.before ? 0 : (query.offset ?? 0)
      let left = limit
      for (const part of parts(query, direction))
        for (const row of iterate(partSql(table, query, direction, part))) {
          if (skipped-- > 0) continue
          yield row
          if (--left === 0) return
        }
    },
    has: (key, direction) => {
      for (const part of parts({ ...query, after: key, before: key }, direction))
        if (rows(restSql(table, query, key, direction, part)).length > 0) return true
      return false
    },
  }
}

/** Reads the list that a query asks for, in the way that its index allows. */
export const listReader =
  (run: Run) =>
  (documents: Documents, query: Query): ListReading => {
    const list = listInLogOrder(documents.lists, query)
    return list ? inStretches(run, documents, query, list) : inTable(run, documents, query)
  }
