import { type Rejection, rejection } from '../shared/decider.ts'
import { type PathList, textBytesOf } from '../shared/path-list.ts'
import { binarySize } from '../shared/wording.ts'
import type { CreativeSaved } from './events.ts'

/** The most bytes of library paths without a file that a campaign's creatives name (ADR 0135). */
const maxMissingBytes = 4 * 1024 * 1024

/** Those of these library paths without a file that are not known yet: what the event of a save names. */
export const newlyMissing = (known: PathList, missing: readonly string[]): readonly string[] =>
  missing.length === 0 ? missing : missing.filter(path => !known.has(path))

/** The library paths without a file after a save. */
export const missingAfter = (known: PathList, { missing = [] }: Pick<CreativeSaved['data'], 'missing'>): PathList =>
  known.plus(missing)

/** The refusal of a save after which the paths without a file are too many. */
export const missingRefused = (known: PathList, added: readonly string[]): Rejection | undefined => {
  if (added.length === 0 || known.textBytes + textBytesOf(added) <= maxMissingBytes) return undefined
  const detail = `would name more than ${binarySize(maxMissingBytes)} of paths without a file in the campaign`
  return rejection('invalid-request', `The creative ${detail}. Upload its files, then save it.`, {
    errors: [{ pointer: '', code: 'too-large', detail }],
  })
}
