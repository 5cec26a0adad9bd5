import type Database from 'better-sqlite3'
import { folded } from '../../domain/asset-sources/folded.ts'
import type { FoundValue, KeyedRow, ValueSearch } from '../../ports/row-indexes.ts'

/** The rows of these keys, as pairs. */
export const rowsOfKeys = (
  db: Database.Database,
  keys: readonly string[],
): readonly (readonly [string, KeyedRow])[] => {
  const get = db.prepare<[string], { number: number; hash: Buffer }>('SELECT number, hash FROM keyed WHERE key = ?')
  return keys.flatMap(key => {
    const found = get.get(key)
    return found ? [[key, { number: found.number, hash: found.hash.toString('hex') }] as const] : []
  })
}

/** Characters of the parts that the full-text index knows. */
const partLength = 3

const partsOf = (term: string): readonly string[] => {
  const characters = [...term]
  return characters.slice(partLength - 1).map((_, at) => characters.slice(at, at + partLength).join(''))
}

/** All parts of a term, as the full-text index takes them; whether they occur together is for `instr` to say. */
const allPartsOf = (term: string): string =>
  `(${[...new Set(partsOf(term))].map(part => `"${part.replaceAll('"', '""')}"`).join(' AND ')})`

const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ')

/** A page of values. A term that is too short for the full-text index is looked for in every value, in order, until the page is full. */
export const valuesLike = (db: Database.Database, search: ValueSearch): readonly FoundValue[] => {
  const terms = search.terms.map(folded).filter(term => term !== '')
  const contains = terms.length === 0 ? '' : `AND (${terms.map(() => 'instr(value.folded, ?) > 0').join(' OR ')})`
  const page = [search.limit, search.offset]
  const shown = 'value.spelling AS value, value.rows'
  if (search.brands !== undefined) {
    const brands = [...new Set(search.brands.map(folded))]
    const sql = `SELECT ${shown}, min(branded.number) AS number FROM branded JOIN value ON value.id = branded.value
      WHERE branded.brand IN (${marks(brands)}) ${contains} GROUP BY value.id ORDER BY value.id LIMIT ? OFFSET ?`
    return db.prepare<unknown[], FoundValue>(sql).all(...brands, ...terms, ...page)
  }
  if (terms.length === 0 || terms.some(term => [...term].length < partLength)) {
    const sql = `SELECT ${shown}, value.number FROM value WHERE true ${contains} ORDER BY value.id LIMIT ? OFFSET ?`
    return db.prepare<unknown[], FoundValue>(sql).all(...terms, ...page)
  }
  const sql = `SELECT ${shown}, value.number FROM found JOIN value ON value.id = found.rowid
    WHERE found MATCH ? ${contains} ORDER BY found.rowid LIMIT ? OFFSET ?`
  return db.prepare<unknown[], FoundValue>(sql).all(terms.map(allPartsOf).join(' OR '), ...terms, ...page)
}
