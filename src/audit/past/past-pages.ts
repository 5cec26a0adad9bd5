import pMap from 'p-map'
import { maxCreatives } from '../../approval/approval-creatives.ts'
import { account } from '../../domain/provisioning/aggregates.ts'
import type { RetailCampaign } from '../../domain/retail-campaigns/retail-campaign.ts'
import type { CampaignContent } from '../../lookups/campaign-from-log.ts'
import { type ShownContent, shownContent } from '../../lookups/shown-content.ts'
import {
  type PastCreative,
  type PastPageData,
  type PastPreview,
  pastCreativeSection,
  pastPageEnd,
  pastPageStart,
} from '../../pages/past-page.ts'
import type { Ports } from '../../ports/ports.ts'
import { draw, sizeOf } from '../../rendering/draw.ts'
import type { PastRequest } from './past-approval.ts'
import { pastPorts } from './past-ports.ts'
import type { PastWork } from './past-work.ts'

/** Pictures that are drawn at a time. */
const atOnce = 4

type Creative = ShownContent['creatives'][number]

/** What was requested, with the answers up to now. `work`: the log before the request. */
export type RequestedPage = {
  readonly content: CampaignContent
  readonly request: PastRequest
  readonly work: PastWork
}

const pageData = async (
  { content, request, work }: RequestedPage,
  creatives: number,
  shown: number,
): Promise<PastPageData> => {
  const { accountId, retailCampaignName, startDate, endDate } = content.campaign
  const { value } = (await work.load(account, accountId)).state
  return {
    campaignName: retailCampaignName,
    accountName: value?.name ?? accountId,
    ...(startDate === undefined ? {} : { startDate }),
    ...(endDate === undefined ? {} : { endDate }),
    requester: request.requester,
    requestedAt: request.requestedAt,
    contentHash: request.contentHash,
    isRequested: request.contentHash === content.contentHash,
    requiredApprovals: request.requiredApprovals,
    approvers: request.approvers,
    creatives: shown,
    leftOut: creatives - shown,
  }
}

const pastCreative = async (creative: Creative, campaign: RetailCampaign, ports: Ports): Promise<PastCreative> => {
  const { accountId, adUnits } = campaign
  const clickthroughUrl = creative.clickthroughUrl ?? campaign.clickthroughUrl
  const previews = await pMap(
    adUnits,
    async (adUnit): Promise<PastPreview> => {
      const drawn = await draw({ accountId, adUnit, creative, format: 'png', scale: 1 }, ports)
      const { adUnitName, dimension } = adUnit
      return {
        adUnitName,
        ...sizeOf(dimension),
        drawn: 'code' in drawn ? { fault: drawn.detail } : { png: drawn.bytes },
      }
    },
    { concurrency: atOnce },
  )
  return { name: creative.creativeName, previews, ...(clickthroughUrl === undefined ? {} : { clickthroughUrl }) }
}

/** What was drawn: creatives and their pictures, and those that could not be drawn. */
export type DrawnPage = { readonly creatives: number; readonly pictures: number; readonly faults: number }

/**
 * The page that the approvers of a request saw, in parts: a file that needs nothing else (AUDIT-11). Memory does not grow with the number of
 * creatives. Rejects as `draw` does. Pictures outside the library are loaded again, as the log does not have them.
 */
export async function* pastPages(
  requested: RequestedPage,
  ports: Ports,
  onDrawn: (done: number, total: number) => void,
): AsyncGenerator<string, DrawnPage> {
  const past = pastPorts(ports, requested.work)
  const { creatives, campaign } = await shownContent(requested.content, past)
  const sorted = [...creatives].sort((a, b) => (a.creativeName < b.creativeName ? -1 : 1)).slice(0, maxCreatives)
  yield pastPageStart(await pageData(requested, creatives.length, sorted.length))
  let pictures = 0
  let faults = 0
  for (const [i, creative] of sorted.entries()) {
    const drawn = await pastCreative(creative, campaign, past)
    const failed = drawn.previews.filter(preview => 'fault' in preview.drawn).length
    faults += failed
    pictures += drawn.previews.length - failed
    yield pastCreativeSection(drawn)
    onDrawn(i + 1, sorted.length)
  }
  yield pastPageEnd
  return { creatives: sorted.length, pictures, faults }
}
