import { randomUUID } from 'node:crypto'
import { serveKoa } from '../contestants/koa-app.ts'
import { openLibrary } from './postgres-library.js'

// Koa + PostgreSQL that only inserts the row, over a pool: no aggregate, no rules, no read model.
const { pool, list } = await openLibrary('koa')
await pool.query(
  'CREATE TABLE event (position bigserial PRIMARY KEY, id uuid, stream text, type text, data json, at timestamptz)',
)
const text = 'INSERT INTO event (id, stream, type, data, at) VALUES ($1, $2, $3, $4, $5)'

serveKoa({
  save: async (campaign, body) => {
    const values = [randomUUID(), `creatives-${campaign}`, 'CreativeSaved', JSON.stringify(body), new Date()]
    await pool.query({ name: 'insert', text, values })
  },
  list,
})
