import { join } from 'node:path'
import { getSQLiteEventStore } from '@event-driven-io/emmett-sqlite'
import { serveKoa } from '../contestants/koa-app.ts'
import { openLibrary } from '../contestants/sqlite-library.ts'

// Emmett + SQLite, serialised: its one connection supports one transaction at a time. It loads, decides and appends
// with the expected version; it feeds no read model, and the library is a plain table.
const { list } = openLibrary('emmett-library.db')
const store = getSQLiteEventStore({ fileName: join(process.env.BENCH_DIR ?? '.', 'emmett.db') })

const evolve = (state, { data }) => ({ ...state, [data.creativeName]: data })
const initialState = () => ({})

let last = Promise.resolve()
const serially = work => {
  const done = last.then(work)
  last = done.catch(() => undefined)
  return done
}
const save = (campaign, body) =>
  serially(async () => {
    const stream = `creatives-${campaign}`
    const { state, currentStreamVersion } = await store.aggregateStream(stream, { evolve, initialState })
    if (JSON.stringify(state[body.creativeName]) === JSON.stringify(body)) return
    const events = [{ type: 'CreativeSaved', data: body }]
    await store.appendToStream(stream, events, { expectedStreamVersion: currentStreamVersion })
  })

serveKoa({ save, list })
