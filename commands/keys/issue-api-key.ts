import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { maskedName } from '../../src/audit/revealed.ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { listOf } from '../../src/codec/json.ts'
import { AccountId, EmailAddress, Name, OrgId } from '../../src/codec/names.ts'
import { oneOf } from '../../src/codec/text.ts'
import { IsoTime } from '../../src/codec/times.ts'
import { keyIdOf, makeApiKey } from '../../src/domain/keys/api-key.ts'
import type { KeyGrant } from '../../src/domain/keys/key.ts'
import { apiKey } from '../../src/domain/keys/key.ts'
import { mayGrant, permissions } from '../../src/domain/keys/permissions.ts'
import { type Rejection, rejection } from '../../src/domain/shared/decider.ts'
import { type Caller, command } from '../../src/engine/operation.ts'
import { refuse, reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { changeOf } from '../../src/engine/write/change.ts'
import { executed } from '../../src/engine/write/steps.ts'
import { openedOwner, sealedOwner } from '../../src/lookups/key-owner.ts'

const Permissions = listOf(oneOf(...permissions), permissions.length, 1)

const orNull = t.union([t.string, t.null])
const Issued = fields({
  keyId: t.string,
  apiKey: orNull,
  owner: about(orNull, 'An address is masked. Null in a repeated answer: what is kept for repeats names no person.'),
  permissions: Permissions,
  createdAt: t.string,
  expiresAt: orNull,
})
const Body = fields(
  {
    owner: about(Name, 'Who uses the key: a person or a system.'),
    permissions: about(Permissions, 'What the key may do; `X_All` grants every `X_…`.'),
  },
  {
    ownerEmail: about(
      EmailAddress,
      'The mail address of the person who uses the key, by which the owner can be erased.',
    ),
    organisations: about(listOf(OrgId, 100), 'Organisations that the key covers besides the account.'),
    expiresAt: about(IsoTime, 'When the key stops working; default: never.'),
  },
)
type Body = t.TypeOf<typeof Body>
type Issued = t.TypeOf<typeof Issued>
type Access = Omit<KeyGrant, 'sealedOwner' | 'sealedOwnerEmail'>

const gone = rejection('not-found', 'The key was not issued.')

/** POST /v2/accounts/{accountId}/api-keys (KEYS-6): shows the key once; it can grant only what the caller's key has. */
export const issueApiKey = command({
  summary: 'Issue an API key for an account',
  extension: true,
  outlivesKey: true,
  problems: ['grant-exceeds-key'],
  params: t.type({ accountId: AccountId }),
  body: Body,
  reply: Issued,
  example: { body: { owner: 'Ann Ashby', ownerEmail: 'ann@example.com', permissions: ['AssetSource_All'] } },
  replayed: (body: Issued): Issued => ({ ...body, apiKey: null, owner: null }),
  run({ params: { accountId }, body, caller, randomBytes }, work, { clock, secrets }) {
    const key = makeApiKey(randomBytes, keyIdOf(work.commandId))
    const access = accessOf(body, accountId, key.keyId, secrets.hashApiKey(key.text), clock.now())
    return changeOf(
      apiKey,
      key.keyId,
      pipe(
        TE.fromEither(mayIssue(access, caller)),
        TE.flatMapTask(() => () => sealedOwner(accountId, body, secrets)),
        TE.map(owner => ({ ...access, ...owner })),
        TE.flatMap(grant => executed(work, apiKey, key.keyId, { kind: 'IssueApiKey', grant })),
      ),
      done =>
        pipe(
          TE.right(done),
          TE.flatMap(({ state }) => TE.fromNullable(gone)(state.status === 'unknown' ? undefined : state.grant)),
          TE.bindTo('grant'),
          TE.bind('opened', ({ grant }) => TE.fromTask(() => openedOwner(grant, secrets))),
          TE.flatMapEither(({ grant: { keyId, permissions: granted, createdAt, expiresAt = null, hash }, opened }) =>
            // the text that was issued, or none: after a change of keys, a repeat draws another one
            reply({
              keyId,
              apiKey: hash === access.hash ? key.text : null,
              owner: maskedName(opened.owner),
              permissions: granted,
              createdAt,
              expiresAt,
            }),
          ),
        ),
    )
  },
})

const accessOf = (
  { permissions: granted, organisations = [], expiresAt }: Body,
  accountId: string,
  keyId: string,
  hash: string,
  now: Date,
): Access => ({
  keyId,
  hash,
  accounts: [accountId],
  organisations,
  permissions: granted,
  createdAt: now.toISOString(),
  ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() }),
})

const mayIssue = (grant: Access, caller: Caller): E.Either<Rejection, void> => {
  const refused = mayGrant(caller, grant)
  if (refused !== undefined) return refuse('grant-exceeds-key', refused)
  if (grant.expiresAt === undefined || grant.expiresAt > grant.createdAt) return E.right(undefined)
  return refuse('invalid-request', 'expiresAt is in the past.', {
    errors: [{ pointer: '/expiresAt', code: 'in-the-past', detail: 'must be in the future' }],
  })
}
