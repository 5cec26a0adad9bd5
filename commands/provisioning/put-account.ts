import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId, Name, OrgId } from '../../src/codec/names.ts'
import { account, organisation } from '../../src/domain/provisioning/aggregates.ts'
import { type Rejection, rejection } from '../../src/domain/shared/decider.ts'
import { type Caller, command } from '../../src/engine/operation.ts'
import { refuse, reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { executed } from '../../src/engine/write/steps.ts'
import { mustBeConfigured } from '../../src/lookups/configured.ts'

/** PUT /v2/accounts/{accountId} (PROVISION-3): creates or changes an account; the key must cover its organisation. */
export const putAccount = command({
  summary: 'Create or update an account',
  extension: true,
  params: t.type({ accountId: AccountId }),
  body: fields({ name: Name, orgId: OrgId }),
  reply: fields({ accountId: AccountId, name: Name, orgId: OrgId }),
  example: { body: { name: 'Fernhollow UK', orgId: 'fernhollow' } },
  run({ params: { accountId }, body, caller, ifMatch }, work, { clock }) {
    const value = { accountId, ...body }
    return pipe(
      TE.fromEither(mustReach(caller, body.orgId)),
      TE.flatMap(() => mustBeConfigured(work, organisation, body.orgId, unknownOrganisation)),
      TE.flatMap(() => executed(work, account, accountId, { value, at: clock.now().toISOString() }, { ifMatch })),
      TE.flatMapEither(({ revision }) => reply(value, revision)),
    )()
  },
})

const mustReach = ({ organisations }: Caller, orgId: string): E.Either<Rejection, void> =>
  organisations === '*' || organisations.includes(orgId)
    ? E.right(undefined)
    : refuse('organisation-not-on-key', 'The organisation of this account is not on the API key.')

const unknownOrganisation = rejection('invalid-request', 'There is no such organisation.', {
  errors: [{ pointer: '/orgId', code: 'unknown-organisation', detail: 'must name an existing organisation' }],
})
