import { digestOf, sha256 } from '../shared/digest.ts'
import type { Creative } from './creative.ts'
import type { CreativeSaved } from './events.ts'

/** A campaign's creatives and their hashes, by name. */
export type CreativesState = {
  readonly creatives: ReadonlyMap<string, Creative>
  readonly hashes: ReadonlyMap<string, string>
  readonly creativesHash: string
  readonly missingAssets: readonly string[]
  readonly lastTransformationIdx: number
}

/** A campaign without creatives. */
export const noCreatives: CreativesState = {
  creatives: new Map(),
  hashes: new Map(),
  creativesHash: '',
  missingAssets: [],
  lastTransformationIdx: 0,
}

const known = new WeakMap<Creative, string>()

/** The hash of a creative, cached per object. Creatives are immutable, and folding sees the same object as the decision. */
export const creativeHash = (creative: Creative): string => {
  const hash = known.get(creative) ?? digestOf(creative)
  known.set(creative, hash)
  return hash
}

/** The hash over all creatives: of their hashes, sorted by name. */
export const setHash = (hashes: ReadonlyMap<string, string>): string =>
  sha256(
    [...hashes]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, hash]) => `${name}\n${hash}`)
      .join('\n'),
  )

/** The creatives after an event. */
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
