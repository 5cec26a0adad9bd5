import type { Column, Creative, DynamicAsset, ProductAsset } from './creative.ts'
import type { CreativesState } from './state.ts'

/** The part of a save that says what it applies to. */
type Aim = {
  readonly creativeName: string
  readonly dynamicAssetsModified?: boolean
  readonly dynamicAssets?: readonly DynamicAsset[]
  readonly productAssets?: readonly ProductAsset[]
  readonly applyAllVariants?: readonly string[]
}

/** A creative that a save applies to, as it is before, and the columns to set. */
export type Target = {
  readonly name: string
  readonly before: Creative | undefined
  readonly assets: readonly DynamicAsset[]
  /** Of a hybrid creative: columns of its product to override, or no longer. */
  readonly productAssets: readonly ProductAsset[]
  /** It is the creative of the save, or in applyAllVariants: the whole save applies to it. */
  readonly isNamed: boolean
  /** It surely changes, so that nobody needs to compare it. */
  readonly differs: boolean
}

const isForAll = ({ applyToAllVariants }: ProductAsset): boolean => applyToAllVariants === true

/** Whether the columns have these values already; null: not at all. Found without merging, because a save may apply to every creative. */
const hasValues = (columns: readonly Column[], assets: readonly ProductAsset[]): boolean =>
  assets.every(({ columnName, columnValue }) => {
    const column = columns.find(one => one.columnName === columnName)
    return (column?.columnValue ?? null) === columnValue
  })

/**
 * The creatives that a save applies to (CREATIVE-4): all of it to the named one and to applyAllVariants, the columns marked
 * applyToAllVariants to the others, except those that surely have them already.
 */
export const targetsOf = (command: Aim, { creatives }: CreativesState): readonly Target[] => {
  const isModified = command.dynamicAssetsModified !== false
  const assets = (isModified && command.dynamicAssets) || []
  const productAssets = (isModified && command.productAssets) || []
  const everywhere = { assets: assets.filter(isForAll), productAssets: productAssets.filter(isForAll) }
  const all = [...everywhere.assets, ...everywhere.productAssets]
  const named = new Set([...(command.applyAllVariants ?? []), command.creativeName])
  const moves = all.some(asset => asset.adUnitTransformations !== undefined)
  const others: Target[] = []
  if (all.length > 0)
    for (const [name, before] of creatives) {
      if (named.has(name)) continue
      const differs =
        !hasValues(before.columns, everywhere.assets) ||
        !hasValues(before.productColumns ?? [], everywhere.productAssets)
      if (differs || moves) others.push({ name, before, ...everywhere, isNamed: false, differs })
    }
  return [
    ...others,
    ...Array.from(named, name => ({
      name,
      before: creatives.get(name),
      assets,
      productAssets,
      isNamed: true,
      differs: false,
    })),
  ]
}
