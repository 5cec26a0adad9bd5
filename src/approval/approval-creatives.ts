import pMap from 'p-map'
import { creatives } from '../../projections/creatives/creatives.ts'
import type { RetailCampaignView } from '../../projections/retail-campaigns/retail-campaigns.ts'
import type { Creative } from '../domain/creatives/creative.ts'
import { campaignId } from '../domain/retail-campaigns/campaign-id.ts'
import type { RetailCampaign } from '../domain/retail-campaigns/retail-campaign.ts'
import { atMost } from '../engine/pause.ts'
import { findDocuments } from '../engine/read/documents.ts'
import { previewUrls } from '../links/preview-url.ts'
import type { ApprovalPageData } from '../pages/approval-page.ts'
import type { CreativeShown } from '../pages/creative-section.ts'
import type { Ports } from '../ports/ports.ts'
import { productsFromViews } from '../products/products.ts'
import { feedCreatives, joinedCreatives } from '../products/shown-creatives.ts'
import { composed } from '../rendering/composed.ts'
import { isUntried, sizeOf } from '../rendering/draw.ts'
import { type Pair, pairsOf } from '../rendering/drawings.ts'
import { drawnForLook } from '../rendering/drawn-for-look.ts'
import { knownFault } from '../rendering/known-fault.ts'

/** Maximum number of creatives on a page; of a campaign with more, the first ones are shown. */
export const maxCreatives = 500
/** Maximum number of pictures on a page, whose first creative is shown in any case. */
const mostPictures = 2_000
/** Pictures whose faults are looked for, at most: each is composed, unless the node still has it. */
const mostLookedAt = 100

/** What is known of the pictures: the faults by pair, and the columns that are left empty by creative. */
type Known = { readonly faults: ReadonlyMap<string, string>; readonly empty: ReadonlyMap<string, readonly string[]> }
const pairKey = ({ creative, adUnit }: Pair): string => `${adUnit.adUnitId} ${creative.creativeName}`

const creativeShown = (
  creative: Creative,
  campaign: RetailCampaign,
  { faults, empty }: Known,
  ports: Ports,
): CreativeShown => {
  const { accountId, retailCampaignIdx, adUnits } = campaign
  const { creativeName } = creative
  const now = ports.clock.now()
  const clickthroughUrl = creative.clickthroughUrl ?? campaign.clickthroughUrl
  const previews = adUnits.map(adUnit => {
    const { adUnitId } = adUnit
    const links = previewUrls(ports.secrets, { accountId, retailCampaignIdx, creativeName, adUnitId }, now)
    const fault = faults.get(pairKey({ creative, adUnit }))
    return {
      adUnitName: adUnit.adUnitName,
      ...sizeOf(adUnit.dimension),
      imageUrl: links.image,
      liveUrl: links.page,
      ...(fault === undefined ? {} : { fault }),
    }
  })
  const emptyColumns = empty.get(creativeName)
  return {
    name: creativeName,
    previews,
    ...(clickthroughUrl === undefined ? {} : { clickthroughUrl }),
    ...(emptyColumns === undefined ? {} : { emptyColumns }),
  }
}

/** How many creatives the page of a campaign shows at most. */
export const mostShown = ({ adUnits }: Pick<RetailCampaign, 'adUnits'>): number =>
  Math.min(maxCreatives, Math.max(1, Math.floor(mostPictures / Math.max(1, adUnits.length))))

/** The first creatives that approvers see, in the order of their page. */
export const approvalCreatives = async (
  { record: { campaign } }: RetailCampaignView,
  ports: Ports,
  most = maxCreatives,
): Promise<readonly Creative[]> => {
  const { accountId, retailCampaignIdx, assetSourceType } = campaign
  if (assetSourceType === 'productFeed') {
    const products = await productsFromViews(ports.readModels, campaign)
    return products ? (await feedCreatives(products, ports, maxCreatives)).creatives.slice(0, most) : []
  }
  const views = await findDocuments(ports.readModels, creatives, {
    where: { field: ['campaignKey'], is: '=', value: campaignId(accountId, retailCampaignIdx) },
    sort: { field: ['creativeName'] },
    limit: most,
  })
  return views.map(({ creative }) => creative)
}

/** The first creatives with the columns of their products; those of a product feed have them. */
const withProducts = async (campaign: RetailCampaign, first: readonly Creative[], ports: Ports) =>
  campaign.assetSourceType === 'productFeed'
    ? first
    : joinedCreatives(campaign.accountId, await productsFromViews(ports.readModels, campaign), first, ports)

/** Ads with pictures of other hosts that are drawn for a page, at most, and how long it waits for them, in milliseconds. */
const drawn = { most: 20, waitMs: 5_000 }

/** The faults of pictures of other hosts, which only a drawing finds: another node may have drawn them, or nobody since a restart. */
const faultsElsewhere = async (
  accountId: string,
  pairs: readonly Pair[],
  ports: Ports,
): Promise<ReadonlyMap<string, string>> => {
  const faults = new Map<string, string>()
  const untried: Pair[] = []
  for (const pair of pairs)
    if (untried.length < drawn.most && (await isUntried({ accountId, ...pair, format: 'png', scale: 1 }, ports)))
      untried.push(pair)
  const drawing = pMap(
    untried,
    async pair => {
      const look = await drawnForLook({ accountId, ...pair }, ports)
      if (look !== undefined && 'fault' in look) faults.set(pairKey(pair), look.fault.detail)
    },
    { concurrency: 4 },
  )
  await atMost(drawn.waitMs, drawing)
  return new Map(faults)
}

const known = async (
  { accountId, adUnits }: RetailCampaign,
  shown: readonly Creative[],
  ports: Ports,
): Promise<Known> => {
  const pairs = pairsOf(shown, adUnits).slice(0, mostLookedAt)
  const empty = new Map<string, readonly string[]>()
  const found = await pMap(
    pairs,
    async pair => {
      const fault = await knownFault({ accountId, ...pair, format: 'png', scale: 1 }, ports)
      if (fault) return [[pairKey(pair), fault.detail] as const]
      const page = await composed({ accountId, ...pair }, ports)
      const { creativeName } = pair.creative
      if (!('code' in page) && page.missingColumns.length > 0)
        empty.set(creativeName, [...new Set([...(empty.get(creativeName) ?? []), ...page.missingColumns])])
      return []
    },
    { concurrency: 4 },
  )
  const faults = new Map(found.flat())
  const others = pairs.filter(pair => !faults.has(pairKey(pair)))
  return { faults: new Map([...faults, ...(await faultsElsewhere(accountId, others, ports))]), empty }
}

/** All that a page with the first creatives is part of: a product feed counts its rows, since only reading all of them tells which make a creative. */
const wholeOf = async ({ record: { campaign, creatives: total } }: RetailCampaignView, { readModels }: Ports) =>
  campaign.assetSourceType === 'productFeed'
    ? { total: (await productsFromViews(readModels, campaign))?.set.rows ?? 0, of: 'product' as const }
    : { total, of: 'creative' as const }

/**
 * The creatives of a campaign on the page of an approval: the first ones, why some of their pictures cannot be made, what they lack, and what they are part of
 * if there are more (APPROVAL-12).
 */
export const creativesShown = async (
  view: RetailCampaignView,
  ports: Ports,
): Promise<Pick<ApprovalPageData, 'creatives' | 'partOf'>> => {
  const { campaign } = view.record
  const most = mostShown(campaign)
  const all = await approvalCreatives(view, ports, most)
  const whole = await wholeOf(view, ports)
  const looked = await withProducts(campaign, all.slice(0, mostLookedAt), ports)
  const found = await known(campaign, looked, ports)
  const shown = [...looked, ...all.slice(mostLookedAt)]
  return {
    creatives: shown.map(creative => creativeShown(creative, campaign, found, ports)),
    ...(shown.length === most && whole.total > most ? { partOf: whole } : {}),
  }
}
