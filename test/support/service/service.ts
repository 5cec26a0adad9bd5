import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import * as assert from 'uvu/assert'
import { codesOf } from '../../../src/http/openapi/codes.ts'
import { templateOf } from '../../../src/http/router.ts'
import { startNode } from '../../../src/node/start-node.ts'
import { operations } from '../../../src/operations/operations.ts'
import type { Clock } from '../../../src/ports/clock.ts'
import { until } from '../waiting/until.ts'

export const adminKey = 'admin-key-of-the-api-tests-0123456789'

// biome-ignore lint/suspicious/noExplicitAny: tests read members of any response
type Json = any
export type Answered = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: Json
}
export type Sent = {
  readonly headers?: Record<string, string>
  readonly key?: string | undefined
  readonly body?: string | FormData | URLSearchParams
}

/** A row's path as a regular expression, to find the operation of a path. */
const patterns = operations.map(row => ({
  row,
  pattern: new RegExp(`^${row.path.replace(/\*\w+/g, '.+').replace(/:\w+/g, '[^/]+')}/?$`),
}))

/** Asserts that a JSON response matches the codec of its operation. */
const checkReply = (method: string, path: string, answered: Answered): void => {
  const row = patterns.find(p => p.row.method === method && p.pattern.test(path.split('?')[0] ?? ''))?.row
  const reply = row?.operation.reply
  const isOwn = answered.status === 200 || row?.operation.statuses?.[answered.status] !== undefined
  const isProblem = answered.headers.get('content-type')?.includes('problem') ?? false
  if (!isOwn || isProblem || !(reply instanceof t.Type) || path.includes('fields=')) return
  const decoded = reply.decode(answered.json)
  if (E.isLeft(decoded))
    assert.unreachable(`${row?.operationId} returned a response that its codec refuses: ${answered.text.slice(0, 500)}`)
}

/** Asserts that the OpenAPI document lists the code of a problem for its operation. */
const checkCode = (method: string, { headers, json }: Answered): void => {
  if (!headers.get('content-type')?.includes('problem')) return
  const row = operations.find(({ path, method: own }) => own === method && templateOf(path) === json.instance)
  if (row && !codesOf(row).includes(json.code))
    assert.unreachable(`the OpenAPI document does not list ${json.code} for ${row.operationId}`)
}

/** The first piece of a response that has no end. */
const beginningOf = async (response: Response): Promise<string> => {
  const reader = response.body!.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  return new TextDecoder().decode(value)
}

/** The URL of a new database on the server of MONGODB_URL; undefined if it is unset (embedded stores). */
const ownDatabase = (name: string): Record<string, string> => {
  const { MONGODB_URL } = process.env
  if (!MONGODB_URL) return {}
  const url = new URL(MONGODB_URL)
  url.pathname = `/${name}`
  return { MONGODB_URL: url.href }
}

/** Milliseconds after which a write may be answered before the views show it: it waits for them for 2 s (HTTP-24). */
const longWriteMs = 1_900

/**
 * A client of the node at this address. A patient one reads its own writes by position (HTTP-24): all of them on a slow database, else those
 * that took so long that the views may have been behind.
 */
export const clientOf = (url: string, patient = true) => {
  const longMs = process.env.MONGODB_URL ? 0 : longWriteMs
  let written = 0n
  const call = async (method: string, path: string, json?: unknown, sent: Sent = {}): Promise<Answered> => {
    if (!patient) return callOnce(method, path, json, sent)
    const isAsked = Object.keys(sent.headers ?? {}).some(name => name.toLowerCase() === 'endcap-after-position')
    const reads = method === 'GET' && written > 0n && !isAsked
    const after: Record<string, string> = reads ? { 'endcap-after-position': String(written) } : {}
    const start = performance.now()
    const answered = await until(
      () => callOnce(method, path, json, { ...sent, headers: { ...after, ...sent.headers } }),
      answer => !reads || answer.json?.code !== 'read-models-behind',
    )
    const position = BigInt(answered.headers.get('endcap-position') ?? 0)
    const mayBeBehind = performance.now() - start >= longMs
    if (method !== 'GET' && mayBeBehind && position > written) written = position
    return answered
  }
  const callOnce = async (method: string, path: string, json: unknown, sent: Sent): Promise<Answered> => {
    const key = 'key' in sent ? sent.key : adminKey
    const body = json === undefined ? sent.body : JSON.stringify(json)
    const headers = {
      ...(key === undefined ? {} : { svc_apikey: key }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...sent.headers,
    }
    const response = await fetch(path.startsWith('http') ? path : url + path, {
      method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    })
    const isEndless = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
    const text = isEndless ? await beginningOf(response) : await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    const answered = {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : undefined,
    }
    checkReply(method, path, answered)
    checkCode(method, answered)
    return answered
  }
  /** Like `call`, for setup steps that must succeed. */
  const must = async (method: string, path: string, json?: unknown): Promise<Json> => {
    const { status, text, json: answer } = await call(method, path, json)
    if (status !== 200) assert.unreachable(`${method} ${path}: ${status} ${text}`)
    return answer
  }
  return { url, call, must }
}

/** The mails sent by nodes with this folder, if no mail server is configured. */
export const mailsIn = async (dataDir: string) => {
  const names = await readdir(join(dataDir, 'outbox')).catch(() => [] as string[])
  const done = names.filter(n => n.endsWith('.eml')).sort()
  return Promise.all(done.map(async name => ({ name, text: await readFile(join(dataDir, 'outbox', name), 'utf8') })))
}

/** The service in a new folder, with a client that checks every JSON response against its operation's codec. */
export const startService = async (env: Record<string, string> = {}, options: { readonly clock?: Clock } = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'endcap-api-'))
  const stores = { DATA_DIR: dataDir, EVENTSTOREDB_URL: '', ...ownDatabase(basename(dataDir)), ...env }
  const node = await startNode(
    {
      PORT: '0',
      ADMIN_API_KEY: adminKey,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'silent',
      CHROMIUM_NO_SANDBOX: process.env.CHROMIUM_NO_SANDBOX ?? '',
      ...stores,
    },
    { log: 'silent', ...options },
  )

  return {
    ...clientOf(node.url),
    dataDir,
    /** The variables of its stores, for programs that work on them. */
    stores: stores as Readonly<Record<string, string>>,
    mails: () => mailsIn(dataDir),
    async stop() {
      await node.stop()
      // what is left of a killed Chromium may still write as it ends
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
export type Service = Awaited<ReturnType<typeof startService>>

export const account = '/v2/accounts/acme'
const solid = (colour: string) => `<!doctype html><body style="margin:0;background:${colour}">{{headline}}</body>`

/** An organisation, an account, a template of two ad units. */
export const provision = async (service: Service, units: readonly object[] = []): Promise<void> => {
  await service.must('PUT', '/v2/org/org1', { name: 'Org', retailer: true })
  await service.must('PUT', '/v2/org/org1/ad-servers/dsp1', { name: 'DSP', type: 'Off-site', macroStyle: 'dsp' })
  await service.must('PUT', account, { name: 'Acme', orgId: 'org1' })
  const adUnits = [
    { adUnitId: 1, adUnitName: 'Small', dimension: '80x40', html: solid('#cc3300') },
    { adUnitId: 2, adUnitName: 'Tall', dimension: '40x90', html: solid('#0033cc') },
    ...units,
  ]
  await service.must('PUT', `${account}/template-campaigns/1`, { templateCampaignName: 'Template', adUnits })
}

/** Creates a campaign with creatives of these names; returns its path. */
export const campaignWith = async (
  service: Service,
  creatives: readonly string[],
  more: object = {},
): Promise<string> => {
  const body = {
    retailCampaignName: 'Spring',
    templateCampaignIdx: 1,
    assetSourceType: 'uploadAsset',
    clickthroughUrl: 'https://shop.example.com/',
    adServerId: 'dsp1',
    trackerTypes: ['GCM', 'MOAT'],
    ...more,
  }
  const { retailCampaignIdx } = await service.must('POST', `${account}/retail-campaigns`, body)
  const path = `${account}/retail-campaigns/${retailCampaignIdx}`
  for (const creativeName of creatives)
    await service.must('POST', `${path}/creative`, {
      creativeName,
      dynamicAssets: [{ columnName: 'headline', columnValue: creativeName }],
    })
  return path
}

/** The path to activate a campaign. */
export const statusPath = (campaign: string): string =>
  `${campaign.replace('retail-campaigns', 'retailcampaigns')}/activationstatus`

/** Activates a campaign and waits until the run has finished. */
export const activated = async (
  service: Service,
  campaign: string,
  body: object = {},
): Promise<{ status: string; message: string; percentage: number }> => {
  const begun = await service.call('POST', `${campaign}/activate`, body)
  if (begun.status !== 200) assert.unreachable(`activate: ${begun.status} ${begun.text}`)
  // views may be behind by more than a write waits for them, and then lack the campaign
  const headers = { 'endcap-after-position': begun.headers.get('endcap-position') ?? '0' }
  return until(
    async () => (await service.call('GET', statusPath(campaign), undefined, { headers })).json,
    s => s.status !== 'IN_PROGRESS' && s.code !== 'read-models-behind',
  )
}
