import * as t from 'io-ts'
import { assets } from '../../projections/assets/assets.ts'
import { named } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { assetUrlPath } from '../../src/domain/assets/asset.ts'
import { assetOfId } from '../../src/domain/assets/asset-id.ts'
import { query } from '../../src/engine/operation.ts'
import { parsed } from '../../src/engine/read/documents.ts'
import { list } from '../../src/list/list.ts'
import type { Stored } from '../../src/ports/read-models.ts'

const Item = named(
  'Asset',
  fields({ assetUrl: t.string, path: t.string, sha256: t.string, size: integer(0), contentType: t.string }),
)

const assetList = list({
  items: 'assets',
  fields: { path: 'string', contentType: 'string', size: 'integer', sha256: 'string' },
  selectable: Object.keys({ assetUrl: 0, path: 0, sha256: 0, size: 0, contentType: 0 }),
  sort: { field: ['path'] },
})

/** A list item from a stored document: with its URL in place of the account. */
const itemText = (accountId: string, origin: string) => {
  const account = `{"accountId":${JSON.stringify(accountId)},`
  const urlSoFar = `{"assetUrl":${JSON.stringify(origin).slice(0, -1)}`
  return (stored: Stored): string => {
    const { id, json } = stored
    if (json.startsWith(account)) {
      // the path of a URL contains nothing that JSON would escape
      const path = assetUrlPath(accountId, assetOfId(id).path)
      return `${urlSoFar}${path}",${json.slice(account.length)}`
    }
    const { path, sha256, size, contentType } = parsed(assets, stored)
    return JSON.stringify({ assetUrl: origin + assetUrlPath(accountId, path), path, sha256, size, contentType })
  }
}

/** GET /v2/accounts/{accountId}/assets: the account's library (LIBRARY-5). */
export const listAssets = query({
  summary: 'List the files of the asset library',
  extension: true,
  noStore: true,
  params: t.type({ accountId: AccountId }),
  query: assetList.codec,
  reply: assetList.shape(Item),
  run: ({ params: { accountId }, query: asked, origin }, ports) =>
    assetList.read(assets, asked, { field: ['accountId'], is: '=', value: accountId }, ports, {
      text: itemText(accountId, origin),
    })(),
})
