import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'

/** Says of an event that it is a sign of life or a step of work: a history leaves it out. */
export const routine = 'routine'

/** An event in a sentence for auditors, from its data and its stream's id; or that it is routine. */
export type Says<D> = typeof routine | ((data: D, id: string) => string)

/** What a fact says to people. It names no mail address, no secret, and no id that means nothing to a person. */
export type Wording = {
  readonly type: string
  readonly routine: boolean
  /** The sentence of an event with these data; undefined for data that are not the fact's. */
  readonly sentence?: (data: unknown, id: string) => string | undefined
}

/** The codec of an event: its past-tense name and its data. `says` is what auditors read of it. */
export const fact = <N extends string, C extends t.Mixed>(type: N, data: C, says?: Says<t.TypeOf<C>>) => {
  const codec = t.type({ type: t.literal(type), data }, type)
  const sentence = (found: unknown, id: string): string | undefined => {
    const decoded = data.decode(found)
    return typeof says === 'function' && E.isRight(decoded) ? says(decoded.right, id) : undefined
  }
  const wording: Wording = { type, routine: says === routine, ...(typeof says === 'function' ? { sentence } : {}) }
  return Object.assign(codec, { wording })
}

const isFact = (codec: t.Mixed): codec is t.Mixed & { readonly wording: Wording } => 'wording' in codec

/** What the facts of a codec say: of a union of facts, or of one. */
export const wordingsIn = (codec: t.Mixed): readonly Wording[] => {
  if (codec instanceof t.UnionType) return codec.types.flatMap(wordingsIn)
  return isFact(codec) ? [codec.wording] : []
}

/** An ISO 8601 time in UTC with milliseconds. */
export const At = t.string
