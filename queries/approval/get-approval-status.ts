import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { RetailCampaignView } from '../../projections/retail-campaigns/retail-campaigns.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { oneOf } from '../../src/codec/text.ts'
import { approvalStatuses, approverStatus } from '../../src/domain/approval/status.ts'
import type { Approver, RetailSettings } from '../../src/domain/provisioning/aggregates.ts'
import { query } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import { approvalStatusNow, readCampaign, readSettings } from '../../src/lookups/campaign-from-views.ts'
import type { Ports } from '../../src/ports/ports.ts'

const status = oneOf(...approvalStatuses)
const ApproverDetails = fields({ userEmail: t.string, userName: t.string, userId: integer(-1), approvalStatus: status })

/** GET …/approvalStatus: the record of 2.6 (decision 21). */
export const getApprovalStatus = query({
  summary: 'Get the approval status of a campaign',
  noStore: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  reply: fields({
    approvalIdx: integer(0),
    status,
    requesterEmail: t.string,
    requiredApprovals: integer(0),
    createdOn: t.string,
    updatedOn: t.string,
    approverDetails: t.array(ApproverDetails),
  }),
  async run({ params: { accountId, retailCampaignIdx } }, ports) {
    const found = await readCampaign(ports.readModels, accountId, retailCampaignIdx)
    if (E.isLeft(found)) return found
    const settings = await readSettings(ports.readModels, accountId)
    return reply(await record(found.right, settings, ports))
  },
})

const record = async (view: RetailCampaignView, settings: RetailSettings, ports: Ports) => {
  const { request } = view.approval
  const status = await approvalStatusNow(ports.readModels, view, settings)
  const unseal = async (sealed: string) => (await ports.secrets.unsealForAccount(view.accountId, sealed)) ?? 'erased'
  const details = (approvers: readonly Approver[], statusOf: (approverId: string) => typeof status) =>
    Promise.all(
      approvers.map(async a => ({
        userEmail: await unseal(a.sealedEmail),
        userName: a.userName ?? 'External User',
        userId: a.userId ?? -1,
        approvalStatus: statusOf(a.approverId),
      })),
    )
  if (request === undefined || settings.approvers.length === 0) {
    const { createdOn, updatedOn } = view.record
    const approverDetails = await details(settings.approvers, () => 'Unavailable')
    const requiredApprovals = settings.allApproversRequired
      ? settings.approvers.length
      : Math.min(1, settings.approvers.length)
    return { approvalIdx: 0, status, requesterEmail: '', requiredApprovals, createdOn, updatedOn, approverDetails }
  }
  const { approvalIdx, requiredApprovals, createdOn, updatedOn } = request
  const approverDetails = await details(request.approvers, id =>
    approverStatus(request, id, settings, status === 'Invalid'),
  )
  const requesterEmail = await unseal(request.sealedRequesterEmail)
  return { approvalIdx, status, requesterEmail, requiredApprovals, createdOn, updatedOn, approverDetails }
}
