import type * as t from 'io-ts'
import type { Schema } from '../../codec/described.ts'
import { type Definitions, resolvedRef, schemaOf } from '../../codec/json-schema.ts'
import { nearest } from '../../domain/shared/nearest.ts'
import type { Check } from '../context.ts'
import { escaped } from './faults.ts'

/** A field of a body that its operation does not have: its JSON pointer, and that of the field that was probably meant. */
export type UnknownField = { readonly pointer: string; readonly meant?: string }

/** Fields that one answer names. */
const most = 10
/** Characters of a name in an answer. */
const longest = 64
/** Characters of a place in the body beyond which nothing is named: clients take a few kilobytes of headers. */
const deepest = 200

/** `path`: the names that lead to the present place; `length`: the characters of its pointer. */
type Walk = {
  readonly definitions: Definitions
  readonly found: UnknownField[]
  readonly path: (string | number)[]
  length: number
}

const isObject = (u: unknown): u is Readonly<Record<string, unknown>> => typeof u === 'object' && u !== null

const pointerTo = (path: readonly (string | number)[]): string =>
  path.map(name => `/${typeof name === 'string' ? escaped(name.slice(0, longest)) : name}`).join('')

/** The schema that a value has that is not null. */
const ofValue = (sent: Schema, definitions: Definitions): Schema => {
  const schema = resolvedRef(sent, definitions)
  if (!Array.isArray(schema.anyOf)) return schema
  const [only, ...others] = schema.anyOf.filter(({ type }) => type !== 'null')
  return only === undefined || others.length > 0 ? schema : resolvedRef(only, definitions)
}

/** Steps into objects and lists whose members are known; alternatives and open objects are left out. */
const walk = (value: unknown, sent: Schema, into: Walk): void => {
  if (!isObject(value) || into.found.length >= most || into.length > deepest) return
  const { properties, items, additionalProperties } = ofValue(sent, into.definitions)
  if (Array.isArray(value)) {
    if (isObject(items)) for (let place = 0; place < value.length; place++) step(place, value[place], items, into)
    return
  }
  if (!isObject(properties) || additionalProperties !== undefined) return
  for (const name in value) {
    if (into.found.length >= most) return
    const member = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (isObject(member)) step(name, value[name], member, into)
    else note(name, properties, into)
  }
}

const step = (name: string | number, value: unknown, sent: Schema, into: Walk): void => {
  if (!isObject(value)) return
  const { length } = into
  into.path.push(name)
  into.length += 1 + String(name).length
  walk(value, sent, into)
  into.length = length
  into.path.pop()
}

const note = (name: string, properties: Schema, { found, path }: Walk): void => {
  const at = pointerTo(path)
  const meant = nearest(name, Object.keys(properties))
  found.push({ pointer: at + pointerTo([name]), ...(meant === undefined ? {} : { meant: `${at}/${escaped(meant)}` }) })
}

/** Finds the fields of a body that its codec ignores (HTTP-8), at most 10; in time that grows with the body. */
export const unknownFields = (body: t.Mixed): ((sent: unknown) => readonly UnknownField[]) => {
  const definitions: Definitions = new Map()
  // made for the first body: a node has many operations, most of which wait long for theirs
  let schema: Schema | undefined
  return sent => {
    schema ??= schemaOf(body, definitions)
    const found: UnknownField[] = []
    walk(sent, schema, { definitions, found, path: [], length: 0 })
    return found
  }
}

/** A string of a structured field (RFC 9651), which takes printable ASCII only. */
const quoted = (text: string): string =>
  `"${text.replace(/[^\u0020-\u007e]/gu, c => encodeURIComponent(c.toWellFormed())).replace(/["\\]/g, '\\$&')}"`

const shown = ({ pointer, meant }: UnknownField): string =>
  meant === undefined ? quoted(pointer) : `${quoted(pointer)};meant=${quoted(meant)}`

/** Names the ignored fields of a body in the header Endcap-Unknown-Fields: a typing error would otherwise go unnoticed. */
export const reportsUnknownFields = (body: t.Mixed): Check => {
  const find = unknownFields(body)
  return ctx => {
    const found = find(ctx.request.body)
    if (found.length > 0) ctx.state.headers['Endcap-Unknown-Fields'] = found.map(shown).join(', ')
  }
}
