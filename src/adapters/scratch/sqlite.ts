import Database from 'better-sqlite3'
import type { Scratch } from '../../ports/scratch.ts'

/** Page cache in bytes before data goes to disk. */
const cacheBytes = 64 * 2 ** 20

/** A scratch in an unnamed database: SQLite uses a private file and deletes it on close. */
export const openScratch = (): Scratch => {
  const db = new Database('')
  db.pragma('journal_mode = OFF')
  db.pragma('synchronous = OFF')
  db.pragma(`cache_size = -${cacheBytes / 1024}`)
  db.exec('CREATE TABLE document (view TEXT, id TEXT, json TEXT NOT NULL, PRIMARY KEY (view, id)) WITHOUT ROWID')
  // one transaction that never ends: a commit for each document taken would cost more than everything else
  db.exec('BEGIN')
  const get = db.prepare<[string, string], string>('SELECT json FROM document WHERE view = ? AND id = ?').pluck()
  const put = db.prepare('INSERT INTO document VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET json = excluded.json')
  const drop = db
    .prepare<[string, string], string>('DELETE FROM document WHERE view = ? AND id = ? RETURNING json')
    .pluck()
  const ids = db.prepare<[string], string>('SELECT id FROM document WHERE view = ? ORDER BY id').pluck()
  return {
    load: (view, wanted) =>
      wanted.flatMap(id => {
        const json = get.get(view, id)
        return json === undefined ? [] : [{ id, json }]
      }),
    write(view, changes) {
      for (const { id, json } of changes)
        if (json === undefined) drop.get(view, id)
        else put.run(view, id, json)
    },
    take: (view, id) => drop.get(view, id),
    left: view => ids.iterate(view),
    close: () => db.close(),
  }
}
