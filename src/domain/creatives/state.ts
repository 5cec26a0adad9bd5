import { digestOf, sha256 } from '../shared/digest.ts'
import type { Creative } from './creative.ts'
import type { CreativeSaved } from './events.ts'

/** A campaign's creatives by name, with the hash of each. */
export type CreativesState = {
  readonly creatives: ReadonlyMap<string, Creative>
  readonly hashes: ReadonlyMap<string, string>
  readonly creativesHash: string
  readonly missingAssets: readonly string[]
  readonly lastTransformationIdx: number
}

/** A campaign that has no creative yet. */
export const noCreatives: CreativesState = {
  creatives: new Map(),
  hashes: new Map(),
  creativesHash: '',
  missingAssets: [],
  lastTransformationIdx: 0,
}

const known = new WeakMap<Creative, string>()

/** Hash of a creative. None ever changes, so it is worked out once: what was decided is the same object when it is folded. */
export const creativeHash = (creative: Creative): string => {
  const hash = known.get(creative) ?? digestOf(creative)
  known.set(creative, hash)
  return hash
}

/** Hash over all creatives: of each one's hash, in the order of their names. */
export const setHash = (hashes: ReadonlyMap<string, string>): string =>
  sha256(
    [...hashes]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, hash]) => `${name}\n${hash}`)
      .join('\n'),
  )

/** The creatives after a fact. */
export const evolveCreatives = (state: CreativesState, event: CreativeSaved): CreativesState => {
  const { creative, creativesHash, missingAssets, lastTransformationIdx } = event.data
  return {
    creatives: new Map(state.creatives).set(creative.creativeName, creative),
    hashes: new Map(state.hashes).set(creative.creativeName, creativeHash(creative)),
    creativesHash,
    missingAssets,
    lastTransformationIdx,
  }
}
