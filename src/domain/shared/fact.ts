import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'

/** Marks an event as a heartbeat or a progress step, which histories omit. */
export const routine = 'routine'

/** The sentence of an event for auditors, from its data and its stream's id; or `routine`. */
export type Says<D> = typeof routine | ((data: D, id: string) => string)

/** The sentence of an event for people. It contains no mail address, no secret, and no internal id. */
export type Wording = {
  readonly type: string
  readonly routine: boolean
  /** The sentence for the given data; undefined if the data do not match the codec. */
  readonly sentence?: (data: unknown, id: string) => string | undefined
}

/** Turns data that an older release wrote, with this version, into data of the present version of the event. Never throws. */
export type Upcast = (data: unknown, version: number) => unknown

/**
 * The codec of an event: its past-tense name and its data. `says`: its sentence for auditors. `version`: raised when older releases
 * cannot read what this one writes; `upcast` then reads what they wrote (ADR 0157). `shown`: what the sentence needs of the data as
 * auditors read them, where that is not what is written: `sealedOwner` is shown as `owner`.
 */
export const fact = <N extends string, C extends t.Mixed, S extends t.Mixed = C>(
  type: N,
  data: C,
  says?: Says<t.TypeOf<S>>,
  { version = 1, upcast, shown }: { readonly version?: number; readonly upcast?: Upcast; readonly shown?: S } = {},
) => {
  const codec = t.type({ type: t.literal(type), data }, type)
  const sentence = (found: unknown, id: string): string | undefined => {
    const decoded = (shown ?? data).decode(found)
    return typeof says === 'function' && E.isRight(decoded) ? says(decoded.right, id) : undefined
  }
  const wording: Wording = { type, routine: says === routine, ...(typeof says === 'function' ? { sentence } : {}) }
  return Object.assign(codec, { wording, version, ...(upcast ? { upcast } : {}) })
}

const isFact = (codec: t.Mixed): codec is t.Mixed & { readonly wording: Wording } => 'wording' in codec

/** The sentences of a codec: of each event in a union, or of a single event. */
export const wordingsIn = (codec: t.Mixed): readonly Wording[] => {
  if (codec instanceof t.UnionType) return codec.types.flatMap(wordingsIn)
  return isFact(codec) ? [codec.wording] : []
}

/** An ISO 8601 time in UTC with milliseconds. */
export const At = t.string
