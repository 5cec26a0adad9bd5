import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { apiKey, KeyGrant } from '../../src/domain/keys/key.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** An API key without its secret text, for authentication and lists. `reaches` holds its accounts, for lists by account. */
export const ApiKeyView = fields(
  { grant: KeyGrant, reaches: t.record(t.string, t.literal('yes')) },
  { revokedAt: t.string },
)
export type ApiKeyView = t.TypeOf<typeof ApiKeyView>

export const apiKeys = projectionOf(apiKey, {
  name: 'api-keys',
  version: 1,
  codec: ApiKeyView,
  indexes: [],
  listByName: { set: ['reaches'], sort: ['grant', 'keyId'] },
  evolve: (view, event) => {
    switch (event.type) {
      case 'ApiKeyIssued':
        return {
          grant: event.data,
          reaches: Object.fromEntries(event.data.accounts.map(account => [account, 'yes' as const])),
        }
      case 'ApiKeyRevoked':
        return view && { ...view, revokedAt: event.data.at }
    }
  },
})
