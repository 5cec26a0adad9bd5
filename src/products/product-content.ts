import { creativeId, creatives } from '../../projections/creatives/creatives.ts'
import { namesCreative } from '../domain/creatives/product-creative.ts'
import type { RetailCampaign } from '../domain/retail-campaigns/retail-campaign.ts'
import { own } from '../domain/shared/own.ts'
import { readDocuments } from '../engine/read/documents.ts'
import { pictureUrl } from '../links/picture-url.ts'
import { type PreviewUrl, previewUrlsOf } from '../links/preview-urls.ts'
import type { Ports } from '../ports/ports.ts'
import type { FoundValue, ValueSearch } from '../ports/row-indexes.ts'
import { openRows } from '../rows/row-file.ts'
import { productsInUse } from './products.ts'

/** What a look-up of products is about (CREATIVE-17). */
export const contentFields = ['BRAND', 'PRODUCT_NAME', 'PRODUCT_ID', 'CATEGORY'] as const
export type ContentField = (typeof contentFields)[number]

/** The column of the campaign's feed that has the values of a field; undefined if the campaign names none. */
export const columnOf = (
  { brandColumn, productNameColumn, categoryColumn }: RetailCampaign,
  field: ContentField,
  keyColumn: string,
): string | undefined =>
  ({ BRAND: brandColumn, PRODUCT_NAME: productNameColumn, PRODUCT_ID: keyColumn, CATEGORY: categoryColumn })[field]

/** A text without markup and with single spaces (CREATIVE-18). A `<` that begins no tag is text: `< 5 kg`. */
export const displayValue = (text: string): string =>
  text
    .replace(/<[a-z/!?][^<>]*>/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()

export type ProductContent = {
  readonly productId: string
  readonly contentValue: string
  readonly displayValue: string
  readonly productImageUrl: string
  readonly previewUrls: readonly PreviewUrl[]
}

type ReadPorts = Pick<Ports, 'readModels' | 'remoteRows' | 'rowIndexes' | 'blobs' | 'secrets' | 'clock'>
type Cells = Readonly<Record<string, string>>

/** The names among these that are creatives of the campaign: of a product feed all that can name one. */
const creativesAmong = async (
  { readModels }: ReadPorts,
  { accountId, retailCampaignIdx, assetSourceType }: RetailCampaign,
  names: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (assetSourceType === 'productFeed') return new Set(names.filter(namesCreative))
  const ids = names.map(name => creativeId(accountId, retailCampaignIdx, name))
  const saved = await readDocuments(readModels, creatives, ids)
  return new Set([...saved.values()].map(({ creativeName }) => creativeName))
}

const cellsOf = async (
  { blobs }: ReadPorts,
  set: Parameters<typeof openRows>[1],
  found: readonly FoundValue[],
): Promise<readonly Cells[]> => {
  const file = await openRows(blobs, set)
  const rows = await file.pick(found.map(({ number }) => number))
  return rows.map(row => Object.fromEntries(set.columns.map((column, i) => [column, row?.[i] ?? ''])))
}

/** Values of a field of a campaign's products, each with a product that has it. Undefined if the campaign names no column for the field. */
export const productContent = async (
  ports: ReadPorts,
  campaign: RetailCampaign,
  field: ContentField,
  search: ValueSearch,
  origin: string,
): Promise<readonly ProductContent[] | undefined> => {
  const { accountId, brandColumn, productImageColumn } = campaign
  const products = await productsInUse(ports, campaign)
  const column = columnOf(campaign, field, products?.keyColumn ?? '')
  if (column === undefined) return undefined
  if (products === undefined) return []
  const { keyColumn } = products
  // the same index with and without brands
  const { set, values: found } = await ports.rowIndexes.values(accountId, products, { column, brandColumn }, search)
  const rows = await cellsOf(ports, set, found)
  const ids = rows.map(cells => cells[keyColumn] ?? '')
  const shown = await creativesAmong(ports, campaign, ids)
  return found.map(({ value }, i) => {
    const productId = ids[i] ?? ''
    const image = productImageColumn === undefined ? '' : (own(rows[i], productImageColumn) ?? '')
    return {
      productId,
      contentValue: value,
      displayValue: displayValue(value),
      productImageUrl: pictureUrl(image, origin),
      previewUrls: shown.has(productId) ? previewUrlsOf(campaign, productId, origin, ports) : [],
    }
  })
}
