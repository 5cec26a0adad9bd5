import { randomUUID } from 'node:crypto'
import { until } from '../support/waiting/until.ts'
import { adminKey } from './service.ts'

/** An acknowledged command: its value must be in exactly one event of this stream. */
export type Acknowledged = { readonly stream: string; readonly value: string; readonly position: bigint }

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

/** Sends one random command; returns what must be found later if it was acknowledged. */
const step = async (call: Call): Promise<Acknowledged | undefined> => {
  const n = pick(campaigns)
  const campaign = `/v2/accounts/${account}/retail-campaigns/${n}`
  const value = randomUUID()
  const dice = Math.random()
  if (dice < 0.05) await call('POST', `${campaign}/activate`, { assetGenerationType: 'png' })
  else if (dice < 0.1)
    await call('POST', `${campaign}/exportAssets`, { assetExportType: pick(['png', 'jpg', 'gif']), resolution: 1 })
  else if (dice < 0.2) await call('GET', `${campaign}/creatives?limit=5`)
  else {
    const withKey = dice < 0.6
    const body = {
      creativeName: pick(['first', 'second', 'third']),
      dynamicAssets: [{ columnName: 'headline', columnValue: value }],
    }
    const answered = await call(
      'POST',
      `${campaign}/creative`,
      body,
      withKey ? { 'Idempotency-Key': randomUUID() } : {},
    )
    await answered.arrayBuffer()
    if (!answered.ok) return undefined
    return {
      stream: `creatives-${account}:${n}`,
      value,
      position: BigInt(answered.headers.get('endcap-position') ?? 0),
    }
  }
  return undefined
}

/**
 * Clients that send random commands. After `enough` acknowledged commands, `strike` is called while the clients continue
 * until the service is gone. A failed call counts as not acknowledged.
 */
export const underLoad = async (
  base: string,
  clients: number,
  enough: number,
  strike: () => Promise<void>,
): Promise<readonly Acknowledged[]> => {
  const call = callTo(base)
  const all: Acknowledged[] = []
  let struck: Promise<void> | undefined
  const client = async () => {
    for (;;) {
      const acknowledged = await step(call).catch(error => {
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
  return all
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

/** Waits until no activation and no export is running; fails after two minutes. */
export const jobsFinished = async (base: string): Promise<void> =>
  void (await until(
    () => busyJobs(base),
    busy => busy.length === 0,
    120_000,
  ))
