import * as E from 'fp-ts/lib/Either.js'
import { type CreativeView, creatives } from '../../projections/creatives/creatives.ts'
import { accounts } from '../../projections/provisioning/accounts.ts'
import type { ConfiguredView } from '../../projections/provisioning/configured-view.ts'
import type { RetailCampaignView } from '../../projections/retail-campaigns/retail-campaigns.ts'
import { linkDays } from '../domain/approval/approval.ts'
import type { LinkTarget } from '../domain/approval/link.ts'
import type { ApprovalRequest } from '../domain/approval/state.ts'
import { approverStatus } from '../domain/approval/status.ts'
import type { Account, Approver, RetailSettings } from '../domain/provisioning/aggregates.ts'
import { campaignId } from '../domain/retail-campaigns/campaign-id.ts'
import { previewUrl } from '../links/preview-url.ts'
import type { ApprovalProblemData } from '../pages/approval-answer-pages.ts'
import type { ApprovalPageData, CampaignShown } from '../pages/approval-page.ts'
import type { ApproverShown } from '../pages/approver-list.ts'
import type { CreativeShown } from '../pages/creative-section.ts'
import type { Ports } from '../ports/ports.ts'
import { sizeOf } from '../rendering/draw.ts'
import { contentHashNow, readCampaign, readSettings } from './campaign-from-views.ts'

/** Creatives on one page; a campaign with more shows the first ones and says so in its list. */
const maxCreatives = 500

/** A campaign as pages and mails name it. */
export const campaignShown = async (view: RetailCampaignView, { readModels }: Ports): Promise<CampaignShown> => {
  const { accountId, retailCampaignName, startDate, endDate } = view.record.campaign
  const stored = await readModels.get(accounts, accountId)
  const accountName = stored ? (JSON.parse(stored.json) as ConfiguredView<Account>).value.name : accountId
  return { name: retailCampaignName, accountName, ...(startDate ? { startDate } : {}), ...(endDate ? { endDate } : {}) }
}

const nameOf = (approver: Approver | undefined) => approver?.userName ?? 'External User'

/** The approvers of a request with what they said. */
export const approversShown = (
  request: ApprovalRequest,
  settings: RetailSettings,
): readonly (ApproverShown & { readonly approverId: string })[] =>
  request.approvers.map(a => {
    const vote = request.votes[a.approverId]
    const status = approverStatus(request, a.approverId, settings, false)
    return {
      approverId: a.approverId,
      name: nameOf(a),
      status,
      ...(vote ? { at: vote.at, comment: vote.comment } : {}),
    }
  })

const creativesShown = async (
  { record, accountId }: RetailCampaignView,
  ports: Ports,
): Promise<readonly CreativeShown[]> => {
  const { retailCampaignIdx, adUnits, clickthroughUrl } = record.campaign
  const where = { field: ['campaignKey'], is: '=', value: campaignId(accountId, retailCampaignIdx) } as const
  const { documents } = await ports.readModels.find(creatives, {
    where,
    sort: { field: ['creativeName'] },
    limit: maxCreatives,
  })
  const now = ports.clock.now()
  return documents.map(d => {
    const { creative } = JSON.parse(d.json) as CreativeView
    const leads = creative.clickthroughUrl ?? clickthroughUrl
    const link = (adUnitId: number, ending: '' | '.png') =>
      previewUrl(
        ports.secrets,
        { accountId, retailCampaignIdx, creativeName: creative.creativeName, adUnitId },
        now,
        ending,
      )
    const previews = adUnits.map(u => ({
      adUnitName: u.adUnitName,
      ...sizeOf(u.dimension),
      imageUrl: link(u.adUnitId, '.png'),
      liveUrl: link(u.adUnitId, ''),
    }))
    return { name: creative.creativeName, previews, ...(leads === undefined ? {} : { clickthroughUrl: leads }) }
  })
}

export type LinkState =
  | { readonly kind: 'problem'; readonly problem: ApprovalProblemData }
  | {
      readonly kind: 'open'
      readonly view: RetailCampaignView
      readonly request: ApprovalRequest
      readonly approver: Approver
      readonly settings: RetailSettings
    }

const problem = (code: ApprovalProblemData['code'], more: Omit<ApprovalProblemData, 'code'> = {}): LinkState => ({
  kind: 'problem',
  problem: { code, ...more },
})

/** Whether a link may still be used for a vote, and if not, why (decision 22). */
export const linkState = async (target: LinkTarget | undefined, { readModels, clock }: Ports): Promise<LinkState> => {
  if (target === undefined) return problem('approval-link-unknown')
  const found = await readCampaign(readModels, target.accountId, target.retailCampaignIdx)
  if (E.isLeft(found)) return problem('approval-link-unknown')
  const view = found.right
  const campaignName = view.retailCampaignName
  const { request } = view.approval
  const settings = await readSettings(readModels, target.accountId)
  const approver = request?.approvers.find(a => a.approverId === target.approverId)
  if (!request || request.approvalIdx !== target.approvalIdx || !approver)
    return problem('approval-superseded', { campaignName })
  const known = { campaignName, requesterName: request.requesterName }
  const ownVote = request.votes[target.approverId]
  if (ownVote) return problem('approval-already-decided', { ...known, ownVote })
  if (request.decision) return problem('approval-already-decided', { ...known, decided: request.decision })
  if (clock.now().getTime() > Date.parse(request.createdOn) + linkDays * 86_400_000)
    return problem('approval-link-expired', known)
  if (request.contentHash !== (await contentHashNow(readModels, view)))
    return problem('approval-content-changed', known)
  if (!settings.approvers.some(a => a.approverId === target.approverId))
    return problem('approval-superseded', { campaignName })
  return { kind: 'open', view, request, approver, settings }
}

/** All that the page of an open request shows. */
export const approvalPageData = async (
  open: Extract<LinkState, { kind: 'open' }>,
  ports: Ports,
): Promise<ApprovalPageData> => {
  const { view, request, approver, settings } = open
  const unseal = async (sealed: string) => (await ports.secrets.unsealForAccount(view.accountId, sealed)) ?? ''
  const expiresAt = new Date(Date.parse(request.createdOn) + linkDays * 86_400_000).toISOString()
  return {
    requester: { name: request.requesterName, email: await unseal(request.sealedRequesterEmail) },
    approver: { name: nameOf(approver), email: await unseal(approver.sealedEmail) },
    campaign: await campaignShown(view, ports),
    requestedAt: request.createdOn,
    expiresAt,
    requiredApprovals: request.requiredApprovals,
    approverCount: request.approvers.length,
    creatives: await creativesShown(view, ports),
    others: approversShown(request, settings).filter(a => a.approverId !== approver.approverId),
  }
}
