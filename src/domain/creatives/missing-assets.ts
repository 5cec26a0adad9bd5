import { type Rejection, rejection } from '../shared/decider.ts'
import { binarySize } from '../shared/wording.ts'
import type { CreativeSaved } from './events.ts'

/** The most bytes of library paths without a file that a campaign's creatives name: one document of a view has them all (ADR 0135). */
const maxMissingBytes = 4 * 1024 * 1024

/** Those of these library paths without a file that are not known yet: what the event of a save names. */
export const newlyMissing = (known: readonly string[], missing: readonly string[]): readonly string[] => {
  if (missing.length === 0) return []
  const before = new Set(known)
  return missing.filter(path => !before.has(path))
}

/** The library paths without a file after a save. */
export const missingAfter = (
  known: readonly string[],
  { missing = [], missingAssets }: Pick<CreativeSaved['data'], 'missing' | 'missingAssets'>,
): readonly string[] => missingAssets ?? (missing.length === 0 ? known : [...known, ...missing])

/** The refusal of a save after which the paths without a file are too many. */
export const missingRefused = (known: readonly string[], added: readonly string[]): Rejection | undefined => {
  if (added.length === 0) return undefined
  const bytes = [...known, ...added].reduce((sum, path) => sum + Buffer.byteLength(path), 0)
  if (bytes <= maxMissingBytes) return undefined
  const detail = `would name more than ${binarySize(maxMissingBytes)} of paths without a file in the campaign`
  return rejection('invalid-request', `The creative ${detail}. Upload its files, then save it.`, {
    errors: [{ pointer: '', code: 'too-large', detail }],
  })
}
