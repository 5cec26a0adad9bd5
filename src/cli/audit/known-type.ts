import { eventTypes } from '../../audit/event-types.ts'
import { wordingsIn } from '../../domain/shared/fact.ts'
import { nearest } from '../../domain/shared/nearest.ts'
import { sequence } from '../../engine/write/id-blocks.ts'
import { WrongUse } from '../wrong-use.ts'

/** Every type of event in a log of this release. Number sequences are of no area. */
const known: readonly string[] = [...eventTypes, ...wordingsIn(sequence.events).map(({ type }) => type)].sort()

/** Throws a WrongUse if no event can have this type; it names the type that was probably meant, else all. */
export const mustBeType = (type: string): void => {
  if (known.includes(type)) return
  const meant = nearest(type, known)
  throw new WrongUse(
    `--type names a type of event that does not exist: ${type}. ${
      meant === undefined ? `Types: ${known.join(', ')}` : `Did you mean ${meant}?`
    }`,
  )
}
