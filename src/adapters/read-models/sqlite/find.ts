import type Database from 'better-sqlite3'
import { recentlyUsed } from '../../../engine/recently-used.ts'
import type { Key, Page, Query, Stored } from '../../../ports/read-models.ts'
import { type Documents, listReader, type Row } from './read-list.ts'
import type { Sql } from './where.ts'

/** A document as stored and as posted between threads. */
export type DocumentRow = readonly [id: string, json: string, position: number]
/** A page packed into two texts: posting it as rows would cost five times as much. */
export type PackedPage = Omit<Page, 'documents'> & {
  /** JSON: ids, and their positions. */
  readonly keys: string
  /** The documents, one per line: their JSON contains no line feed. */
  readonly lines: string
}
/** Called for a document that is not JSON. */
export type OnUnreadable = () => never

/** The document of a row. */
export const storedOf = ([id, json, position]: DocumentRow): Stored => ({ id, json, position: BigInt(position) })

const packed = (rows: readonly Row[], unreadable: OnUnreadable): Pick<PackedPage, 'keys' | 'lines'> => ({
  keys: JSON.stringify([rows.map(([id]) => id), rows.map(([, , position]) => position)]),
  lines: rows.map(([, json]) => json ?? unreadable()).join('\n'),
})

/** Unpacks a page. */
export const pageOf = ({ keys, lines, ...page }: PackedPage): Page => {
  const [ids, positions]: readonly [readonly string[], readonly number[]] = JSON.parse(keys)
  const documents = lines.split('\n')
  return { ...page, documents: ids.map((id, i) => storedOf([id, documents[i] as string, positions[i] as number])) }
}
/** The page of a view that is not built. */
export const emptyPage: PackedPage = { keys: '[[],[]]', lines: '', count: 0, hasPrevious: false, hasNext: false }

/** Prepared statements by text. Callers choose the filters, so only the latest few hundred are kept. */
const statements = (db: Database.Database) => {
  const prepared = recentlyUsed<Database.Statement<unknown[], Row>>(300)
  return (text: string) => {
    const statement = prepared.get(text) ?? db.prepare<unknown[], Row>(text).raw()
    prepared.set(text, statement)
    return statement
  }
}

/** Most counts that are kept until documents of their generation change. */
const keptCounts = 5_000
const countsUntilChanged = () => {
  const kept = recentlyUsed<{ readonly changed: number; readonly count: number }>(keptCounts)
  return (key: string, changed: number, read: () => number): number => {
    const known = kept.get(key)
    if (known?.changed === changed) return known.count
    const count = read()
    kept.set(key, { changed, count })
    return count
  }
}

/** Reads pages of lists on one connection, inside the caller's snapshot. */
export const finder = (db: Database.Database) => {
  const prepare = statements(db)
  const countOf = countsUntilChanged()
  const rows = (sql: Sql) => prepare(sql.text).all(...sql.values)
  const reading = listReader({ rows, iterate: sql => prepare(sql.text).iterate(...sql.values) })

  /** At most `limit` rows, or those with which their documents have enough characters; `further`: there are more. */
  const rowsOfPage = (found: Iterable<Row>, { limit, characters = Number.POSITIVE_INFINITY }: Query) => {
    const page: Row[] = []
    let read = 0
    for (const row of found) {
      if (page.length === limit || read >= characters) return { page, further: true }
      read += row[1]?.length ?? 0
      page.push(row)
    }
    return { page, further: false }
  }

  return (documents: Documents, query: Query, unreadable: OnUnreadable): PackedPage => {
    const { count: counting, page: read, has } = reading(documents, query)
    const counted = () => Number(rows(counting)[0]?.[0])
    const count =
      query.counted === false
        ? 0
        : countOf(`${counting.text}\n${JSON.stringify(counting.values)}`, documents.changed, counted)
    const backwards = query.before !== undefined && query.after === undefined
    const direction = backwards ? 'backwards' : 'forwards'
    const key = query.after ?? query.before
    const { page, further } = rowsOfPage(read(direction, query.limit + 1), query)
    if (backwards) page.reverse()

    const keyOf = (row: Row | undefined): Key | undefined => row && { id: row[0], value: row[3] }
    const first = keyOf(page[0])
    const last = keyOf(page[page.length - 1])
    const exists = () => {
      if (query.counted !== false) return false
      const [any] = reading(documents, { ...query, offset: 0 }).page('forwards', 1)
      return any !== undefined
    }
    const isAsked = backwards || query.previous !== false
    const behind = key
      ? isAsked && has(key, backwards ? 'forwards' : 'backwards')
      : isAsked && (query.offset ?? 0) > 0 && (count > 0 || page.length > 0 || exists())
    return {
      ...packed(page, unreadable),
      count,
      ...(first && last ? { first, last } : {}),
      hasPrevious: backwards ? further && query.previous !== false : behind,
      hasNext: backwards ? behind : further,
    }
  }
}
