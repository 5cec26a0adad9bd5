import type * as t from 'io-ts'
import type { Schema } from '../codec/described.ts'
import { type Definitions, resolvedRef, schemaOf } from '../codec/json-schema.ts'
import type { FieldType } from './filter-values.ts'
import type { FilterFields, Shown } from './filters.ts'

type Path = readonly string[]
type Stored = { readonly type?: FieldType; readonly path?: Path; readonly made?: true }
/**
 * What filters need to know of fields beside the codec of the items: how documents keep one, that it is made when the list is read, or
 * that there is one that items do not show.
 */
export type FieldExceptions = Readonly<Record<string, Shown | Stored>>

/** The fields that the parameter `fields` may name (`*`: any), and those that `filters` may. */
export type ItemFields = { readonly selectable: readonly string[]; readonly filterable: FilterFields }

/** The type that filters compare values with; undefined for lists and objects. */
const filterType = ({ type, format }: Schema): FieldType | undefined => {
  const [name] = [type].flat().filter(one => one !== 'null')
  if (name === 'string') return format === 'date' ? 'day' : format === 'date-time' ? 'time' : 'string'
  return name === 'integer' || name === 'boolean' ? name : undefined
}

/** What a value is besides null. */
const withoutNull = (schema: Schema, definitions: Definitions): Schema => {
  const found = resolvedRef(schema, definitions)
  const [one, other] = ((found.anyOf ?? []) as readonly Schema[]).filter(({ type }) => type !== 'null')
  return one && !other ? withoutNull(one, definitions) : found
}

/**
 * What a list can do with the fields of its items, by their codec: `fields` takes all of them, and `filters` each whose values are texts,
 * whole numbers, booleans or times, and the members of an object of any names (`assetData.headline`). Documents keep them `under` a path.
 */
export const itemFields = (item: t.Mixed, exceptions: FieldExceptions = {}, under: Path = []): ItemFields => {
  const definitions: Definitions = new Map()
  const filterable: Record<string, FilterFields[string]> = {}
  const add = (name: string, path: Path, schema: Schema) => {
    const { additionalProperties: any, ...value } = withoutNull(schema, definitions)
    const type = filterType(value)
    if (type) filterable[name] = { type, path }
    if (typeof any === 'object' && any !== null) add(name === '' ? '*' : `${name}.*`, path, any as Schema)
  }
  const items = withoutNull(schemaOf(item, definitions), definitions)
  const members = Object.entries((items.properties ?? {}) as Readonly<Record<string, Schema>>)
  if (members.length === 0 && items.type === 'object') add('', under, items)
  for (const [name, schema] of members) add(name, [...under, name], schema)
  for (const [name, exception] of Object.entries(exceptions)) {
    const derived = filterable[name]
    const type = derived && 'type' in derived ? derived.type : 'string'
    const path = 'made' in exception ? [name] : [...under, name]
    filterable[name] = 'cases' in exception ? exception : { type, path, ...exception }
  }
  const names = members.map(([name]) => name)
  return { filterable, selectable: names.length > 0 ? names : Object.keys(filterable) }
}
