import type { Creative, DynamicAsset } from './creative.ts'
import type { CreativesState } from './state.ts'

/** The part of a save that says what it applies to. */
type Aim = {
  readonly creativeName: string
  readonly dynamicAssetsModified?: boolean
  readonly dynamicAssets?: readonly DynamicAsset[]
  readonly applyAllVariants?: readonly string[]
}

/** A creative that a save applies to, as it is before, and the columns to set. */
export type Target = {
  readonly name: string
  readonly before: Creative | undefined
  readonly assets: readonly DynamicAsset[]
  /** It surely changes, so that nobody needs to compare it. */
  readonly differs: boolean
}

/** Whether the columns have these values already. Found without merging, because a save may apply to every creative. */
const hasValues = (creative: Creative, assets: readonly DynamicAsset[]): boolean =>
  assets.every(({ columnName, columnValue }) =>
    creative.columns.some(column => column.columnName === columnName && column.columnValue === columnValue),
  )

/**
 * The creatives that a save applies to: all columns to the named one and to applyAllVariants, those marked applyToAllVariants to
 * the others, except those that surely have them already.
 */
export const targetsOf = (command: Aim, { creatives }: CreativesState): readonly Target[] => {
  const assets = command.dynamicAssetsModified === false ? [] : (command.dynamicAssets ?? [])
  const everywhere = assets.filter(a => a.applyToAllVariants === true)
  const named = new Set([...(command.applyAllVariants ?? []), command.creativeName])
  const moves = everywhere.some(asset => asset.adUnitTransformations !== undefined)
  const others: Target[] = []
  if (everywhere.length > 0)
    for (const [name, before] of creatives) {
      if (named.has(name)) continue
      const differs = !hasValues(before, everywhere)
      if (differs || moves) others.push({ name, before, assets: everywhere, differs })
    }
  return [...others, ...Array.from(named, name => ({ name, before: creatives.get(name), assets, differs: false }))]
}
