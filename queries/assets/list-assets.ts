import * as t from 'io-ts'
import { assets } from '../../projections/assets/assets.ts'
import { named } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { assetOfId } from '../../src/domain/assets/asset-id.ts'
import { assetPathOf, assetUrlPath } from '../../src/domain/assets/library-address.ts'
import { query } from '../../src/engine/operation.ts'
import { parsed } from '../../src/engine/read/documents.ts'
import { list } from '../../src/list/list.ts'
import type { Condition, Narrowed } from '../../src/list/made-fields.ts'
import { inEitherForm } from '../../src/list/path-filters.ts'
import type { Stored } from '../../src/ports/read-models.ts'

const Item = named(
  'Asset',
  fields({
    assetUrl: t.string,
    path: t.string,
    sha256: t.string,
    size: integer(0),
    contentType: t.string,
    at: t.string,
  }),
)

const assetList = list({
  items: 'assets',
  item: Item,
  filters: { assetUrl: { made: true }, at: { type: 'time' } },
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
    const { path, sha256, size, contentType, at } = parsed(assets, stored)
    return JSON.stringify({ assetUrl: origin + assetUrlPath(accountId, path), path, sha256, size, contentType, at })
  }
}

/** The path that an address of a file names, in place of the address. */
const pathOfUrl =
  (accountId: string, origin: string) =>
  (condition: Condition): Narrowed | undefined => {
    const pathOf = (sent: string): string | null => {
      if (!sent.startsWith(origin)) return null
      const path = assetPathOf(accountId, sent.slice(origin.length))
      // browsers and people leave parentheses as they are
      const url = sent.replaceAll('(', '%28').replaceAll(')', '%29')
      return path !== undefined && origin + assetUrlPath(accountId, path) === url ? path : null
    }
    const field = ['path']
    switch (condition.is) {
      case '=':
      case '<>':
        return {
          where: inEitherForm({ field, is: condition.is, value: pathOf(String(condition.value)) }),
          exact: true,
        }
      case 'in':
        return {
          where: inEitherForm({ field, is: 'in', values: condition.values.map(value => pathOf(String(value))) }),
          exact: true,
        }
      case 'like':
      case '<':
      case '>':
      case '<=':
      case '>=':
        return undefined
    }
  }

/** GET /v2/accounts/{accountId}/assets: the account's library (LIBRARY-5). */
export const listAssets = query({
  summary: 'List the files of the asset library',
  extension: true,
  noStore: true,
  params: t.type({ accountId: AccountId }),
  query: assetList.codec,
  reply: assetList.reply,
  run: ({ params: { accountId }, query: asked, origin }, ports) =>
    assetList.read(
      assets,
      { ...asked, filters: asked.filters.map(inEitherForm) },
      { field: ['accountId'], is: '=', value: accountId },
      ports,
      {
        text: itemText(accountId, origin),
        narrowing: { assetUrl: pathOfUrl(accountId, origin) },
      },
    )(),
})
