import { CommandHandler } from '@event-driven-io/emmett'
import { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql'
import { serveKoa } from '../contestants/koa-app.ts'
import { openLibrary } from './postgres-library.js'

// Emmett + PostgreSQL. Its pool lets commands run side by side: each loads, decides, appends with the expected version, and
// is repeated after a conflict. It feeds no read model, and the library is a plain table.
const { url, pool, list } = await openLibrary('emmett')
const store = getPostgreSQLEventStore(url, { connectionOptions: { pool } })
await store.schema.migrate()

const handle = CommandHandler({
  evolve: (state, { data }) => ({ ...state, [data.creativeName]: data }),
  initialState: () => ({}),
  retry: { onVersionConflict: 20 },
})
const save = async (campaign, body) => {
  await handle(store, `creatives-${campaign}`, state =>
    JSON.stringify(state[body.creativeName]) === JSON.stringify(body) ? [] : { type: 'CreativeSaved', data: body },
  )
}

serveKoa({ save, list })
