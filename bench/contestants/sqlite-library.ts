import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Asked } from './koa-app.ts'
import { library } from './library.ts'

const tables = `
  CREATE TABLE asset (path TEXT PRIMARY KEY, assetUrl TEXT, sha256 TEXT, size INTEGER, contentType TEXT);
  CREATE INDEX asset_size ON asset (size);
`

/** An SQLite file with the library in a table, in the benchmark's folder; every commit is synced. */
export const openLibrary = (name: string) => {
  const file = join(process.env.BENCH_DIR ?? '.', name)
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec(tables)
  const insert = db.prepare('INSERT INTO asset VALUES (@path, @assetUrl, @sha256, @size, @contentType)')
  db.transaction(() => {
    for (const asset of library) insert.run(asset)
  })()
  const rows = db.prepare('SELECT * FROM asset WHERE size > ? ORDER BY path LIMIT ? OFFSET ?')
  const count = db.prepare('SELECT count(*) FROM asset WHERE size > ?').pluck()
  const list = ({ limit, offset, largerThan }: Asked): string =>
    JSON.stringify({
      assets: rows.all(largerThan, limit, offset),
      count: count.get(largerThan),
      next: null,
      previous: null,
    })
  return { db, list }
}
