import { randomUUID } from 'node:crypto'
import { serveKoa } from './koa-app.ts'
import { openLibrary } from './sqlite-library.ts'

// Koa + SQLite that only writes the row: no aggregate, no rules, no read model, but synced like ours.
const { db, list } = openLibrary('koa-sqlite.db')
db.exec('CREATE TABLE event (position INTEGER PRIMARY KEY, id TEXT, stream TEXT, type TEXT, data TEXT, at TEXT)')
const insert = db.prepare('INSERT INTO event (id, stream, type, data, at) VALUES (?, ?, ?, ?, ?)')

serveKoa({
  save: (campaign, body) => {
    insert.run(randomUUID(), `creatives-${campaign}`, 'CreativeSaved', JSON.stringify(body), new Date().toISOString())
  },
  list,
})
