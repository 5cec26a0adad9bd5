import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'

type Validate = t.Validate<unknown, unknown>

const isPlain = (u: unknown): u is Readonly<Record<string, unknown>> => {
  if (typeof u !== 'object' || u === null) return false
  const prototype = Object.getPrototypeOf(u)
  return prototype === Object.prototype || prototype === null
}

/** The members of an object that were decoded to something else, by name; undefined: a member is not valid. */
const changesOf = (
  u: Readonly<Record<string, unknown>>,
  context: t.Context,
  members: readonly (readonly [name: string, codec: t.Mixed, isRequired: boolean])[],
): Record<string, unknown> | undefined => {
  let changes = none
  for (const [name, codec, isRequired] of members) {
    const value = u[name]
    const decoded = codec.validate(value, context)
    if (E.isLeft(decoded)) {
      if (isRequired || value !== undefined) return undefined
    } else if (decoded.right !== value || (isRequired && value === undefined && !Object.hasOwn(u, name))) {
      if (changes === none) changes = Object.create(null) as Record<string, unknown>
      changes[name] = decoded.right
    }
  }
  return changes
}

const none: Record<string, unknown> = Object.freeze(Object.create(null))
const unfit = E.left<t.Errors>([{ value: undefined, context: [] }])
/** Objects around the present one that are being tried. */
let trying = 0

/**
 * Validates an object with one pass over its members. io-ts passes over them once for the required, once for the optional ones, then to
 * merge both, then to drop unknown ones, and notes a place for each value. `slowly` is what io-ts does: it finds out what is wrong with an
 * object that is not valid, so errors are its own, and so is the result (ADR 0094).
 */
export const atOnce = (slowly: Validate, required: t.Props, optional: t.Props): Validate => {
  const members = [
    ...Object.entries(required).map(([name, codec]) => [name, codec, true] as const),
    ...Object.entries(optional).map(([name, codec]) => [name, codec, false] as const),
  ]
  const known = new Set(members.map(([name]) => name))
  if (known.size < members.length) return slowly
  const quickly = (u: Readonly<Record<string, unknown>>, context: t.Context) => {
    const changes = changesOf(u, context, members)
    if (changes === undefined) return unfit
    let hasOthers = false
    for (const name in u) hasOthers ||= !known.has(name)
    if (!hasOthers && changes === none) return t.success(u)
    const decoded: Record<string, unknown> = {}
    for (const name in u) if (known.has(name)) decoded[name] = name in changes ? changes[name] : u[name]
    return t.success(Object.assign(decoded, changes))
  }
  return (u, context) => {
    if (!isPlain(u)) return slowly(u, context)
    trying++
    try {
      const decoded = quickly(u, context)
      if (decoded !== unfit || trying > 1) return decoded
    } finally {
      trying--
    }
    return slowly(u, context)
  }
}
