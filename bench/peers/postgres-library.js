import pg from 'pg'
import { library } from '../contestants/library.ts'

/** As many as the load has commands at a time, so that the server commits together what is written at the same time. */
const writers = 64
/** Queries wait for nothing but the processor: more connections only make them slower. */
const readers = 10

const tables = `
  CREATE TABLE asset (path text PRIMARY KEY, "assetUrl" text, sha256 text, size integer, "contentType" text);
  CREATE INDEX asset_size ON asset (size);
`
const insert = `
  INSERT INTO asset SELECT * FROM json_to_recordset($1)
  AS t (path text, "assetUrl" text, sha256 text, size integer, "contentType" text)
`

/** Creates a database with the library in a table, in the benchmark's server. `pool`: for commands. */
export const openLibrary = async name => {
  const url = new URL(process.env.POSTGRES_URL ?? '')
  const server = new pg.Client({ connectionString: url.href })
  await server.connect()
  await server.query(`CREATE DATABASE ${name}`)
  await server.end()
  url.pathname = name
  const pool = new pg.Pool({ connectionString: url.href, max: writers })
  const reading = new pg.Pool({ connectionString: url.href, max: readers })
  await pool.query(tables)
  await pool.query(insert, [JSON.stringify(library)])
  await pool.query('ANALYZE asset')
  const list = async ({ limit, offset, largerThan }) => {
    const [page, count] = await Promise.all([
      reading.query({
        name: 'page',
        text: 'SELECT * FROM asset WHERE size > $1 ORDER BY path LIMIT $2 OFFSET $3',
        values: [largerThan, limit, offset],
      }),
      reading.query({
        name: 'count',
        text: 'SELECT count(*)::integer AS count FROM asset WHERE size > $1',
        values: [largerThan],
      }),
    ])
    return JSON.stringify({ assets: page.rows, count: count.rows[0].count, next: null, previous: null })
  }
  return { pool, url: url.href, list }
}
