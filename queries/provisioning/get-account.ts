import * as t from 'io-ts'
import { accounts } from '../../projections/accounts.ts'
import { AccountId, fields, Name, OrgId } from '../../src/codec.ts'
import { query } from '../../src/operation.ts'
import { readConfigured } from './read-configured.ts'

/** GET /v2/accounts/{accountId} (decisions, last section). */
export const getAccount = query({
  summary: 'Get an account',
  extension: true,
  params: t.type({ accountId: AccountId }),
  reply: fields({ accountId: AccountId, name: Name, orgId: OrgId }),
  answer: ({ params }, { readModels }) => readConfigured(readModels, accounts, params.accountId, 'account', v => v),
})
