import type { ApprovalRequested } from '../../domain/approval/events.ts'
import type { Approver } from '../../domain/provisioning/aggregates.ts'

/** What a person is in an event: who was asked, who asked, who got a mail, or whose API key did it. */
export type Role = 'approver' | 'requester' | 'recipient' | 'key-owner'

/** The members of a request that name its requester. */
export type Requester = Pick<
  (typeof ApprovalRequested)['_A']['data'],
  'approvalIdx' | 'requesterName' | 'sealedRequesterName' | 'sealedRequesterEmail'
>

/** A person whom an event names: the owner of a key, or the members of an event of this account that name the person. */
export type Person =
  | { readonly role: 'key-owner'; readonly keyId: string; readonly name: string }
  | {
      readonly role: Exclude<Role, 'key-owner'>
      readonly accountId: string
      readonly named: Approver | Requester
    }

/** A person as auditors see it: with a masked address, or `erased`. */
export type PersonShown = {
  readonly role: Role
  readonly name?: string
  readonly keyId?: string
  readonly address?: string
}
