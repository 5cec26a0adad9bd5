import { randomUUID } from 'node:crypto'
import { until } from '../support/waiting/until.ts'
import { adminKey } from './service.ts'

/** An acknowledged command: its value must be in exactly one event, in a stream with this name or beginning. */
export type Acknowledged = { readonly stream: string; readonly value: string; readonly position: bigint }

/** A command under an Idempotency-Key whose answer the client did not get. It must have its effect once when it is repeated. */
export type Unanswered = {
  readonly path: string
  readonly body: unknown
  readonly key: string
  readonly effect: Omit<Acknowledged, 'position'>
}

const account = 'crash'
const campaigns = [1, 2, 3]
const unit = (adUnitId: number) => ({
  adUnitId,
  adUnitName: `Unit ${adUnitId}`,
  dimension: '60x40',
  html: '<body style="background:#c33">{{headline}}</body>',
})

type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>

const callTo =
  (base: string): Call =>
  (method, path, body, headers = {}) =>
    fetch(base + path, {
      method,
      headers: {
        svc_apikey: adminKey,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

const must = async (answered: Promise<Response>): Promise<void> => {
  const response = await answered
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`)
  await response.arrayBuffer()
}

/** An organisation, an account and three campaigns, each with a creative. */
export const prepare = async (base: string): Promise<void> => {
  const call = callTo(base)
  await must(call('PUT', '/v2/org/crash', { name: 'Crash', retailer: true }))
  await must(call('PUT', `/v2/accounts/${account}`, { name: 'Crash', orgId: 'crash' }))
  await must(
    call('PUT', `/v2/accounts/${account}/template-campaigns/1`, {
      templateCampaignName: 'T',
      adUnits: [unit(1), unit(2)],
    }),
  )
  for (const n of campaigns) {
    const body = { retailCampaignName: `Campaign ${n}`, templateCampaignIdx: 1, assetSourceType: 'uploadAsset' }
    await must(call('POST', `/v2/accounts/${account}/retail-campaigns`, body))
    await must(
      call('POST', `/v2/accounts/${account}/retail-campaigns/${n}/creative`, {
        creativeName: 'first',
        dynamicAssets: [{ columnName: 'headline', columnValue: 'Hello' }],
      }),
    )
    await must(call('POST', `/v2/accounts/${account}/retail-campaigns/${n}/activate`, {}))
  }
}

const pick = <A>(items: readonly A[]): A => items[Math.floor(Math.random() * items.length)] as A

const positionIn = ({ headers }: Response) => BigInt(headers.get('endcap-position') ?? 0)

/** Sends a command; it is unanswered from before it is sent until its answer has come. */
const sent = async (
  call: Call,
  { path, body, key, effect }: Unanswered,
  unanswered: Set<Unanswered>,
): Promise<Acknowledged | undefined> => {
  const own = { path, body, key, effect }
  unanswered.add(own)
  const answered = await call('POST', path, body, { 'Idempotency-Key': key })
  await answered.arrayBuffer()
  unanswered.delete(own)
  return answered.ok ? { ...effect, position: positionIn(answered) } : undefined
}

/** Repeats the commands that a crash left without an answer, until they have one. */
export const repeated = (base: string, unanswered: readonly Unanswered[]): Promise<readonly Acknowledged[]> =>
  Promise.all(
    unanswered.map(async one => {
      const answered = await until(
        () => callTo(base)('POST', one.path, one.body, { 'Idempotency-Key': one.key }),
        ({ status }) => status !== 409 && status !== 503,
      )
      if (!answered.ok) throw new Error(`${one.path}: ${answered.status} ${await answered.text()}`)
      await answered.arrayBuffer()
      return { ...one.effect, position: positionIn(answered) }
    }),
  )

/** Sends one random command; returns what must be found later if it was acknowledged. */
const step = async (call: Call, unanswered: Set<Unanswered>): Promise<Acknowledged | undefined> => {
  const n = pick(campaigns)
  const campaign = `/v2/accounts/${account}/retail-campaigns/${n}`
  const value = randomUUID()
  const dice = Math.random()
  if (dice < 0.05) await call('POST', `${campaign}/activate`, { assetGenerationType: 'png' })
  else if (dice < 0.1)
    await call('POST', `${campaign}/exportAssets`, { assetExportType: pick(['png', 'jpg', 'gif']), resolution: 1 })
  else if (dice < 0.2) await call('GET', `${campaign}/creatives?limit=5`)
  else if (dice < 0.4) {
    const body = { owner: value, permissions: ['Campaigns_View'] }
    const path = `/v2/accounts/${account}/api-keys`
    return sent(call, { path, body, key: randomUUID(), effect: { stream: 'api-key-', value } }, unanswered)
  } else {
    const body = {
      creativeName: pick(['first', 'second', 'third']),
      dynamicAssets: [{ columnName: 'headline', columnValue: value }],
    }
    const path = `${campaign}/creative`
    const effect = { stream: `creatives-${account}:${n}`, value }
    if (dice < 0.7) return sent(call, { path, body, key: randomUUID(), effect }, unanswered)
    const answered = await call('POST', path, body)
    await answered.arrayBuffer()
    return answered.ok ? { ...effect, position: positionIn(answered) } : undefined
  }
  return undefined
}

/**
 * Clients that send random commands. After `enough` acknowledged commands, `strike` is called while the clients continue
 * until the service is gone. A failed call counts as not acknowledged; under an Idempotency-Key it is `unanswered`.
 */
export const underLoad = async (
  base: string,
  clients: number,
  enough: number,
  strike: () => Promise<void>,
): Promise<{ readonly acknowledged: readonly Acknowledged[]; readonly unanswered: readonly Unanswered[] }> => {
  const call = callTo(base)
  const all: Acknowledged[] = []
  const unanswered = new Set<Unanswered>()
  let struck: Promise<void> | undefined
  const client = async () => {
    for (;;) {
      const acknowledged = await step(call, unanswered).catch(error => {
        if (struck) return 'gone' as const
        throw error
      })
      if (acknowledged === 'gone') return
      if (acknowledged) all.push(acknowledged)
      if (all.length >= enough) struck ??= strike()
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  await struck
  return { acknowledged: all, unanswered: [...unanswered] }
}

/** Statuses of running activations and exports. */
const busyJobs = async (base: string): Promise<readonly string[]> => {
  const call = callTo(base)
  const busy: string[] = []
  for (const n of campaigns) {
    const activation = (await (
      await call('GET', `/v2/accounts/${account}/retailcampaigns/${n}/activationstatus`)
    ).json()) as { status: string }
    const exported = (await (
      await call('GET', `/v2/accounts/${account}/retail-campaigns/${n}/exportAssetStatus`)
    ).json()) as { resolutionsResponse: { status: string }[] }[]
    const statuses = [activation.status, ...exported.flatMap(e => e.resolutionsResponse.map(r => r.status))]
    busy.push(...statuses.filter(s => s === 'IN_PROGRESS' || s === 'INITIATED' || s === 'PROCESSING'))
  }
  return busy
}

/** A minute more than the last pause before a job is tried again: kills and failures of a busy machine may lead to it together. */
const patienceMs = 360_000

/** Waits until no activation and no export is running; fails after six minutes. */
export const jobsFinished = async (base: string): Promise<void> =>
  void (await until(
    () => busyJobs(base),
    busy => busy.length === 0,
    patienceMs,
  ))
