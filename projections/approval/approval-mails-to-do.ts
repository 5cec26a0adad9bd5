import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { approval } from '../../src/domain/approval/approval.ts'
import { mailsGivenUp } from '../../src/domain/approval/delivery.ts'
import type { ApprovalEvent } from '../../src/domain/approval/events.ts'
import { dueMails } from '../../src/domain/approval/mails-due.ts'
import { Approval, evolveApproval, noApproval } from '../../src/domain/approval/state.ts'
import { campaignOfId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { never } from '../../src/domain/shared/claim.ts'
import { todoFields, todoList, todoOf } from '../../src/engine/react/to-do.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/**
 * Campaigns with unsent mails: to approvers about the newest request, or to the requester about the decision. `begun`: an attempt has begun
 * and not ended; it has the preview export to make after the mails.
 */
export const ApprovalMailsToDo = fields(
  { ...todoFields.required, accountId: t.string, retailCampaignIdx: t.number, approval: Approval },
  { ...todoFields.optional, begun: t.literal(true) },
)
export type ApprovalMailsToDo = t.TypeOf<typeof ApprovalMailsToDo>

const isBegun = (before: boolean, type: ApprovalEvent['type']): boolean => {
  switch (type) {
    case 'ApprovalMailStarted':
      return true
    case 'ApprovalMailFinished':
    case 'ApprovalRequested':
      return false
    default:
      return before
  }
}

export const approvalMailsToDo = todoList(
  projectionOf(approval, {
    name: 'approval-mails-to-do',
    version: 1,
    codec: ApprovalMailsToDo,
    indexes: [['todo']],
    evolve: (item, event, id) => {
      const state = evolveApproval(item?.approval ?? noApproval, event)
      const due = dueMails(state)
      const begun = isBegun(item?.begun ?? false, event.type) && state.mailing.notBefore !== never
      const notBefore = state.mailing.notBefore ?? (begun ? undefined : due.notBefore)
      return {
        ...todoOf(due.open || begun, state.mailing, notBefore),
        ...campaignOfId(id),
        approval: state,
        ...(begun ? { begun } : {}),
      }
    },
  }),
  item => mailsGivenUp(item.approval),
)
