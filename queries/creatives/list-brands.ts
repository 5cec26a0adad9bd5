import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId } from '../../src/codec/names.ts'
import { query } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import { brandsOfAccount } from '../../src/products/brands.ts'
import { SearchQuery, termsOf } from '../../src/products/search-query.ts'

/** GET /v2/accounts/{accountId}/retail-settings/brands (CREATIVE-18): the brands of all retail campaigns. */
export const listBrands = query({
  summary: 'List the brands of all retail campaigns of an account',
  description:
    'The values of the columns that the brandColumn of each campaign names: of its product feed, or of its uploaded creatives, of which 50,000 are read.',
  problems: ['index-not-ready'],
  noStore: true,
  params: t.type({ accountId: AccountId }),
  query: SearchQuery,
  reply: fields({ values: t.array(t.string) }),
  example: { reply: { values: ['Fern & Co', 'Terra'] } },
  run: async ({ params: { accountId }, query: { query: terms, limit, offset } }, ports) =>
    reply({ values: [...(await brandsOfAccount(ports, accountId, { terms: termsOf(terms), limit, offset }))] }),
})
