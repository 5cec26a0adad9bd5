import Database from 'better-sqlite3'
import { fillingPage } from '../../engine/read/filling-page.ts'
import type { Scratch } from '../../ports/scratch.ts'

/** Page cache in bytes before data goes to disk. */
const cacheBytes = 16 * 2 ** 20

type Row = { readonly id: string; readonly json: string }

const pageOf = (rows: Iterable<Row>): readonly Row[] => {
  const { page, add } = fillingPage<Row>()
  for (const row of rows) if (add(row, row.json.length)) break
  return page
}

/** A scratch in an unnamed database: SQLite uses a private file and deletes it on close. */
export const openScratch = (): Scratch => {
  const db = new Database('')
  db.pragma('journal_mode = OFF')
  db.pragma('synchronous = OFF')
  db.pragma(`cache_size = -${cacheBytes / 1024}`)
  db.exec('CREATE TABLE document (view TEXT, id TEXT, json TEXT NOT NULL, PRIMARY KEY (view, id)) WITHOUT ROWID')
  // one transaction that never ends: nothing of it is ever needed after a crash
  db.exec('BEGIN')
  const get = db.prepare<[string, string], string>('SELECT json FROM document WHERE view = ? AND id = ?').pluck()
  const put = db.prepare('INSERT INTO document VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET json = excluded.json')
  const drop = db.prepare('DELETE FROM document WHERE view = ? AND id = ?')
  const after = 'SELECT id, json FROM document WHERE view = ? AND id > ?'
  const rest = db.prepare<[string, string, number], Row>(`${after} ORDER BY id LIMIT ?`)
  const range = db.prepare<[string, string, string, number], Row>(`${after} AND id <= ? ORDER BY id LIMIT ?`)
  return {
    load: (view, wanted) =>
      wanted.flatMap(id => {
        const json = get.get(view, id)
        return json === undefined ? [] : [{ id, json }]
      }),
    write(view, changes) {
      for (const { id, json } of changes)
        if (json === undefined) drop.run(view, id)
        else put.run(view, id, json)
    },
    page: (view, id, limit, upTo) =>
      pageOf(upTo === undefined ? rest.iterate(view, id, limit) : range.iterate(view, id, upTo, limit)),
    close: () => db.close(),
  }
}
