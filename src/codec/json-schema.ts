import * as t from 'io-ts'
import type { Schema } from './described.ts'
import { anyOf, enumOf, forGenerators, typeOf } from './for-generators.ts'

/** Schemas of named and recursive codecs by name, referenced as `#/components/schemas/<name>`. */
export type Definitions = Map<string, Schema>

const prefix = '#/components/schemas/'

/** Marks the schema of a text or an array that is 413 beyond its bound, for the table of limits; JSON does not show it. */
export const beyondIsTooLarge = Symbol('beyond is too large')

type Props = Readonly<Record<string, t.Mixed>>
// io-ts gives each combinator a `_tag` and its parts; there are too many class types to name here
type Node = t.Mixed & {
  readonly _tag?: string
  readonly schema?: Schema
  readonly about?: string
  readonly component?: string
  readonly rules?: Schema
  readonly reducible?: true
  readonly mostLength?: number
  readonly extended?: t.Mixed
  readonly type?: t.Mixed
  readonly types?: readonly t.Mixed[]
  readonly props?: Props
  readonly codomain?: t.Mixed
  readonly value?: unknown
  readonly keys?: Readonly<Record<string, unknown>>
}

const isUndefined = (codec: t.Mixed): boolean => (codec as Node)._tag === 'UndefinedType'
const mayBeAbsent = (codec: t.Mixed): boolean =>
  (codec as Node)._tag === 'UnionType' && ((codec as Node).types ?? []).some(isUndefined)

const objectOf = (props: Props, required: boolean, definitions: Definitions): Schema => {
  const names = required ? Object.keys(props).filter(name => !mayBeAbsent(props[name]!)) : []
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(props).map(([name, codec]) => [name, schemaOf(codec, definitions)])),
    ...(names.length > 0 ? { required: names } : {}),
  }
}

/** A schema, or the component that it refers to. */
export const resolvedRef = (schema: Schema, definitions: Definitions): Schema =>
  typeof schema.$ref === 'string' ? (definitions.get(schema.$ref.replace(prefix, '')) ?? {}) : schema

/** Members of an intersection as one object where all are objects, else `allOf`. */
const together = (members: readonly Schema[], definitions: Definitions): Schema => {
  const parts = members.map(member => resolvedRef(member, definitions))
  const plain = parts.every(p => p.type === 'object' && p.properties !== undefined)
  if (!plain) return { allOf: members }
  const required = [...new Set(parts.flatMap(p => (p.required as string[] | undefined) ?? []))]
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map(p => p.properties)),
    ...(required.length > 0 ? { required } : {}),
  }
}

const unionOf = (types: readonly t.Mixed[], definitions: Definitions): Schema => {
  const members = types.filter(type => !isUndefined(type)).map(type => schemaOf(type, definitions))
  const first = members[0]
  if (members.length === 1 && first) return first
  const constants = members.map(m => m.const)
  if (constants.every(c => c !== undefined)) return enumOf(constants)
  return anyOf(members)
}

const recursive = (codec: Node, definitions: Definitions): Schema => {
  if (!definitions.has(codec.name)) {
    // a placeholder first, so that the recursion ends
    definitions.set(codec.name, {})
    definitions.set(codec.name, schemaOf(codec.type!, definitions))
  }
  return { $ref: `${prefix}${codec.name}` }
}

/** One name, one schema: two codecs of one name would give clients a type that one of them does not have. */
const component = (name: string, schema: Schema, definitions: Definitions): Schema => {
  const known = definitions.get(name)
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
    throw new Error(`two codecs are named ${name}`)
  definitions.set(name, schema)
  return { $ref: `${prefix}${name}` }
}

/** The object, or those of its members that the caller chose. */
const reduced = (schema: Schema, definitions: Definitions): Schema => {
  const { properties } = resolvedRef(schema, definitions)
  if (properties === undefined) return schema
  return { anyOf: [schema, { type: 'object', description: 'The members that `fields` names.', properties }] }
}

const withAbout = (schema: Schema, about: string): Schema => ({
  ...schema,
  description: typeof schema.description === 'string' ? `${about}\n\n${schema.description}` : about,
})

/** The schema that a described codec declares; it may contain codecs in place of schemas. */
const resolved = (value: unknown, definitions: Definitions): unknown => {
  if (value instanceof t.Type) return schemaOf(value, definitions)
  if (Array.isArray(value)) return value.map(v => resolved(v, definitions))
  if (typeof value !== 'object' || value === null) return value
  return forGenerators(Object.fromEntries(Object.entries(value).map(([k, v]) => [k, resolved(v, definitions)])))
}

/**
 * JSON Schema (2020-12) of what a codec accepts in JSON. Throws for an unknown codec: describe it with `described`
 * (src/codec/described.ts).
 */
export const schemaOf = (codec: t.Mixed, definitions: Definitions = new Map()): Schema => {
  const node = codec as Node
  const bounded = node.mostLength === undefined ? {} : { [beyondIsTooLarge]: true }
  const plain = { ...plainSchemaOf(node, definitions), ...node.rules, ...bounded }
  const schema = node.component === undefined ? plain : component(node.component, plain, definitions)
  const shown = node.reducible ? reduced(schema, definitions) : schema
  return node.about === undefined ? shown : withAbout(shown, node.about)
}

const plainSchemaOf = (node: Node, definitions: Definitions): Schema => {
  if (node.schema) return resolved(node.schema, definitions) as Schema
  if (node.extended) return { ...schemaOf(node.extended, definitions), 'x-extension': true }
  switch (node._tag) {
    case 'StringType':
      return { type: 'string' }
    case 'NumberType':
      return { type: 'number' }
    case 'BooleanType':
      return { type: 'boolean' }
    case 'NullType':
      return { type: 'null' }
    case 'UnknownType':
    case 'AnyType':
      return {}
    case 'UndefinedType':
    case 'VoidType':
      return { not: {} }
    case 'AnyDictionaryType':
      return { type: 'object', additionalProperties: true }
    case 'LiteralType':
      return { type: typeOf(node.value), const: node.value }
    case 'KeyofType':
      return enumOf(Object.keys(node.keys!))
    case 'AnyArrayType':
      return { type: 'array' }
    case 'ArrayType':
    case 'ReadonlyArrayType':
      return { type: 'array', items: schemaOf(node.type!, definitions) }
    case 'TupleType':
      return { type: 'array', prefixItems: node.types!.map(type => schemaOf(type, definitions)), items: false }
    case 'DictionaryType':
      return { type: 'object', additionalProperties: schemaOf(node.codomain!, definitions) }
    case 'InterfaceType':
    case 'StrictType':
      return objectOf(node.props!, true, definitions)
    case 'PartialType':
      return objectOf(node.props!, false, definitions)
    case 'IntersectionType':
      return together(
        node.types!.map(type => schemaOf(type, definitions)),
        definitions,
      )
    case 'UnionType':
      return unionOf(node.types!, definitions)
    case 'ExactType':
    case 'ReadonlyType':
    case 'RefinementType':
      return schemaOf(node.type!, definitions)
    case 'RecursiveType':
      return recursive(node, definitions)
    default:
      throw new Error(`no JSON Schema for the codec ${node.name}: describe it`)
  }
}
