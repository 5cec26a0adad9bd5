import { pageSize } from '../load/requests.ts'
import { serveKoa } from './koa-app.ts'
import { library } from './library.ts'

// Limit: Koa + io-ts, no store, a page that is there as text already.
const page = `{"assets":${JSON.stringify(library.slice(0, pageSize))},"count":500,"next":null,"previous":null}`

serveKoa({ save: () => undefined, list: () => page })
