import * as t from 'io-ts'
import { type ApiKeyView, apiKeys } from '../../projections/keys/api-keys.ts'
import { masked, maskedName } from '../../src/audit/revealed.ts'
import { about, named } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId } from '../../src/codec/names.ts'
import { lastUsedKey } from '../../src/domain/keys/last-used.ts'
import { within } from '../../src/domain/keys/permissions.ts'
import { type Caller, query } from '../../src/engine/operation.ts'
import { parsed } from '../../src/engine/read/documents.ts'
import { list } from '../../src/list/list.ts'
import { type OpenedOwner, openedOwner } from '../../src/lookups/key-owner.ts'
import type { Ports } from '../../src/ports/ports.ts'
import type { Stored } from '../../src/ports/read-models.ts'

const orNull = t.union([t.string, t.null])
const Item = named(
  'ApiKey',
  fields({
    keyId: t.string,
    owner: about(t.string, 'An address is masked; `erased` if the person was erased.'),
    ownerEmail: about(orNull, 'Masked; null if none is known.'),
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
  item: Item,
  filters: {
    keyId: { path: ['grant', 'keyId'] },
    owner: { made: true },
    ownerEmail: { made: true },
    createdAt: { type: 'time', path: ['grant', 'createdAt'] },
    expiresAt: { type: 'time', path: ['grant', 'expiresAt'] },
    revokedAt: { type: 'time' },
    lastUsedAt: { type: 'time', made: true },
  },
  sort: { field: ['grant', 'keyId'] },
})

/** GET /v2/accounts/{accountId}/api-keys (KEYS-9): never includes a key's text. */
export const listApiKeys = query({
  summary: 'List the API keys of an account',
  extension: true,
  noStore: true,
  params: t.type({ accountId: AccountId }),
  query: keyList.codec,
  reply: keyList.reply,
  run({ params: { accountId }, query: asked, caller }, ports) {
    const scope = { field: ['reaches', accountId], is: '=', value: 'yes' } as const
    const documents = (stored: readonly Stored[]) => items(ports, stored, caller, shownOwner)
    const compared = (stored: readonly Stored[]) => items(ports, stored, caller, wholeOwner)
    return keyList.read(apiKeys, asked, scope, ports, { documents, compared })()
  },
})

type Owner = (opened: OpenedOwner) => Pick<t.TypeOf<typeof Item>, 'owner' | 'ownerEmail'>
const shownOwner: Owner = ({ owner, address }) => ({
  owner: maskedName(owner),
  ownerEmail: address === undefined ? null : masked(address),
})
/** What filters compare: who looks for the keys of a person knows the address. */
const wholeOwner: Owner = ({ owner, address = null }) => ({ owner, ownerEmail: address })

const items = async (
  { readModels: { volatile }, secrets }: Pick<Ports, 'readModels' | 'secrets'>,
  stored: readonly Stored[],
  caller: Caller,
  ownerOf: Owner,
): Promise<readonly Stored[]> => {
  const used = await volatile.get(stored.map(d => lastUsedKey(d.id)))
  const keys = stored.map(d => parsed(apiKeys, d))
  const owners = await Promise.all(keys.map(({ grant }) => openedOwner(grant, secrets)))
  return stored.map((d, i) => ({ ...d, json: JSON.stringify(item(keys[i]!, ownerOf(owners[i]!), used[i], caller)) }))
}

/** Leaves out the accounts and organisations of a key that the caller has no access to. */
const item = (
  { grant, revokedAt }: ApiKeyView,
  owner: ReturnType<Owner>,
  lastUsedAt: string | undefined,
  caller: Caller,
): t.TypeOf<typeof Item> => {
  const { keyId, permissions, createdAt, expiresAt } = grant
  return {
    keyId,
    ...owner,
    permissions,
    createdAt,
    accounts: [...within(caller.accounts, grant.accounts)],
    organisations: [...within(caller.organisations, grant.organisations)],
    expiresAt: expiresAt ?? null,
    revokedAt: revokedAt ?? null,
    lastUsedAt: lastUsedAt ?? null,
  }
}
