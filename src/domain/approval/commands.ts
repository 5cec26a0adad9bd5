import type { AttemptCommand } from '../shared/claim.ts'
import type { Decision } from './events.ts'
import type { ApprovalRequest } from './state.ts'

/** A request as it is made: what its votes and mails add comes later. */
export type NewRequest = Omit<
  ApprovalRequest,
  | 'votes'
  | 'bounced'
  | 'undelivered'
  | 'createdOn'
  | 'updatedOn'
  | 'requesterNotified'
  | 'requesterUndelivered'
  | 'decision'
>

/** Why a mail failed that may be tried again. `isUnsure`: it may have arrived all the same. */
export type MailFault = { readonly reason: string; readonly isUnsure?: boolean | undefined }
/** A mail that failed, and may be tried again. */
export type FailedMail = MailFault & { readonly approverId: string }

type OfAttempt = { readonly attempt: number; readonly approvalIdx: number; readonly at: string }

/** What a worker records about mails. */
export type MailCommand =
  | { readonly kind: 'BeginMail'; readonly attempt: number; readonly at: string }
  | ({ readonly kind: 'RecordMail'; readonly approverId: string; readonly bounced?: string } & OfAttempt)
  | ({ readonly kind: 'DeferMails'; readonly failed: readonly FailedMail[] } & OfAttempt)
  | ({ readonly kind: 'NotifyRequester'; readonly failure?: string } & OfAttempt)
  | ({ readonly kind: 'DeferNotification' } & MailFault & OfAttempt)
  | { readonly kind: 'FinishMail'; readonly attempt: number; readonly at: string }

/** The commands of an approval. */
export type ApprovalCommand =
  | { readonly kind: 'RequestApproval'; readonly request: NewRequest; readonly at: string }
  | {
      readonly kind: 'Decide'
      readonly approvalIdx: number
      readonly approverId: string
      readonly decision: Decision
      /** Sealed under the approver's key; undefined without a comment. */
      readonly sealedComment?: string | undefined
      /** The current content of the campaign: an approval of other content does not count. */
      readonly contentHash: string
      readonly at: string
    }
  | AttemptCommand
  | MailCommand
