import * as t from 'io-ts'
import { accounts } from '../../projections/provisioning/accounts.ts'
import { named } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId, Name, OrgId } from '../../src/codec/names.ts'
import { query } from '../../src/engine/operation.ts'
import { readConfigured } from '../../src/lookups/configured.ts'

/** GET /v2/accounts/{accountId} (PROVISION-3). */
export const getAccount = query({
  summary: 'Get an account',
  extension: true,
  params: t.type({ accountId: AccountId }),
  reply: named('Account', fields({ accountId: AccountId, name: Name, orgId: OrgId })),
  run: ({ params }, { readModels }) =>
    readConfigured(readModels, accounts, params.accountId, 'There is no such account.', v => v)(),
})
