import type * as t from 'io-ts'
import { type Bounded, isLonger } from '../../codec/text.ts'

/** An error at one place. `pointer` is a JSON pointer (RFC 6901). */
export type Fault = { readonly pointer: string; readonly code: string; readonly detail: string }

/** Report at most this many errors: a list of ten thousand is no more helpful than the first hundred. */
export const most = 100

type Tagged = {
  readonly _tag?: string
  readonly type?: t.Decoder<unknown, unknown>
  readonly must?: string
  readonly required?: string
}

/** The combinator under wrappers that add no context entry of their own. */
const unwrapped = (decoder: t.Decoder<unknown, unknown> | undefined): Tagged => {
  let at = decoder as Tagged | undefined
  while (at?.type && (at._tag === 'ExactType' || at._tag === 'RefinementType' || at._tag === 'ReadonlyType'))
    at = at.type as Tagged
  return at ?? {}
}

/** A member's name in a JSON pointer. */
export const escaped = (key: string): string =>
  key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key

const article = (name: string): string => (/^[aeio]/.test(name) ? `an ${name}` : `a ${name}`)

const objects: ReadonlySet<string | undefined> = new Set([
  'InterfaceType',
  'PartialType',
  'IntersectionType',
  'DictionaryType',
])

/** What a value must be, in readable form: the name of a combinator would list the types of all its members. */
const wanted = (decoder: t.Decoder<unknown, unknown> | undefined): string =>
  objects.has(unwrapped(decoder)._tag) ? 'must be an object' : `must be ${article(decoder?.name ?? 'value')}`

/** The code of a fault whose value, in a body, is longer than a bound of HTTP-20. */
export const tooLong = 'too-long'

const isTooLong = (value: unknown, decoder: t.Decoder<unknown, unknown> | undefined): boolean => {
  const { mostLength } = (decoder ?? {}) as Partial<Bounded>
  if (mostLength === undefined) return false
  return Array.isArray(value) ? value.length > mostLength : typeof value === 'string' && isLonger(value, mostLength)
}

const faultOf = (error: t.ValidationError, prefix: string): Fault => {
  let pointer = prefix
  let entry = error.context[0]
  for (let i = 1; i < error.context.length; i++) {
    const parent = unwrapped(entry?.type)
    // a union of which no member fits is one error, at its own place
    if (parent._tag === 'UnionType')
      return { pointer, code: 'invalid', detail: parent.must ?? 'matches none of the allowed shapes' }
    entry = error.context[i]!
    // the context numbers the members of an intersection, but these are not places in the value
    if (parent._tag !== 'IntersectionType') pointer += `/${escaped(entry.key)}`
  }
  if (error.value === undefined)
    return { pointer, code: 'required', detail: (entry?.type as Tagged | undefined)?.required ?? 'is required' }
  // a name in a path is too long to exist, so it is an address that is wrong and not a body that is too large
  const code = prefix === '' && isTooLong(error.value, entry?.type) ? tooLong : 'invalid'
  return { pointer, code, detail: error.message ?? wanted(entry?.type) }
}

/** Decoding errors, one per place. `prefix` precedes each pointer: `/path`, `/query`, or empty for the body. */
export const faultsOf = (errors: t.Errors, prefix: string): readonly Fault[] => {
  const byPointer = new Map<string, Fault>()
  for (const error of errors) {
    const fault = faultOf(error, prefix)
    if (!byPointer.has(fault.pointer)) byPointer.set(fault.pointer, fault)
    if (byPointer.size === most) break
  }
  return [...byPointer.values()]
}
