import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { approval } from '../../src/domain/approval/approval.ts'
import { mailsGivenUp } from '../../src/domain/approval/delivery.ts'
import { dueMails } from '../../src/domain/approval/mails-due.ts'
import { Approval, evolveApproval, noApproval } from '../../src/domain/approval/state.ts'
import { campaignOfId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { todoFields, todoList, todoOf } from '../../src/engine/react/to-do.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** Campaigns with unsent mails: to approvers about the newest request, or to the requester about the decision. */
export const ApprovalMailsToDo = fields(
  { ...todoFields.required, accountId: t.string, retailCampaignIdx: t.number, approval: Approval },
  todoFields.optional,
)
export type ApprovalMailsToDo = t.TypeOf<typeof ApprovalMailsToDo>

export const approvalMailsToDo = todoList(
  projectionOf(approval, {
    name: 'approval-mails-to-do',
    version: 4,
    codec: ApprovalMailsToDo,
    indexes: [['todo']],
    evolve: (item, event, id) => {
      const state = evolveApproval(item?.approval ?? noApproval, event)
      const due = dueMails(state)
      return {
        ...todoOf(due.open, state.mailing, state.mailing.notBefore ?? due.notBefore),
        ...campaignOfId(id),
        approval: state,
      }
    },
  }),
  item => mailsGivenUp(item.approval),
)
