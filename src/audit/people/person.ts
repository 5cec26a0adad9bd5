import * as t from 'io-ts'
import { about, named } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { wordsOf } from '../../codec/text.ts'
import type { ApprovalRequested } from '../../domain/approval/events.ts'
import type { KeyGrant } from '../../domain/keys/key.ts'
import type { Approver } from '../../domain/provisioning/aggregates.ts'

/** What a person is in an event: who was asked, who asked, who got a mail, or whose API key did it. */
const Role = wordsOf(['approver', 'requester', 'recipient', 'key-owner'], {
  approver: 'Who was asked for an approval, or answered.',
  requester: 'Who asked for it.',
  recipient: 'Who got a mail.',
  'key-owner': 'Who owns the API key that acted, or that the event is about.',
})
export type Role = t.TypeOf<typeof Role>

/** The members of a request that name its requester. */
export type Requester = Pick<
  (typeof ApprovalRequested)['_A']['data'],
  'approvalIdx' | 'sealedRequesterName' | 'sealedRequesterEmail'
>

/** The members of the grant of a key that name its owner. */
export type KeyOwner = Pick<KeyGrant, 'sealedOwner' | 'sealedOwnerEmail' | 'accounts'>

/** A person whom an event names: the owner of a key, or the members of an event of this account that name the person. */
export type Person =
  | { readonly role: 'key-owner'; readonly keyId: string; readonly grant: KeyOwner }
  | {
      readonly role: Exclude<Role, 'key-owner'>
      readonly accountId: string
      readonly named: Approver | Requester
      /** Of an approver: the sealed address of who asked for the approval. */
      readonly sealedRequesterEmail?: string
    }

/** A person as auditors see it: with a masked address, or `erased`. */
export const PersonShown = named(
  'EventPerson',
  fields(
    { role: Role },
    {
      name: about(t.string, 'Absent if none was given; `erased` if the person was erased.'),
      keyId: about(t.string, 'The API key, of its owner.'),
      address: about(t.string, 'The mail address, masked.'),
      isRequester: about(t.literal(true), 'The approver is the person who asked for the approval.'),
    },
  ),
)
export type PersonShown = t.TypeOf<typeof PersonShown>
