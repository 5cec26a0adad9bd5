import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { type ApiKeyView, apiKeys } from '../../projections/keys/api-keys.ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId } from '../../src/codec/names.ts'
import { lastUsedKey } from '../../src/domain/keys/last-used.ts'
import { query } from '../../src/engine/operation.ts'
import { list } from '../../src/list/list.ts'

const orNull = t.union([t.string, t.null])
const Item = fields({
  keyId: t.string,
  owner: t.string,
  accounts: t.array(t.string),
  organisations: t.array(t.string),
  permissions: t.array(t.string),
  createdAt: t.string,
  expiresAt: orNull,
  revokedAt: orNull,
  lastUsedAt: orNull,
})

const keyList = list({
  items: 'apiKeys',
  fields: {},
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

/** GET /v2/accounts/{accountId}/api-keys (decision 15): never a key's text. */
export const listApiKeys = query({
  summary: 'List the API keys of an account',
  extension: true,
  noStore: true,
  params: t.type({ accountId: AccountId }),
  query: keyList.codec,
  reply: keyList.shape(Item),
  async run({ params: { accountId }, query: asked }, ports) {
    const scope = { field: ['reaches', accountId], is: '=', value: 'yes' } as const
    const now = ports.clock.now()
    const wanted = keyList.toQuery(asked, scope, ports.secrets, now)
    if (E.isLeft(wanted)) return wanted
    const page = await ports.readModels.find(apiKeys, wanted.right)
    const used = await ports.readModels.volatile.get(page.documents.map(d => lastUsedKey(d.id)))
    const documents = page.documents.map((d, i) => ({
      ...d,
      json: JSON.stringify(item(JSON.parse(d.json) as ApiKeyView, used[i])),
    }))
    return E.right(keyList.reply({ ...page, documents }, asked, scope, ports.secrets, now))
  },
})

const item = ({ grant, revokedAt }: ApiKeyView, lastUsedAt: string | undefined): t.TypeOf<typeof Item> => {
  const { hash: _, expiresAt, ...shown } = grant
  return { ...shown, expiresAt: expiresAt ?? null, revokedAt: revokedAt ?? null, lastUsedAt: lastUsedAt ?? null }
}
