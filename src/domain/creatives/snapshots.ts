import type { Snapshotting } from '../shared/decider.ts'
import { valueBytes } from '../shared/value-bytes.ts'
import type { Creative } from './creative.ts'
import { type CreativesState, creativeHash, withCreatives, withKnownHash } from './state.ts'

type Hashed = readonly [creative: Creative, hash: string]
type Others = Omit<CreativesState, 'creatives' | 'hashes' | 'missingAssets'>
type Missing = { readonly missing: readonly string[] }
/** Everything else, then the library paths without a file, then creatives with their hashes. */
type Part = Others | Missing | readonly Hashed[]

/** Estimated bytes of creatives in one part. */
const partBytes = 65_536
const pathsInPart = 500
const leastEvents = 1_000

/** Creatives in groups of limited size. */
function* groupsOf(creatives: Iterable<Creative>): Generator<readonly Hashed[]> {
  let group: Hashed[] = []
  let bytes = 0
  for (const creative of creatives) {
    group.push([creative, creativeHash(creative)])
    bytes += valueBytes(creative)
    if (bytes < partBytes) continue
    yield group
    group = []
    bytes = 0
  }
  yield group
}

/** Paths in groups of limited size: a path has at most a kilobyte or so. */
function* groupsOfPaths(all: Iterable<string>): Generator<Missing> {
  let missing: string[] = []
  for (const path of all) {
    missing.push(path)
    if (missing.length < pathsInPart) continue
    yield { missing }
    missing = []
  }
  if (missing.length > 0) yield { missing }
}

const isGroup = (part: Part): part is readonly Hashed[] => Array.isArray(part)

/** Creatives in a snapshot (ADR 0031). A new one pays after as many events as half of the creatives, and not before a thousand. */
export const creativesSnapshots: Snapshotting<CreativesState, Part> = {
  *parts({ creatives, hashes: _, missingAssets, ...others }): Generator<Part> {
    yield others
    yield* groupsOfPaths(missingAssets)
    yield* groupsOf(creatives.values())
  },
  withPart(state, part) {
    if ('missing' in part) return { ...state, missingAssets: state.missingAssets.plus(part.missing) }
    if (!isGroup(part)) return { ...state, ...part }
    const creatives = part.reduce(
      (tree, [creative, hash]) => tree.set(creative.creativeName, withKnownHash(creative, hash)),
      state.creatives,
    )
    return withCreatives(creatives, state)
  },
  settling: ({ creatives }) => creatives.settling(),
  every: ({ creatives }) => Math.max(leastEvents, creatives.size / 2),
}
