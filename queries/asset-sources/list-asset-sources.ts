import * as t from 'io-ts'
import { type AssetSourceView, assetSources } from '../../projections/asset-sources/asset-sources.ts'
import { fields } from '../../src/codec/fields.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { query } from '../../src/engine/operation.ts'
import { list } from '../../src/list/list.ts'

const sources = list({
  items: 'assetSources',
  item: fields({ assetSourceId: integer(1), assetSourceName: t.string }),
  filters: { assetSourceType: {} },
  sort: { field: ['assetSourceId'] },
  reversible: true,
})

/** GET /v2/accounts/{accountId}/asset-sources/ (SOURCE-1): sources of every type, those of retail campaigns included. */
export const listAssetSources = query({
  summary: 'List the asset sources of an account',
  noStore: true,
  params: t.type({ accountId: AccountId }),
  query: sources.codec,
  reply: sources.reply,
  example: {
    reply: {
      assetSources: [{ assetSourceId: 12, assetSourceName: 'Spring products' }],
      count: 1,
      next: null,
      previous: null,
    },
  },
  run: ({ params: { accountId }, query: asked }, ports) =>
    sources.read(assetSources, asked, { field: ['accountId'], is: '=', value: accountId }, ports, {
      present: ({ assetSourceId, assetSourceName }: AssetSourceView) => ({ assetSourceId, assetSourceName }),
    })(),
})
