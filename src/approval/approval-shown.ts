import { accounts } from '../../projections/provisioning/accounts.ts'
import type { RetailCampaignView } from '../../projections/retail-campaigns/retail-campaigns.ts'
import { linkEnd } from '../domain/approval/link.ts'
import { approverStatus } from '../domain/approval/status.ts'
import type { RetailSettings } from '../domain/provisioning/aggregates.ts'
import { erased } from '../domain/shared/erased.ts'
import { readDocument } from '../engine/read/documents.ts'
import type { ApprovalPageData, CampaignShown } from '../pages/approval-page.ts'
import type { ApproverShown } from '../pages/approver-list.ts'
import type { Ports } from '../ports/ports.ts'
import { creativesShown } from './approval-creatives.ts'
import type { OpenApproval } from './open-approval.ts'
import { type OpenedApprover, type OpenedRequest, openedRequester } from './opened-approval.ts'

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
    ...(await creativesShown(view, ports)),
    others: approversShown(opened, settings).filter(a => a.approverId !== approver.approverId),
  }
}
