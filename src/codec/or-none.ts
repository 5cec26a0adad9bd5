import * as t from 'io-ts'

type Marked = { readonly orNone?: true; readonly about?: string }

/**
 * An optional field of a request that may also be null, which means the same as absent: answers show null where there is nothing, and a
 * client may send back what it read (HTTP-8). `fields` leaves such members out.
 */
export const orNone = <C extends t.Mixed>(codec: C): C => {
  const copy = (marks: object): C => Object.assign(Object.create(Object.getPrototypeOf(codec)), codec, marks)
  const plain = copy({ about: undefined })
  return copy({ schema: { anyOf: [plain, t.null] }, component: undefined, rules: undefined, orNone: true })
}

/** The names of fields that may be null. */
export const namesOrNone = (optional: t.Props): readonly string[] =>
  Object.entries(optional).flatMap(([name, codec]) => ((codec as Marked).orNone ? [name] : []))

/** An object without those members of these names that are null; any other value as it is. */
export const withoutNulls = (u: unknown, names: readonly string[]): unknown => {
  if (typeof u !== 'object' || u === null || Array.isArray(u)) return u
  const members = u as Readonly<Record<string, unknown>>
  if (!names.some(name => members[name] === null)) return u
  return Object.fromEntries(Object.entries(members).filter(([name, value]) => value !== null || !names.includes(name)))
}
