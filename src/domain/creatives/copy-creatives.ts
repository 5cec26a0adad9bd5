import type { Creative } from './creative.ts'
import type { CreativeSaved } from './events.ts'
import { type CreativesState, creativeHash, setHash } from './state.ts'

/** Copies creatives unchanged when a campaign is cloned. */
export type CopyCreatives = {
  readonly kind: 'CopyCreatives'
  readonly creatives: readonly Creative[]
  readonly missingAssets: readonly string[]
  readonly retailCampaignIdx: number
  readonly dataServiceId: number
  readonly at: string
}
/** A creative for the new campaign: its transformations refer to that campaign and its asset source (CREATIVE-5). */
const ownedCopy = (
  original: Creative,
  { retailCampaignIdx, dataServiceId }: CopyCreatives,
  nextIdx: () => number,
): Creative => ({
  ...original,
  columns: original.columns.map(column => ({
    ...column,
    adUnitTransformations: column.adUnitTransformations.map(unit => ({
      ...unit,
      transformations: unit.transformations.map(one => ({
        ...one,
        adIdx: retailCampaignIdx,
        dataServiceId,
        transformationIdx: nextIdx(),
        versionId: 1,
      })),
    })),
  })),
})

/** Creatives are copied to a new campaign only once; a repeat changes nothing. */
export const copyCreatives = (command: CopyCreatives, state: CreativesState): CreativeSaved[] => {
  if (state.creatives.size > 0) return []
  const hashes = new Map<string, string>()
  const missingAssets = [...command.missingAssets]
  let lastTransformationIdx = state.lastTransformationIdx
  return command.creatives.map(original => {
    const creative = ownedCopy(original, command, () => ++lastTransformationIdx)
    hashes.set(creative.creativeName, creativeHash(creative))
    const data = {
      creative,
      added: true,
      creativesHash: setHash(hashes),
      missingAssets,
      lastTransformationIdx,
      at: command.at,
    }
    return { type: 'CreativeSaved', data }
  })
}
