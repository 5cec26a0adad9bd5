import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import type { RetailCampaignView } from '../../projections/retail-campaigns/retail-campaigns.ts'
import { openedApprover, openedRequester } from '../../src/approval/opened-approval.ts'
import { extension, named } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { Delivery, deliveryOf } from '../../src/domain/approval/delivery.ts'
import { type ApprovalStatus, approverStatus, ShownApprovalStatus } from '../../src/domain/approval/status.ts'
import type { Approver, RetailSettings } from '../../src/domain/provisioning/aggregates.ts'
import { erased } from '../../src/domain/shared/erased.ts'
import { query } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { approvalStatusNow, readCampaign, readSettings } from '../../src/lookups/campaign-from-views.ts'
import type { Ports } from '../../src/ports/ports.ts'

const status = ShownApprovalStatus
const ApproverDetails = named(
  'ApproverDetails',
  fields(
    { userEmail: t.string, userName: t.string, userId: integer(-1), approvalStatus: status },
    { delivery: extension(Delivery) },
  ),
)

/** GET …/approvalStatus: the record of APPROVAL-2 (APPROVAL-4), with the delivery of each mail (APPROVAL-17). */
export const getApprovalStatus = query({
  summary: 'Get the approval status of a campaign',
  noStore: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  reply: named(
    'Approval',
    fields({
      approvalIdx: integer(0),
      status,
      requesterEmail: t.string,
      requiredApprovals: integer(0),
      createdOn: t.string,
      updatedOn: t.string,
      approverDetails: t.array(ApproverDetails),
    }),
  ),
  run: ({ params: { accountId, retailCampaignIdx } }, ports) =>
    pipe(
      readCampaign(ports.readModels, accountId, retailCampaignIdx),
      TE.bindTo('view'),
      TE.apS(
        'settings',
        TE.fromTask(() => readSettings(ports.readModels, accountId)),
      ),
      TE.flatMapTask(
        ({ view, settings }) =>
          () =>
            record(view, settings, ports),
      ),
      TE.flatMapEither(found => reply(found)),
    )(),
})

const record = async (view: RetailCampaignView, settings: RetailSettings, ports: Ports) => {
  const { request } = view.approval
  const status = await approvalStatusNow(ports, view, settings)
  if (request === undefined || settings.approvers.length === 0)
    return { status, ...(await withoutRequest(view, settings, ports)) }
  const { approvalIdx, requiredApprovals, createdOn, updatedOn, approvers } = request
  const approverDetails = await details(view, approvers, ports, id => ({
    approvalStatus: approverStatus(request, id, settings, status === 'Invalid'),
    delivery: deliveryOf(view.approval, request, id),
  }))
  const { address: requesterEmail = erased } = await openedRequester(view.accountId, request, ports.secrets)
  return { approvalIdx, status, requesterEmail, requiredApprovals, createdOn, updatedOn, approverDetails }
}

const withoutRequest = async (view: RetailCampaignView, settings: RetailSettings, ports: Ports) => {
  const { approvers, allApproversRequired } = settings
  const { createdOn, updatedOn } = view.record
  const approverDetails = await details(view, approvers, ports, () => ({ approvalStatus: 'Unavailable' }))
  const requiredApprovals = allApproversRequired ? approvers.length : Math.min(1, approvers.length)
  return { approvalIdx: 0, requesterEmail: '', requiredApprovals, createdOn, updatedOn, approverDetails }
}

type Shown = { readonly approvalStatus: ApprovalStatus; readonly delivery?: Delivery }

const details = (
  { accountId }: RetailCampaignView,
  approvers: readonly Approver[],
  { secrets }: Ports,
  shown: (approverId: string) => Shown,
) =>
  Promise.all(
    approvers.map(async approver => {
      const { approverId, userEmail, userName, userId } = await openedApprover(accountId, approver, secrets)
      return { userEmail, userName: userName ?? 'External User', userId: userId ?? -1, ...shown(approverId) }
    }),
  )
