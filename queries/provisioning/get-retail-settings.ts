import * as t from 'io-ts'
import { retailSettingsView } from '../../projections/provisioning/retail-settings.ts'
import { openedApprover } from '../../src/approval/opened-approval.ts'
import { named } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { integer } from '../../src/codec/integer.ts'
import { listOf } from '../../src/codec/json.ts'
import { AccountId, Name } from '../../src/codec/names.ts'
import { query } from '../../src/engine/operation.ts'
import { readConfigured } from '../../src/lookups/configured.ts'

const Approver = fields({ userEmail: t.string }, { userName: Name, userId: integer(0) })

/** GET /v2/accounts/{accountId}/retail-settings. Address and name of an approver who was erased read `erased`. */
export const getRetailSettings = query({
  summary: 'Get who approves the campaigns of an account',
  extension: true,
  params: t.type({ accountId: AccountId }),
  reply: named('RetailSettings', fields({ approvers: listOf(Approver, 100), allApproversRequired: t.boolean })),
  run: ({ params: { accountId } }, { readModels, secrets }) =>
    readConfigured(
      readModels,
      retailSettingsView,
      accountId,
      'The account has no retail settings yet, so its campaigns need no approval.',
      async value => ({
        allApproversRequired: value.allApproversRequired,
        approvers: await Promise.all(
          value.approvers.map(async approver => {
            const { approverId: _, ...shown } = await openedApprover(accountId, approver, secrets)
            return shown
          }),
        ),
      }),
    )(),
})
