import type { Column, DynamicAsset, ProductAsset } from './creative.ts'
import { mergedColumns, type Owner } from './merge-columns.ts'
import { type ProductRow, productValue } from './product-creative.ts'

const hasValue = (asset: ProductAsset): asset is DynamicAsset => asset.columnValue !== null

/**
 * The product columns that a hybrid creative overrides after a save (CREATIVE-21). A value that the product has itself is none, so that a
 * creative that is sent back as it was read still follows the feed; but one for all variants is, and one with transformations.
 */
export const overriddenColumns = (
  before: readonly Column[],
  sent: readonly ProductAsset[],
  product: ProductRow | undefined,
  owner: Owner,
  nextIdx: () => number,
): Column[] => {
  const last = new Map(sent.map(asset => [asset.columnName, asset]))
  const isOverridden = ({ columnName, columnValue, adUnitTransformations }: Column): boolean => {
    const asset = last.get(columnName)
    if (asset === undefined) return true
    if (asset.columnValue === null) return false
    const isForAll = asset.applyToAllVariants === true
    const moves = adUnitTransformations.some(({ transformations }) => transformations.length > 0)
    return isForAll || moves || !product || productValue(product, columnName) !== columnValue
  }
  return mergedColumns(before, sent.filter(hasValue), owner, nextIdx).filter(isOverridden)
}
