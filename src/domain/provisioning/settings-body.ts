import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf } from '../../codec/json.ts'
import { EmailAddress, Name } from '../../codec/names.ts'

/** An approver in requests and responses. */
export const ApproverBody = fields({ userEmail: EmailAddress }, { userName: Name, userId: integer(0) })
/** The approval settings of an account. */
export const SettingsBody = fields({ approvers: listOf(ApproverBody, 100) }, { allApproversRequired: t.boolean })
