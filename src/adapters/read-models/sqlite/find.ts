import type Database from 'better-sqlite3'
import type { Key, Page, Query, Scalar, Stored } from '../../../ports/read-models.ts'
import { countSql, pageSql, restSql } from './find-sql.ts'
import type { Sql } from './where.ts'

/** A document as it is stored and as it crosses threads. */
export type DocumentRow = readonly [id: string, json: string, position: number]
/** A page of them. */
export type PageRows = Omit<Page, 'documents'> & { readonly rows: readonly DocumentRow[] }
type Row = readonly [...DocumentRow, value: string | number | null]

/** The document that a row holds. */
export const storedOf = ([id, json, position]: DocumentRow): Stored => ({ id, json, position: BigInt(position) })

/** The page that rows make up. */
export const pageOf = ({ rows, ...page }: PageRows): Page => ({ ...page, documents: rows.map(storedOf) })

/** Statements by their text. Filters are made by callers, so only the latest few hundred are kept. */
const statements = (db: Database.Database, kept = 300) => {
  const prepared = new Map<string, Database.Statement<unknown[], unknown>>()
  return (text: string) => {
    const known = prepared.get(text)
    if (known) {
      prepared.delete(text)
      prepared.set(text, known)
      return known
    }
    const statement = db.prepare<unknown[], unknown>(text).raw()
    prepared.set(text, statement)
    if (prepared.size > kept) prepared.delete(prepared.keys().next().value!)
    return statement
  }
}

/** Counts that were made since documents of the generation changed. */
const countsKept = (kept = 5_000) => {
  const counts = new Map<string, { readonly changed: number; readonly count: number }>()
  return (key: string, changed: number, make: () => number): number => {
    const known = counts.get(key)
    if (known?.changed === changed) return known.count
    const count = make()
    counts.delete(key)
    counts.set(key, { changed, count })
    if (counts.size > kept) counts.delete(counts.keys().next().value!)
    return count
  }
}

/** Reads pages of lists on one connection, inside a snapshot of the caller's. */
export const finder = (db: Database.Database) => {
  const prepare = statements(db)
  const countOf = countsKept()
  const rows = (sql: Sql) => prepare(sql.text).all(...sql.values) as Row[]

  /** `changed`: the generation's mark of its last change. */
  return (table: string, changed: number, query: Query): PageRows => {
    const counting = countSql(table, query)
    const count = countOf(`${counting.text}\n${JSON.stringify(counting.values)}`, changed, () =>
      Number(rows(counting)[0]?.[0]),
    )
    const backwards = query.before !== undefined && query.after === undefined
    const direction = backwards ? 'backwards' : 'forwards'
    const key = query.after ?? query.before
    const found = rows(pageSql(table, query, direction, query.limit + 1))
    const further = found.length > query.limit
    const page = found.slice(0, query.limit)
    if (backwards) page.reverse()

    const keyOf = (row: Row | undefined): Key | undefined => row && { id: row[0], value: row[3] as Scalar }
    const first = keyOf(page[0])
    const last = keyOf(page[page.length - 1])
    const behind = key
      ? rows(restSql(table, query, key, backwards ? 'forwards' : 'backwards')).length > 0
      : (query.offset ?? 0) > 0 && count > 0
    return {
      rows: page.map(([id, json, position]) => [id, json, position]),
      count,
      ...(first && last ? { first, last } : {}),
      hasPrevious: backwards ? further : behind,
      hasNext: backwards ? behind : further,
    }
  }
}
