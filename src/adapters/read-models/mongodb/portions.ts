import { charactersIn } from '../../../engine/read/too-much-at-once.ts'
import type { Change } from '../../../ports/read-models.ts'

/** Documents, and their characters, that go in one operation. */
const together = { documents: 1_000, characters: 4_000_000 }
/** Milliseconds that a server may take for each document, and for each thousand characters. */
const msFor = { document: 10, thousand: 1 }

/** Milliseconds that writing these documents may take. */
export const msToWrite = (changes: readonly Change[]): number =>
  msFor.document * changes.length + msFor.thousand * (charactersIn(changes) / 1_000)

/** Parts of changes that go in one operation each. */
export function* portionsOf(changes: readonly Change[]): Generator<readonly Change[]> {
  let portion: Change[] = []
  let characters = 0
  for (const change of changes) {
    portion.push(change)
    characters += change.json?.length ?? 0
    if (portion.length < together.documents && characters < together.characters) continue
    yield portion
    portion = []
    characters = 0
  }
  if (portion.length > 0) yield portion
}
