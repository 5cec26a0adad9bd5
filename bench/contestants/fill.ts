import { account, assetCount, creativeBody, creativesPerCampaign } from '../load/requests.ts'
import { adminKey } from './endcap.ts'
import { assetFile } from './library.ts'

const inParallel = 32

/** Calls an operation of the project; throws unless it responds with 200. */
export const call = async <R>(base: string, method: string, path: string, body?: object): Promise<R> => {
  const headers = {
    svc_apikey: adminKey,
    ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
  }
  const sent = body === undefined ? null : body instanceof FormData ? body : JSON.stringify(body)
  const response = await fetch(base + path, { method, headers, body: sent })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text) as R
}

/** Runs something n times, some in parallel. */
export const times = async <R>(n: number, work: (i: number) => Promise<R>): Promise<R[]> => {
  const results: R[] = []
  let next = 0
  const run = async () => {
    while (next < n) {
      const i = next++
      results[i] = await work(i)
    }
  }
  await Promise.all(Array.from({ length: Math.min(n, inParallel) }, run))
  return results
}

export type AdUnit = {
  readonly adUnitId: number
  readonly adUnitName: string
  readonly dimension: string
  readonly html: string
}
const plainUnit: AdUnit = {
  adUnitId: 1,
  adUnitName: 'Medium Rectangle',
  dimension: '300x250',
  html: '<h1>{{headline}}</h1><p>{{price}}</p>',
}

/** Creates the organisation, the account and a template campaign. */
export const fillAccount = async (base: string, adUnits: readonly AdUnit[] = [plainUnit]): Promise<void> => {
  await call(base, 'PUT', '/v2/org/fernhollow', { name: 'Fernhollow', retailer: true })
  await call(base, 'PUT', `/v2/accounts/${account}`, { name: 'Bench', orgId: 'fernhollow' })
  await call(base, 'PUT', `/v2/accounts/${account}/template-campaigns/1`, {
    templateCampaignName: 'Seasonal offer',
    adUnits,
  })
}

/** Creates campaigns of template 1; returns their ids. */
export const fillCampaigns = (base: string, count: number): Promise<number[]> =>
  times(count, async i => {
    const campaign = {
      retailCampaignName: `Spring Garden ${i}`,
      templateCampaignIdx: 1,
      assetSourceType: 'uploadAsset',
    }
    const created = await call<{ retailCampaignIdx: number }>(
      base,
      'POST',
      `/v2/accounts/${account}/retail-campaigns`,
      campaign,
    )
    return created.retailCampaignIdx
  })

/**
 * Creates everything that the loads use: campaigns with creatives, and the library. Returns the ids of the campaigns.
 */
export const fill = async (base: string, campaigns: number): Promise<number[]> => {
  await fillAccount(base)
  const ids = await fillCampaigns(base, campaigns)
  await times(ids.length * creativesPerCampaign, i => {
    const idx = ids[i % ids.length]
    const body = creativeBody(Math.floor(i / ids.length), 0)
    return call(base, 'POST', `/v2/accounts/${account}/retail-campaigns/${idx}/creative`, JSON.parse(body))
  })
  await times(assetCount, n => {
    const { path, content } = assetFile(n)
    const form = new FormData()
    form.set('path', path)
    form.set('file', new Blob([content]), 'pot.txt')
    return call(base, 'POST', `/v2/accounts/${account}/assets`, form)
  })
  return ids
}

/** Issues a key with the permissions of the loads. */
export const issueKey = async (base: string): Promise<string> => {
  const asked = { owner: 'Bench', permissions: ['AssetSource_All', 'Campaigns_View'] }
  return (await call<{ apiKey: string }>(base, 'POST', `/v2/accounts/${account}/api-keys`, asked)).apiKey
}
