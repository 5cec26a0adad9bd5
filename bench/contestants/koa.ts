import { pageSize } from '../load/requests.ts'
import { serveKoa } from './koa-app.ts'
import { library } from './library.ts'

// Upper bound: Koa + io-ts, no store, a page prepared as text.
const page = `{"assets":${JSON.stringify(library.slice(0, pageSize))},"count":500,"next":null,"previous":null}`

serveKoa({ save: () => undefined, list: () => page })
