import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId, Name, OrgId } from '../../src/codec/names.ts'
import { account, organisation } from '../../src/domain/provisioning/aggregates.ts'
import { command } from '../../src/engine/operation.ts'
import { refuse, reply } from '../../src/engine/reply.ts'

/** PUT /v2/accounts/{accountId} (decisions, last section): makes or changes an account; the key must cover its organisation. */
export const putAccount = command({
  summary: 'Make or change an account',
  extension: true,
  params: t.type({ accountId: AccountId }),
  body: fields({ name: Name, orgId: OrgId }),
  reply: fields({ accountId: AccountId, name: Name, orgId: OrgId }),
  example: { body: { name: 'Fernhollow UK', orgId: 'fernhollow' } },
  async run({ params, body, caller, ifMatch }, work, { clock }) {
    if (caller.organisations !== '*' && !caller.organisations.includes(body.orgId))
      return refuse('organisation-not-on-key', 'The organisation of this account is not on the API key.')
    if ((await work.load(organisation, body.orgId)).state.value === undefined)
      return refuse('invalid-request', 'There is no such organisation.', {
        errors: [
          { pointer: '/orgId', code: 'unknown-organisation', detail: 'must name an organisation that was put before' },
        ],
      })
    const value = { accountId: params.accountId, ...body }
    const done = await work.execute(account, params.accountId, { value, at: clock.now().toISOString() }, { ifMatch })
    return E.isLeft(done) ? done : reply(value, done.right.revision)
  },
})
