import { creatives } from '../../projections/creatives/creatives.ts'
import { accounts } from '../../projections/provisioning/accounts.ts'
import type { RetailCampaignView } from '../../projections/retail-campaigns/retail-campaigns.ts'
import { linkEnd } from '../domain/approval/link.ts'
import { approverStatus } from '../domain/approval/status.ts'
import type { Creative } from '../domain/creatives/creative.ts'
import type { RetailSettings } from '../domain/provisioning/aggregates.ts'
import { campaignId } from '../domain/retail-campaigns/campaign-id.ts'
import type { RetailCampaign } from '../domain/retail-campaigns/retail-campaign.ts'
import { erased } from '../domain/shared/erased.ts'
import { findDocuments, readDocument } from '../engine/read/documents.ts'
import { previewUrl } from '../links/preview-url.ts'
import type { ApprovalPageData, CampaignShown } from '../pages/approval-page.ts'
import type { ApproverShown } from '../pages/approver-list.ts'
import type { CreativeShown } from '../pages/creative-section.ts'
import type { Ports } from '../ports/ports.ts'
import { productsFromViews } from '../products/products.ts'
import { feedCreatives } from '../products/shown-creatives.ts'
import { sizeOf } from '../rendering/draw.ts'
import type { OpenApproval } from './open-approval.ts'
import { type OpenedApprover, type OpenedRequest, openedRequester } from './opened-approval.ts'

/** Maximum number of creatives on a page; of a campaign with more, the first ones are shown. */
const maxCreatives = 500

/** A campaign as shown in pages and mails. */
export const campaignShown = async (view: RetailCampaignView, { readModels }: Ports): Promise<CampaignShown> => {
  const { accountId, retailCampaignName, startDate, endDate } = view.record.campaign
  const account = await readDocument(readModels, accounts, accountId)
  const accountName = account?.value.name ?? accountId
  return { name: retailCampaignName, accountName, ...(startDate ? { startDate } : {}), ...(endDate ? { endDate } : {}) }
}

const nameOf = ({ userName }: OpenedApprover) => userName ?? 'External User'

/** The approvers of a request and their decisions. */
export const approversShown = (
  { request, approvers, comments }: OpenedRequest,
  settings: RetailSettings,
): readonly (ApproverShown & { readonly approverId: string })[] =>
  approvers.map(a => {
    const vote = request.votes[a.approverId]
    const status = approverStatus(request, a.approverId, settings, false)
    return {
      approverId: a.approverId,
      name: nameOf(a),
      status,
      ...(vote ? { at: vote.at, comment: comments.get(a.approverId) ?? '' } : {}),
    }
  })

const creativeShown = (creative: Creative, campaign: RetailCampaign, ports: Ports): CreativeShown => {
  const { accountId, retailCampaignIdx, adUnits } = campaign
  const { creativeName } = creative
  const now = ports.clock.now()
  const clickthroughUrl = creative.clickthroughUrl ?? campaign.clickthroughUrl
  const link = (adUnitId: number, ending: '' | '.png') =>
    previewUrl(ports.secrets, { accountId, retailCampaignIdx, creativeName, adUnitId }, now, ending)
  const previews = adUnits.map(u => ({
    adUnitName: u.adUnitName,
    ...sizeOf(u.dimension),
    imageUrl: link(u.adUnitId, '.png'),
    liveUrl: link(u.adUnitId, ''),
  }))
  return { name: creativeName, previews, ...(clickthroughUrl === undefined ? {} : { clickthroughUrl }) }
}

/** The first creatives that approvers see, in the order of their page. */
export const approvalCreatives = async (
  { record: { campaign } }: RetailCampaignView,
  ports: Ports,
  most = maxCreatives,
): Promise<readonly Creative[]> => {
  if (campaign.assetSourceType === 'productFeed') {
    const products = await productsFromViews(ports.readModels, campaign)
    return products ? (await feedCreatives(products, ports, maxCreatives)).creatives.slice(0, most) : []
  }
  const campaignKey = campaignId(campaign.accountId, campaign.retailCampaignIdx)
  const views = await findDocuments(ports.readModels, creatives, {
    where: { field: ['campaignKey'], is: '=', value: campaignKey },
    sort: { field: ['creativeName'] },
    limit: most,
  })
  return views.map(({ creative }) => creative)
}

const creativesShown = async (view: RetailCampaignView, ports: Ports): Promise<readonly CreativeShown[]> =>
  (await approvalCreatives(view, ports)).map(creative => creativeShown(creative, view.record.campaign, ports))

/** Everything that the page of an open request shows. */
export const approvalPageData = async (
  { view, opened, approver, settings }: OpenApproval,
  ports: Ports,
): Promise<ApprovalPageData> => {
  const { request } = opened
  const { name, address = erased } = await openedRequester(view.accountId, request, ports.secrets)
  return {
    requester: { name, email: address },
    approver: { name: nameOf(approver), email: approver.userEmail },
    campaign: await campaignShown(view, ports),
    requestedAt: request.createdOn,
    expiresAt: new Date(linkEnd(request)).toISOString(),
    requiredApprovals: request.requiredApprovals,
    approverCount: request.approvers.length,
    creatives: await creativesShown(view, ports),
    others: approversShown(opened, settings).filter(a => a.approverId !== approver.approverId),
  }
}
