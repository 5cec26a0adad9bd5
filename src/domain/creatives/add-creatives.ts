import * as E from 'fp-ts/lib/Either.js'
import { maxAppendBytes, tooLargeToAppend } from '../shared/append-limit.ts'
import type { Rejection } from '../shared/decider.ts'
import { outgrown } from './campaign-bytes.ts'
import { leastEventBytes } from './event-bytes.ts'
import type { CreativeSaved } from './events.ts'
import type { CreativesState } from './state.ts'

/** Adds creatives without columns of their own; names that exist stay as they are (CREATIVE-15). */
export type AddCreatives = { readonly kind: 'AddCreatives'; readonly names: readonly string[]; readonly at: string }

/** An event for each new name. All must fit into one append. */
export const addCreatives = (
  { names, at }: AddCreatives,
  state: CreativesState,
): E.Either<Rejection, readonly CreativeSaved[]> => {
  const { lastTransformationIdx } = state
  let { creatives } = state
  let bytes = 0
  const events: CreativeSaved[] = []
  for (const creativeName of names) {
    if (creatives.has(creativeName)) continue
    const creative = { creativeName, columns: [] }
    bytes += leastEventBytes(creative)
    if (bytes > maxAppendBytes) return E.left(tooLargeToAppend('more than 1,000,000'))
    creatives = creatives.set(creativeName, creative)
    const data = { creative, added: true, creativesHash: creatives.hash, lastTransformationIdx, at }
    events.push({ type: 'CreativeSaved', data })
  }
  const over = outgrown(state.creatives, creatives)
  return over ? E.left(over) : E.right(events)
}
