import * as t from 'io-ts'
import { about } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf } from '../../codec/json.ts'
import { EmailAddress, Name } from '../../codec/names.ts'

/** An approver in requests and responses. */
export const ApproverBody = fields(
  { userEmail: about(EmailAddress, 'The mail address of the approver.') },
  {
    userName: about(Name, 'The name of the approver.'),
    userId: about(integer(0), 'The id of the approver in your system.'),
  },
)
/** The approval settings of an account. */
export const SettingsBody = fields(
  { approvers: about(listOf(ApproverBody, 100), 'Who is asked to approve campaigns; empty: no approval is needed.') },
  { allApproversRequired: about(t.boolean, 'true: all must approve; default: one is enough.') },
)
