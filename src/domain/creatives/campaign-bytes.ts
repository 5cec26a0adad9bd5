import { type Rejection, rejection } from '../shared/decider.ts'
import type { HashTree } from '../shared/hash-tree.ts'
import { binarySize } from '../shared/wording.ts'
import type { Creative } from './creative.ts'

/** The most bytes that the creatives of a campaign take in memory, as `valueBytes` counts them: an eighth of a heap of 512 MiB (ADR 0128). */
export const maxCreativesBytes = 64 * 1024 * 1024

/**
 * The refusal of a change after which the creatives of a campaign together are too large (CREATIVE-2): a node could not keep them, and
 * would fold them anew for each save. Changes that do not make them larger are allowed.
 */
export const outgrown = (before: HashTree<Creative>, after: HashTree<Creative>): Rejection | undefined => {
  if (after.bytes <= maxCreativesBytes || after.bytes <= before.bytes) return undefined
  const limit = binarySize(maxCreativesBytes)
  const detail = `would make the creatives of the campaign larger than ${limit} together`
  return rejection('invalid-request', `The change ${detail}. Use several campaigns, or delete creatives.`, {
    errors: [{ pointer: '', code: 'too-large', detail }],
  })
}
