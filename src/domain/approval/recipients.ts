import * as E from 'fp-ts/lib/Either.js'
import { approval } from './approval.ts'
import type { ApprovalCommand } from './commands.ts'
import type { ApprovalEvent } from './events.ts'
import type { Approval } from './state.ts'

const recipientsIn = (event: ApprovalEvent): number => {
  switch (event.type) {
    case 'ApprovalRequested':
      return event.data.approvers.length
    case 'ApprovalRequestRepeated':
      return event.data.approverIds.length
    default:
      return 0
  }
}

/** The number of approvers who get a mail because of these events. */
export const countRecipients = (events: readonly ApprovalEvent[]): number =>
  events.reduce((sum, event) => sum + recipientsIn(event), 0)

/** The number of approvers who would get a mail because of this command. */
export const recipientsOf = (command: ApprovalCommand, state: Approval): number => {
  const decided = approval.decide(command, state)
  return E.isRight(decided) ? countRecipients(decided.right) : 0
}
