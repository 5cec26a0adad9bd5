import { hash } from 'node:crypto'
import Database from 'better-sqlite3'
import { caseless, folded } from '../../domain/asset-sources/folded.ts'
import { rowsIn } from '../../engine/rows/frames.ts'
import { readRowFile } from '../row-files/read-row-file.ts'
import type { IndexKind } from './index-kinds.ts'

type Numbered = { readonly number: number; readonly row: readonly string[] }

async function* numbered(path: string): AsyncGenerator<readonly Numbered[]> {
  let number = 0
  const { texts } = await readRowFile(path)
  for await (const text of texts()) yield rowsIn(text).map(row => ({ number: number++, row }))
}

/** Page cache in KiB, of which two are in use while keys are sorted; eight times as much makes sorting a million of them no faster. */
const cacheKib = 4_096
/** Bytes of a row's hash that are kept. */
const hashBytes = 16

const buildKeys = async (db: Database.Database, path: string, column: number): Promise<void> => {
  db.exec('CREATE TABLE raw (key TEXT NOT NULL, number INTEGER NOT NULL, hash BLOB NOT NULL)')
  const insert = db.prepare('INSERT INTO raw VALUES (?, ?, ?)')
  // one memory for all rows: a buffer each would wait outside the heap for the collector
  const kept = Buffer.alloc(hashBytes)
  for await (const part of numbered(path))
    for (const { number, row } of part) {
      const key = row[column] ?? ''
      if (key === '') continue
      kept.write(hash('sha256', JSON.stringify(row), 'binary'), 'binary')
      insert.run(key, number, kept)
    }
  // in the order of the keys, so that the table is written from its beginning to its end
  db.exec(`
    CREATE TABLE keyed (key TEXT PRIMARY KEY, number INTEGER NOT NULL, hash BLOB NOT NULL) WITHOUT ROWID;
    INSERT INTO keyed SELECT key, min(number), hash FROM raw GROUP BY key ORDER BY key;
    DROP TABLE raw`)
}

type Columns = Pick<Extract<IndexKind, { of: 'values' }>, 'column' | 'brandColumn'>

const buildValues = async (db: Database.Database, path: string, { column, brandColumn }: Columns): Promise<void> => {
  db.exec(
    'CREATE TABLE raw (folded TEXT NOT NULL, caseless TEXT NOT NULL, spelling TEXT NOT NULL, brand TEXT NOT NULL, number INTEGER NOT NULL)',
  )
  const insert = db.prepare('INSERT INTO raw VALUES (?, ?, ?, ?, ?)')
  for await (const part of numbered(path))
    for (const { number, row } of part) {
      const spelling = row[column] ?? ''
      const key = folded(spelling)
      const brand = brandColumn === undefined ? '' : folded(row[brandColumn] ?? '')
      if (key !== '') insert.run(key, caseless(spelling), spelling, brand, number)
    }
  db.exec(`
    CREATE TABLE value (id INTEGER PRIMARY KEY, folded TEXT NOT NULL, caseless TEXT NOT NULL, spelling TEXT NOT NULL, rows INTEGER NOT NULL, number INTEGER NOT NULL);
    INSERT INTO value (folded, caseless, spelling, rows, number)
      SELECT folded, caseless, spelling, sum(times), number FROM (
        SELECT folded, caseless, spelling, count(*) AS times, min(number) AS number
        FROM raw GROUP BY folded, caseless, spelling ORDER BY folded, caseless, count(*) DESC, spelling)
      GROUP BY folded, caseless ORDER BY folded, caseless;
    CREATE VIRTUAL TABLE found USING fts5(folded, content='value', content_rowid='id', tokenize='trigram', detail='none');
    INSERT INTO found (rowid, folded) SELECT id, folded FROM value`)
  if (brandColumn !== undefined)
    db.exec(`
      CREATE UNIQUE INDEX value_folded ON value (folded, caseless);
      CREATE TABLE branded (brand TEXT, value INTEGER, number INTEGER NOT NULL, PRIMARY KEY (brand, value)) WITHOUT ROWID;
      INSERT INTO branded SELECT brand, value.id, min(raw.number) FROM raw JOIN value USING (folded, caseless) GROUP BY brand, value.id`)
  db.exec('DROP TABLE raw')
}

/** Builds an index of a row file in a new file. What is read again and again is sorted once, here. */
export const buildIndex = async (rows: string, out: string, kind: IndexKind): Promise<void> => {
  const db = new Database(out)
  try {
    // an index that is not complete is thrown away, so it needs no journal
    db.pragma('journal_mode = OFF')
    db.pragma('synchronous = OFF')
    db.pragma(`cache_size = -${cacheKib}`)
    db.exec('BEGIN')
    if (kind.of === 'keys') await buildKeys(db, rows, kind.column)
    else await buildValues(db, rows, kind)
    db.exec('COMMIT')
  } finally {
    db.close()
  }
}
