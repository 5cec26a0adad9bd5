import { createHmac } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeApiKey } from '../../../src/domain/keys/api-key.ts'
import { openExecutor } from '../../../src/engine/write/execute.ts'
import { type AppDeps, createApp } from '../../../src/http/app.ts'
import { type ListenOptions, listen } from '../../../src/http/listen.ts'
import { createMetrics } from '../../../src/http/observe/metrics.ts'
import { requestLog } from '../../../src/http/observe/request-log.ts'
import type { StoredKey } from '../../../src/lookups/find-key.ts'
import { area, type Placed } from '../../../src/operations/row.ts'
import type { LeaseRows } from '../../../src/ports/leases.ts'
import type { Ports } from '../../../src/ports/ports.ts'
import type { Secrets } from '../../../src/ports/secrets.ts'
import { memoryLog } from '../memory/log.ts'
import { memoryReadModels } from '../memory/read-models.ts'

/** A clock that is stopped until a test moves it. */
export const stillClock = (start = Date.parse('2026-03-01T12:00:10.000Z')) => {
  let at = start
  return {
    now: () => new Date(at),
    monotonic: () => at,
    pass: (milliseconds: number) => {
      at += milliseconds
    },
  }
}

const hmac = (purpose: string, text: string): string =>
  createHmac('sha256', `test:${purpose}`).update(text).digest('base64url')

const hashOf = (apiKey: string): string => createHmac('sha256', 'pepper').update(apiKey).digest('hex')

/** The part of the secrets that HTTP uses, under a fixed key. */
export const testSecrets = {
  sign: hmac,
  verify: (purpose, text, signature) => hmac(purpose, text) === signature,
  hashApiKey: hashOf,
  isApiKey: (apiKey, hash) => hashOf(apiKey) === hash,
} as Partial<Secrets> as Secrets

export const adminApiKey = 'admin-key-of-the-tests-0123456789abcdef'
/** The text of the key whose id is `letter` eight times. */
export const keyText = (letter: string): string => {
  const byte = letter.charCodeAt(0) - 'a'.charCodeAt(0) + 26
  return makeApiKey(n => new Uint8Array(n).fill(byte)).text
}

/** The key with id `aaaaaaaa`: all permissions of the test rows, on account `acme` and organisation `org1`. */
export const acmeKey = keyText('a')
const acme = (id: string, more: Partial<StoredKey> = {}): StoredKey => ({
  hash: testSecrets.hashApiKey(keyText(id[0]!)),
  caller: { id, permissions: ['Campaigns_Create', 'MediaChannel_All'], accounts: ['acme'], organisations: ['org1'] },
  ...more,
})

export type Answered = {
  readonly status: number
  readonly headers: Record<string, string>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of any response
  readonly json: any
}
export type Sent = {
  readonly headers?: Record<string, string | string[]>
  readonly body?: string | Buffer
  readonly json?: unknown
  readonly key?: string | undefined
}

const exchange = (port: number, method: string, path: string, sent: Sent): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const body = sent.json === undefined ? sent.body : JSON.stringify(sent.json)
    const key = 'key' in sent ? sent.key : acmeKey
    const headers = {
      ...(key === undefined ? {} : { svc_apikey: key }),
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
      ...sent.headers,
    }
    const req = request({ port, host: '127.0.0.1', method, path, headers, agent: false }, res => {
      const chunks: Buffer[] = []
      res.on('data', chunk => chunks.push(chunk))
      res.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const json = /json/.test(res.headers['content-type'] ?? '') && text !== '' ? JSON.parse(text) : undefined
        resolve({ status: res.statusCode ?? 0, headers: res.headers as Record<string, string>, text, json })
      })
    })
    req.on('error', reject)
    req.end(body)
  })

type Options = Partial<
  Pick<
    AppDeps,
    | 'accountExists'
    | 'adminApiKey'
    | 'rateLimit'
    | 'addressLimit'
    | 'trustProxy'
    | 'trustedHosts'
    | 'readiness'
    | 'uploads'
    | 'inFlightBytes'
    | 'uploadBytes'
    | 'middleware'
  >
> & {
  readonly volatile?: Ports['readModels']['volatile']
  readonly leases?: LeaseRows
  readonly log?: ReturnType<typeof memoryLog>
  readonly clock?: ReturnType<typeof stillClock>
  readonly ids?: Ports['ids']
  /** Also hashes the API keys of the tests as testSecrets does. */
  readonly secrets?: Secrets
  readonly limits?: ListenOptions['limits']
}

/** For tests that do not check leftover uploads. */
const uploadsAnywhere: AppDeps['uploads'] = {
  make: () => mkdtemp(join(tmpdir(), 'endcap-test-upload-')),
  mustBeWhole: async () => undefined,
  failed: error => {
    throw error
  },
}

/** An app with the given rows on fake ports, listening on a free loopback port. */
export const startApp = async (rows: readonly Placed[], options: Options = {}) => {
  const clock = options.clock ?? stillClock()
  const own = memoryReadModels(options.volatile)
  const readModels = { ...own, leases: options.leases ?? own.leases }
  const log = options.log ?? memoryLog(position => readModels.moveTo(position))
  const lines: string[] = []
  const problems: { fields: { traceId?: string; operationId?: string }; message: string }[] = []
  const note = (fields: object, message: string) => void problems.push({ fields, message })
  const keys = new Map<string, StoredKey>([
    ['aaaaaaaa', acme('aaaaaaaa')],
    ['bbbbbbbb', acme('bbbbbbbb', { revokedAt: '2026-01-01T00:00:00.000Z' })],
    [
      'cccccccc',
      { ...acme('cccccccc'), caller: { ...acme('cccccccc').caller, expiresAt: '2026-03-01T12:00:00.000Z' } },
    ],
    ['eeeeeeee', acme('eeeeeeee', { hash: testSecrets.hashApiKey('another text of the same id') })],
    ['dddddddd', { ...acme('dddddddd'), caller: { ...acme('dddddddd').caller, permissions: [] } }],
  ])
  let nextId = 0
  let onFindKey = (): unknown => undefined
  const ports = {
    log,
    readModels,
    clock,
    secrets: options.secrets ?? testSecrets,
    ids: options.ids ?? { next: async () => ++nextId },
    logger: { debug: note, info: note, warn: note, error: note },
    config: { publicUrl: 'http://ads.test' },
  } as unknown as Ports
  const app = createApp({
    rows: area('Test', rows),
    ports,
    adminApiKey: 'adminApiKey' in options ? options.adminApiKey : adminApiKey,
    newWork: openExecutor(log, clock),
    findKey: async id => {
      await onFindKey()
      return keys.get(id)
    },
    accountExists: options.accountExists ?? (async () => true),
    rateLimit: options.rateLimit ?? 'off',
    addressLimit: options.addressLimit ?? 'off',
    trustProxy: options.trustProxy ?? 0,
    ...(options.trustedHosts ? { trustedHosts: options.trustedHosts } : {}),
    metrics: createMetrics(),
    uploads: options.uploads ?? uploadsAnywhere,
    inFlightBytes: options.inFlightBytes ?? 2 ** 25,
    uploadBytes: options.uploadBytes,
    requestLog: requestLog({ write: line => void lines.push(line) }),
    version: '0.0.0',
    readiness: options.readiness ?? (async () => ({ ready: true, details: {} })),
    startPosition: 0n,
    middleware: options.middleware ?? [],
  })
  const cut: { why: string; bytes: number }[] = []
  const server = await listen(app, {
    port: 0,
    host: '127.0.0.1',
    clock,
    isBehindProxy: (options.trustProxy ?? 0) > 0,
    sendTimeoutMs: 120_000,
    onSlowClient: (why, bytes) => void cut.push({ why, bytes }),
    limits: options.limits ?? {},
  })
  const send = (method: string, path: string, sent: Sent = {}) => exchange(server.port, method, path, sent)
  return {
    app,
    clock,
    log,
    readModels,
    keys,
    lines,
    problems,
    /** Clients that were too slow. */
    cut,
    /** From now on called for each key that is looked up. */
    onFindKey: (call: () => unknown) => {
      onFindKey = call
    },
    port: server.port,
    send,
    stop: () => server.stop(1_000),
    server,
  }
}
