import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { apiKey, type KeyEvent, KeyGrant } from '../../src/domain/keys/key.ts'
import { projection } from '../../src/engine/read/projection.ts'
import { isOf, streamId } from '../../src/engine/read/streams.ts'

/** An API key as authentication and the list need it, never its text; `reaches` holds its accounts, for lists by account. */
export const ApiKeyView = fields(
  { grant: KeyGrant, reaches: t.record(t.string, t.literal('yes')) },
  { revokedAt: t.string },
)
export type ApiKeyView = t.TypeOf<typeof ApiKeyView>

export const apiKeys = projection<ApiKeyView>({
  name: 'api-keys',
  version: 1,
  codec: ApiKeyView,
  indexes: [],
  categories: [apiKey.category],
  idOf: event => (isOf(apiKey.category, event) ? streamId(apiKey.category, event) : undefined),
  evolve: (view, event) => {
    const own = event as unknown as KeyEvent
    if (own.type === 'ApiKeyIssued')
      return {
        grant: own.data,
        reaches: Object.fromEntries(own.data.accounts.map(account => [account, 'yes' as const])),
      }
    return view && { ...view, revokedAt: own.data.at }
  },
})
