import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Rest } from '../../src/cli/rest.ts'
import { polled } from './steps.ts'

/** Where the feed is in the library of the account; a path holds one content for ever. */
const feedPath = 'weekly-offers/products.csv'
const feed = { fileId: feedPath, contentType: 'csv', firstRowIsHeader: true }
const units = [
  { adUnitId: 201, adUnitName: 'Square', dimension: '250x250', file: 'square.html' },
  { adUnitId: 202, adUnitName: 'Mobile Banner', dimension: '320x100', file: 'banner.html' },
]

type Health = {
  readonly runs: readonly { readonly status: string; readonly rows?: number; readonly reason?: string }[]
}

/** Uploads the product feed, reads it into an asset source, and returns the source's id. */
export const loadFeed = async (folder: string, rest: Rest, accountId: string): Promise<number> => {
  const account = `/v2/accounts/${accountId}`
  const csv = (await readFile(join(folder, 'products.csv'), 'utf8')).replaceAll('asset:', `/assets/${accountId}/`)
  await rest.upload(`${account}/assets`, { path: feedPath }, Buffer.from(csv))
  const { config } = (await rest.json('POST', `${account}/asset-sources/feed/process`, feed)) as { config: object }
  const named = { assetSourceName: 'Weekly offers', assetKeyColumn: 'sku' }
  const { id } = (await rest.json('POST', `${account}/asset-sources/feed`, {
    ...feed,
    ...named,
    feedConfig: config,
  })) as {
    id: string
  }
  const { runs } = await polled(
    'feed',
    async () => (await rest.json('GET', `${account}/asset-sources/${id}/health`)) as Health,
    health => (health.runs[0]?.status === 'COMPLETED' ? 100 : 0),
    health => ['COMPLETED', 'FAILED'].includes(health.runs[0]?.status ?? ''),
  )
  if (runs[0]?.status !== 'COMPLETED') throw new Error(`the feed could not be read: ${runs[0]?.reason}`)
  return Number(id)
}

/** Creates the campaign that shows each product of the feed in two sizes; returns its number. */
export const createFeedCampaign = async (
  folder: string,
  rest: Rest,
  accountId: string,
  productAssetSourceId: number,
): Promise<number> => {
  const account = `/v2/accounts/${accountId}`
  const adUnits = await Promise.all(
    units.map(async ({ file, ...unit }) => ({ ...unit, html: await readFile(join(folder, 'units', file), 'utf8') })),
  )
  const templateCampaignName = 'Weekly Offers template'
  await rest.json('PUT', `${account}/template-campaigns/2`, { templateCampaignName, adUnits })
  const { retailCampaignIdx } = (await rest.json('POST', `${account}/retail-campaigns`, {
    retailCampaignName: 'Weekly Offers',
    templateCampaignIdx: 2,
    assetSourceType: 'productFeed',
    productAssetSourceId,
    productNameColumn: 'name',
    productImageColumn: 'image',
    brandColumn: 'brand',
    categoryColumn: 'category',
    adServerId: 'fernhollow-dsp',
    clickthroughUrl: 'https://shop.example.com/offers',
    externalId: 'weekly-offers-2027',
  })) as { retailCampaignIdx: number }
  return retailCampaignIdx
}
