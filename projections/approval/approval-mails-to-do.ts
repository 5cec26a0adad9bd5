import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { approval } from '../../src/domain/approval/approval.ts'
import type { ApprovalEvent } from '../../src/domain/approval/events.ts'
import { dueMails } from '../../src/domain/approval/mails-due.ts'
import { Approval, evolveApproval, noApproval } from '../../src/domain/approval/state.ts'
import { todoFields, todoList, todoOf } from '../../src/engine/react/to-do.ts'
import { campaignKey, isOf, streamId } from '../../src/engine/read/streams.ts'

/** Campaigns with approvers who were not written to yet about the newest request, or a requester who was not told. */
export const ApprovalMailsToDo = fields(
  { ...todoFields.required, accountId: t.string, retailCampaignIdx: t.number, approval: Approval },
  todoFields.optional,
)
export type ApprovalMailsToDo = t.TypeOf<typeof ApprovalMailsToDo>

export const approvalMailsToDo = todoList<ApprovalMailsToDo>({
  name: 'approval-mails-to-do',
  version: 1,
  codec: ApprovalMailsToDo,
  indexes: [['todo']],
  categories: [approval.category],
  idOf: event => (isOf(approval.category, event) ? streamId(approval.category, event) : undefined),
  evolve: (item, event) => {
    const state = evolveApproval(item?.approval ?? noApproval, event as unknown as ApprovalEvent)
    const due = dueMails(state)
    return {
      ...todoOf(due.open, state.mailing, state.mailing.notBefore ?? due.notBefore),
      ...campaignKey(streamId(approval.category, event)),
      approval: state,
    }
  },
})
