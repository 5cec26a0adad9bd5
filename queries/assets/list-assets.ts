import * as t from 'io-ts'
import { assets } from '../../projections/assets.ts'
import { AccountId, fields, integer } from '../../src/codec.ts'
import { type Asset, assetUrlPath } from '../../src/domain/assets/asset.ts'
import { list } from '../../src/list/list.ts'
import { query } from '../../src/operation.ts'

const Item = fields({ assetUrl: t.string, path: t.string, sha256: t.string, size: integer(0), contentType: t.string })

const assetList = list({
  items: 'assets',
  fields: { path: 'string', contentType: 'string', size: 'integer', sha256: 'string' },
  selectable: Object.keys({ assetUrl: 0, path: 0, sha256: 0, size: 0, contentType: 0 }),
  sort: { field: ['path'] },
})

/** GET /v2/accounts/{accountId}/assets: the account's library (decisions, last section). */
export const listAssets = query({
  summary: 'List the files of the asset library',
  extension: true,
  params: t.type({ accountId: AccountId }),
  query: assetList.codec,
  reply: assetList.shape(Item),
  answer: ({ params: { accountId }, query: asked, origin }, ports) =>
    assetList.answer(assets, asked, { field: ['accountId'], is: '=', value: accountId }, ports, {
      present: ({ path, sha256, size, contentType }: Asset) => ({
        assetUrl: origin + assetUrlPath(accountId, path),
        path,
        sha256,
        size,
        contentType,
      }),
    }),
})
