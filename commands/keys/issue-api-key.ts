import { randomBytes } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { listOf } from '../../src/codec/json.ts'
import { AccountId, Name, OrgId } from '../../src/codec/names.ts'
import { oneOf } from '../../src/codec/text.ts'
import { IsoTime } from '../../src/codec/times.ts'
import { makeApiKey } from '../../src/domain/keys/api-key.ts'
import { apiKey } from '../../src/domain/keys/key.ts'
import { mayGrant, permissions } from '../../src/domain/keys/permissions.ts'
import { command } from '../../src/engine/operation.ts'
import { refuse, reply } from '../../src/engine/reply.ts'

const Permissions = listOf(oneOf(...permissions), permissions.length, 1)

const Issued = fields({
  keyId: t.string,
  apiKey: t.union([t.string, t.null]),
  owner: Name,
  permissions: Permissions,
  createdAt: t.string,
  expiresAt: t.union([t.string, t.null]),
})
type Issued = t.TypeOf<typeof Issued>

/** POST /v2/accounts/{accountId}/api-keys (decision 15): the key is shown once; it can only grant what the caller's has. */
export const issueApiKey = command({
  summary: 'Issue an API key for an account',
  extension: true,
  problems: ['grant-exceeds-key'],
  params: t.type({ accountId: AccountId }),
  body: fields({ owner: Name, permissions: Permissions }, { organisations: listOf(OrgId, 100), expiresAt: IsoTime }),
  reply: Issued,
  example: { body: { owner: 'Feed importer', permissions: ['AssetSource_All'] } },
  replayed: (body: Issued): Issued => ({ ...body, apiKey: null }),
  async run({ params: { accountId }, body, caller }, work, { clock, secrets }) {
    const wanted = { permissions: body.permissions, accounts: [accountId], organisations: body.organisations ?? [] }
    const refused = mayGrant(caller, wanted)
    if (refused !== undefined) return refuse('grant-exceeds-key', refused)
    const now = clock.now().toISOString()
    const expiresAt = body.expiresAt === undefined ? undefined : new Date(body.expiresAt).toISOString()
    if (expiresAt !== undefined && expiresAt <= now)
      return refuse('invalid-request', 'expiresAt has passed.', {
        errors: [{ pointer: '/expiresAt', code: 'in-the-past', detail: 'must lie in the future' }],
      })
    const key = makeApiKey(randomBytes)
    const { organisations } = body
    const grant = {
      keyId: key.keyId,
      owner: body.owner,
      hash: secrets.hashApiKey(key.text),
      accounts: [accountId],
      organisations: organisations ?? [],
      permissions: body.permissions,
      createdAt: now,
      ...(expiresAt === undefined ? {} : { expiresAt }),
    }
    const done = await work.execute(apiKey, key.keyId, { kind: 'IssueApiKey', grant })
    if (E.isLeft(done)) return done
    const { keyId, owner, permissions: granted, createdAt } = grant
    return reply({ keyId, apiKey: key.text, owner, permissions: granted, createdAt, expiresAt: expiresAt ?? null })
  },
})
