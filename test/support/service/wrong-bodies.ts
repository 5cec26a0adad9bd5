import { misfits } from './json-schema.ts'

type Schema = { readonly [keyword: string]: unknown }
/** A body with one fault, and its pointer. */
export type WrongBody = { readonly what: string; readonly pointer: string; readonly body: unknown }

const isObject = (u: unknown): u is Record<string, unknown> => typeof u === 'object' && u !== null && !Array.isArray(u)
const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** Values of every kind, including half a surrogate pair and control characters; valid ones are left out. */
const strangers = [null, true, -7.5, 1e21, '', 'a\u0000b', 'a\ud800b', [], [null], {}]

/** The alternative of a schema that a value matches. */
const fitting = (schema: Schema, value: unknown, root: Schema): Schema => {
  const alternatives = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined
  const found = alternatives?.find(one => misfits(value, one, root).length === 0)
  return found === undefined ? schema : fitting(found, value, root)
}

const tooMuch = ({ maxLength, maxItems, additionalProperties }: Schema): readonly unknown[] => [
  ...(typeof maxLength === 'number' ? ['x'.repeat(maxLength + 1)] : []),
  ...(typeof maxItems === 'number' ? [Array.from({ length: maxItems + 1 }, () => 0)] : []),
  ...(additionalProperties === true ? [{ text: 'x'.repeat(66_000) }] : []),
]

const membersOf = (schema: Schema, value: unknown): readonly (readonly [string, unknown, Schema])[] => {
  if (Array.isArray(value)) return value.slice(0, 1).map(item => ['0', item, schema.items as Schema])
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  return isObject(value) ? Object.entries(properties).map(([name, own]) => [name, value[name], own]) : []
}

/** A value with one member replaced; undefined removes an object's member. */
const withMember = (value: unknown, name: string, member: unknown): unknown => {
  if (Array.isArray(value)) return [member, ...value.slice(1)]
  return { ...(value as object), [name]: member }
}

/** All single faults of a body, by place: a missing required member, a value of another kind, a value too large. */
export const wrongBodies = (schema: Schema, good: unknown, root: Schema, pointer = ''): readonly WrongBody[] => {
  const own = fitting(schema, good, root)
  const here = [...strangers.filter(value => misfits(value, schema, root).length > 0), ...tooMuch(own)]
  const required = new Set((own.required as readonly string[] | undefined) ?? [])
  return [
    ...here.map(body => ({ what: `${JSON.stringify(body).slice(0, 30)} at ${pointer || 'the root'}`, pointer, body })),
    ...membersOf(own, good).flatMap(([name, member, of]) => {
      const at = `${pointer}/${escaped(name)}`
      const missing = required.has(name)
        ? [{ what: `no ${at}`, pointer: at, body: withMember(good, name, undefined) }]
        : []
      const inside = wrongBodies(of, member, root, at)
      return [...missing, ...inside.map(wrong => ({ ...wrong, body: withMember(good, name, wrong.body) }))]
    }),
  ]
}
