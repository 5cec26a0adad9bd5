import { createHmac, createSecretKey } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import { updateCreative } from '../../commands/creatives/update-creative.ts'
import { listAssets } from '../../queries/assets/list-assets.ts'
import { systemClock } from '../../src/adapters/clock/system.ts'
import { reply } from '../../src/engine/reply.ts'
import { openExecutor } from '../../src/engine/write/execute.ts'
import { createApp } from '../../src/http/app.ts'
import { serverOptions } from '../../src/http/listen.ts'
import { createMetrics } from '../../src/http/observe/metrics.ts'
import { requestLog } from '../../src/http/observe/request-log.ts'
import { openLogSink } from '../../src/node/log-sink.ts'
import { operations } from '../../src/operations/operations.ts'
import { area, get, post } from '../../src/operations/row.ts'
import type { EventLog } from '../../src/ports/event-log.ts'
import type { Ports } from '../../src/ports/ports.ts'
import { account, pageSize } from '../load/requests.ts'
import { library } from './library.ts'
import { listening } from './listening.ts'

// The project's own HTTP stack without a store: router, key, rate limits, codecs, log line and metrics as shipped; the
// two operations respond at once.
const json = `{"assets":${JSON.stringify(library.slice(0, pageSize))},"count":500,"next":null,"previous":null}`
const saved: typeof updateCreative = {
  ...updateCreative,
  run: async ({ body }) => reply({ message: `Creative ${body.creativeName} was saved.`, warnings: [] }),
}
const listed: typeof listAssets = { ...listAssets, run: async () => E.right({ json }) }
const rows = operations.map(row => {
  if (row.operationId === 'updateCreative')
    return post('/v2/accounts/:accountId/retail-campaigns/:retailCampaignIdx/creative', 'AssetSource_Create', {
      updateCreative: saved,
    })
  if (row.operationId === 'listAssets')
    return get('/v2/accounts/:accountId/assets', 'AssetSource_List', { listAssets: listed })
  return row
})

const pepper = createSecretKey(Buffer.alloc(32, 7))
const hashApiKey = (text: string): string => createHmac('sha256', pepper).update(text).digest('hex')
const isApiKey = (text: string, hash: string): boolean => hashApiKey(text) === hash
const key = process.env.BENCH_KEY ?? ''
const volatile = { add: async (_: string, by: number) => by, set: async () => undefined, get: async () => [] }
const noted = () => undefined
const ports = {
  readModels: { onMoved: () => () => undefined, waitFor: async () => true, volatile },
  clock: systemClock,
  secrets: { hashApiKey, isApiKey },
  logger: { debug: noted, info: noted, warn: noted, error: noted },
  config: { publicUrl: 'http://127.0.0.1' },
} as unknown as Ports

const stdout = 1
const plenty = 1_000_000_000
const app = createApp({
  rows: area('Bench', rows),
  ports,
  newWork: openExecutor({} as EventLog, systemClock),
  findKey: async id => ({
    hash: hashApiKey(key),
    caller: { id, permissions: ['AssetSource_All'], accounts: [account], organisations: [] },
  }),
  accountExists: async () => true,
  rateLimit: { requests: plenty, writes: plenty, starts: plenty },
  addressLimit: 'off',
  trustProxy: 0,
  metrics: createMetrics(),
  inFlightBytes: 2 ** 25,
  uploads: {
    make: () => Promise.reject(new Error('uploads are not supported here')),
    mustBeWhole: async () => undefined,
    failed: error => {
      throw error
    },
  },
  requestLog: requestLog(openLogSink(stdout).buffered),
  version: '0.0.0',
  readiness: async () => ({ ready: true, details: {} }),
  startPosition: 0n,
})
listening(app.koa.callback(), serverOptions)
