import * as t from 'io-ts'
import { type ApiKeyView, apiKeys } from '../../projections/keys/api-keys.ts'
import { named } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId } from '../../src/codec/names.ts'
import { lastUsedKey } from '../../src/domain/keys/last-used.ts'
import { within } from '../../src/domain/keys/permissions.ts'
import { type Caller, query } from '../../src/engine/operation.ts'
import { parsed } from '../../src/engine/read/documents.ts'
import { list } from '../../src/list/list.ts'
import type { ReadModels, Stored } from '../../src/ports/read-models.ts'

const orNull = t.union([t.string, t.null])
const Item = named(
  'ApiKey',
  fields({
    keyId: t.string,
    owner: t.string,
    accounts: t.array(t.string),
    organisations: t.array(t.string),
    permissions: t.array(t.string),
    createdAt: t.string,
    expiresAt: orNull,
    revokedAt: orNull,
    lastUsedAt: orNull,
  }),
)

const keyList = list({
  items: 'apiKeys',
  fields: {
    keyId: { type: 'string', path: ['grant', 'keyId'] },
    owner: { type: 'string', path: ['grant', 'owner'] },
    createdAt: { type: 'time', path: ['grant', 'createdAt'] },
    expiresAt: { type: 'time', path: ['grant', 'expiresAt'] },
    revokedAt: 'time',
    lastUsedAt: { type: 'time', made: true },
  },
  selectable: [
    'keyId',
    'owner',
    'accounts',
    'organisations',
    'permissions',
    'createdAt',
    'expiresAt',
    'revokedAt',
    'lastUsedAt',
  ],
  sort: { field: ['grant', 'keyId'] },
})

/** GET /v2/accounts/{accountId}/api-keys (KEYS-9): never includes a key's text. */
export const listApiKeys = query({
  summary: 'List the API keys of an account',
  extension: true,
  noStore: true,
  params: t.type({ accountId: AccountId }),
  query: keyList.codec,
  reply: keyList.shape(Item),
  run({ params: { accountId }, query: asked, caller }, ports) {
    const scope = { field: ['reaches', accountId], is: '=', value: 'yes' } as const
    const documents = (stored: readonly Stored[]) => withLastUse(ports.readModels, stored, caller)
    return keyList.read(apiKeys, asked, scope, ports, { documents })()
  },
})

const withLastUse = async (
  { volatile }: ReadModels,
  stored: readonly Stored[],
  caller: Caller,
): Promise<readonly Stored[]> => {
  const used = await volatile.get(stored.map(d => lastUsedKey(d.id)))
  return stored.map((d, i) => ({ ...d, json: JSON.stringify(item(parsed(apiKeys, d), used[i], caller)) }))
}

/** Leaves out the accounts and organisations of a key that the caller has no access to. */
const item = (
  { grant, revokedAt }: ApiKeyView,
  lastUsedAt: string | undefined,
  caller: Caller,
): t.TypeOf<typeof Item> => {
  const { hash: _, expiresAt, ...shown } = grant
  return {
    ...shown,
    accounts: [...within(caller.accounts, grant.accounts)],
    organisations: [...within(caller.organisations, grant.organisations)],
    expiresAt: expiresAt ?? null,
    revokedAt: revokedAt ?? null,
    lastUsedAt: lastUsedAt ?? null,
  }
}
