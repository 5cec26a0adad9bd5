import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId, Name, OrgId } from '../../src/codec/names.ts'
import { type Account, account, organisation } from '../../src/domain/provisioning/aggregates.ts'
import { type Rejection, rejection } from '../../src/domain/shared/decider.ts'
import { type Caller, command } from '../../src/engine/operation.ts'
import { refuse, reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { executed } from '../../src/engine/write/steps.ts'
import { mustBeConfigured } from '../../src/lookups/configured.ts'

/** PUT /v2/accounts/{accountId} (PROVISION-3): creates or changes an account; moving it needs both organisations. */
export const putAccount = command({
  summary: 'Create or update an account',
  takesIfMatch: true,
  makesAccount: true,
  extension: true,
  problems: ['organisation-not-on-key'],
  params: t.type({ accountId: AccountId }),
  body: fields({
    name: about(Name, 'The name of the account.'),
    orgId: about(OrgId, 'The organisation that the account belongs to.'),
  }),
  reply: fields({ accountId: AccountId, name: Name, orgId: OrgId }),
  example: { body: { name: 'Fernhollow UK', orgId: 'fernhollow' } },
  run({ params: { accountId }, body, caller, ifMatch }, work, { clock }) {
    const value = { accountId, ...body }
    const mayReplace = ({ orgId }: Account) => mustReach(caller, orgId, moved)
    const put = { value, mayReplace, at: clock.now().toISOString() }
    return pipe(
      TE.fromEither(mustReach(caller, body.orgId, 'The organisation of this account is not on the API key.')),
      TE.flatMap(() => mustBeConfigured(work, organisation, body.orgId, unknownOrganisation)),
      TE.flatMap(() => executed(work, account, accountId, put, { ifMatch })),
      TE.flatMapEither(({ revision }) => reply(value, revision)),
    )()
  },
})

const moved =
  'The account belongs to another organisation, which is not on the API key; moving an account needs both organisations.'

const mustReach = ({ organisations }: Caller, orgId: string, detail: string): E.Either<Rejection, void> =>
  organisations === '*' || organisations.includes(orgId)
    ? E.right(undefined)
    : refuse('organisation-not-on-key', detail)

const unknownOrganisation = rejection('invalid-request', 'There is no such organisation.', {
  errors: [{ pointer: '/orgId', code: 'unknown-organisation', detail: 'must name an existing organisation' }],
})
