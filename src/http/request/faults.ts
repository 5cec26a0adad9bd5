import type * as t from 'io-ts'

/** A fault at one place. `pointer` is a JSON pointer (RFC 6901). */
export type Fault = { readonly pointer: string; readonly code: string; readonly detail: string }

/** More faults than this are not told: a list of ten thousand bad items says nothing that a hundred do not. */
const most = 100

type Tagged = { readonly _tag?: string; readonly type?: t.Decoder<unknown, unknown> }

/** The combinator under wrappers that add no context entry of their own. */
const unwrapped = (decoder: t.Decoder<unknown, unknown> | undefined): Tagged => {
  let at = decoder as Tagged | undefined
  while (at?.type && (at._tag === 'ExactType' || at._tag === 'RefinementType' || at._tag === 'ReadonlyType'))
    at = at.type as Tagged
  return at ?? {}
}

const escaped = (key: string): string =>
  key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key

const article = (name: string): string => (/^[aeio]/.test(name) ? `an ${name}` : `a ${name}`)

const objects: ReadonlySet<string | undefined> = new Set([
  'InterfaceType',
  'PartialType',
  'IntersectionType',
  'DictionaryType',
])

/** What a value must be, in a reader's words: the name of a combinator lists the types of everything in it. */
const wanted = (decoder: t.Decoder<unknown, unknown> | undefined): string =>
  objects.has(unwrapped(decoder)._tag) ? 'must be an object' : `must be ${article(decoder?.name ?? 'value')}`

const faultOf = (error: t.ValidationError, prefix: string): Fault => {
  let pointer = prefix
  let entry = error.context[0]
  for (let i = 1; i < error.context.length; i++) {
    const parent = unwrapped(entry?.type)
    // a union that fits nowhere is one fault, at its own place
    if (parent._tag === 'UnionType') return { pointer, code: 'invalid', detail: 'fits none of the shapes allowed here' }
    entry = error.context[i]!
    // members of an intersection are numbered in the context, and are no places in the value
    if (parent._tag !== 'IntersectionType') pointer += `/${escaped(entry.key)}`
  }
  if (error.value === undefined) return { pointer, code: 'required', detail: 'is required' }
  return { pointer, code: 'invalid', detail: error.message ?? wanted(entry?.type) }
}

/** Faults of a decoding, one a place. `prefix` stands before each pointer: `/path`, `/query`, or nothing for the body. */
export const faultsOf = (errors: t.Errors, prefix: string): readonly Fault[] => {
  const byPointer = new Map<string, Fault>()
  for (const error of errors) {
    const fault = faultOf(error, prefix)
    if (!byPointer.has(fault.pointer)) byPointer.set(fault.pointer, fault)
    if (byPointer.size === most) break
  }
  return [...byPointer.values()]
}
