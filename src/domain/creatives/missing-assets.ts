import { type Rejection, rejection } from '../shared/decider.ts'
import { binarySize } from '../shared/wording.ts'
import type { CreativeSaved } from './events.ts'

/** The most bytes of library paths without a file that a campaign's creatives name: one document of a view has them all (ADR 0135). */
const maxMissingBytes = 4 * 1024 * 1024

/** The paths of a list, for look-ups, and the bytes of all. */
type Listed = { readonly paths: Set<string>; readonly bytes: number }

/** Of the lists that saves were decided on last, so that no save looks through all paths of its campaign. */
const listedOf = new WeakMap<readonly string[], Listed>()

const withPaths = ({ paths, bytes }: Listed, more: readonly string[]): Listed => {
  let all = bytes
  for (const path of more) {
    paths.add(path)
    all += Buffer.byteLength(path)
  }
  return { paths, bytes: all }
}

const listed = (known: readonly string[]): Listed => {
  const found = listedOf.get(known) ?? withPaths({ paths: new Set(), bytes: 0 }, known)
  listedOf.set(known, found)
  return found
}

/** Those of these library paths without a file that are not known yet: what the event of a save names. */
export const newlyMissing = (known: readonly string[], missing: readonly string[]): readonly string[] => {
  if (missing.length === 0) return []
  const { paths } = listed(known)
  return missing.filter(path => !paths.has(path))
}

/** The library paths without a file after a save. */
export const missingAfter = (
  known: readonly string[],
  { missing = [], missingAssets }: Pick<CreativeSaved['data'], 'missing' | 'missingAssets'>,
): readonly string[] => {
  if (missingAssets) return missingAssets
  if (missing.length === 0) return known
  const after = [...known, ...missing]
  const before = listedOf.get(known)
  if (before) {
    // handed on, not copied: a list that is decided on once more is looked through once more
    listedOf.delete(known)
    listedOf.set(after, withPaths(before, missing))
  }
  return after
}

/** The refusal of a save after which the paths without a file are too many. */
export const missingRefused = (known: readonly string[], added: readonly string[]): Rejection | undefined => {
  if (added.length === 0) return undefined
  const bytesOfAdded = added.reduce((sum, path) => sum + Buffer.byteLength(path), 0)
  if (listed(known).bytes + bytesOfAdded <= maxMissingBytes) return undefined
  const detail = `would name more than ${binarySize(maxMissingBytes)} of paths without a file in the campaign`
  return rejection('invalid-request', `The creative ${detail}. Upload its files, then save it.`, {
    errors: [{ pointer: '', code: 'too-large', detail }],
  })
}
