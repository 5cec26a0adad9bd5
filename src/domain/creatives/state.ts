import { digestOf } from '../shared/digest.ts'
import { emptyTree, type HashTree, type ValueHashes } from '../shared/hash-tree.ts'
import { noPaths, type PathList } from '../shared/path-list.ts'
import type { Creative } from './creative.ts'
import type { CreativesEvent } from './events.ts'
import { missingAfter } from './missing-assets.ts'

/** A campaign's creatives by name, and the hash over all of them as the last event has it. */
export type CreativesState = {
  readonly creatives: HashTree<Creative>
  /** The hash of each creative. */
  readonly hashes: ValueHashes<Creative>
  readonly creativesHash: string
  readonly missingAssets: PathList
  readonly lastTransformationIdx: number
}

const known = new WeakMap<Creative, string>()

/** The hash of a creative, computed once per object. Creatives are immutable, and folding sees the same object as the decision. */
export const creativeHash = (creative: Creative): string => {
  const hash = known.get(creative) ?? digestOf(creative)
  known.set(creative, hash)
  return hash
}

/** A creative whose hash was computed before. */
export const withKnownHash = (creative: Creative, hash: string): Creative => {
  known.set(creative, hash)
  return creative
}

const none = emptyTree(creativeHash)
/** A campaign without creatives. */
export const noCreatives: CreativesState = {
  creatives: none,
  hashes: none.hashes,
  creativesHash: '',
  missingAssets: noPaths,
  lastTransformationIdx: 0,
}

/** A state of these creatives. */
export const withCreatives = (
  creatives: HashTree<Creative>,
  others: Omit<CreativesState, 'creatives' | 'hashes'>,
): CreativesState => ({ ...others, creatives, hashes: creatives.hashes })

/** The creatives after an event. */
export const evolveCreatives = (state: CreativesState, { type, data }: CreativesEvent): CreativesState => {
  switch (type) {
    case 'CreativeSaved': {
      const { creative, creativesHash, lastTransformationIdx } = data
      const missingAssets = missingAfter(state.missingAssets, data)
      const others = { creativesHash, missingAssets, lastTransformationIdx }
      return withCreatives(state.creatives.set(creative.creativeName, creative), others)
    }
    case 'CreativeDeleted': {
      const { creatives, hashes: _, ...others } = state
      return withCreatives(creatives.delete(data.creativeName), { ...others, creativesHash: data.creativesHash })
    }
  }
}
