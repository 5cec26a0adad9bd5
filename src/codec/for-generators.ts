import type { Schema } from './described.ts'

/*
 * Generators of clients in several languages leave operations out, or make code that does not compile, for schemas that are correct but
 * say no type, several types, or null as one of a union. These functions say the same in a form that they read (ADR 0145).
 */

/** The JSON Schema type of a constant. */
export const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  return Number.isInteger(value) ? 'integer' : typeof value
}

const isNull = (schema: Schema): boolean => schema.type === 'null' && Object.keys(schema).length === 1

/** Keywords that null would have to meet, too; the others speak of one type. */
const forAllTypes = ['allOf', 'anyOf', 'oneOf', 'not', 'const', '$ref']

/** Values of an enumeration, with their type; those of several types as a union. */
export const enumOf = (values: readonly unknown[]): Schema => {
  const types = [...new Set(values.map(typeOf))]
  const of = (type: string): Schema => ({ type, enum: values.filter(value => typeOf(value) === type) })
  return types.length === 1 ? of(types[0]!) : { anyOf: types.map(of) }
}

/** A union; null beside one type is part of that type, and a union in a union part of the outer one. */
export const anyOf = (members: readonly Schema[]): Schema => {
  const all = members.flatMap(member =>
    Array.isArray(member.anyOf) && Object.keys(member).length === 1 ? (member.anyOf as Schema[]) : [member],
  )
  const [one, other] = all.filter(member => !isNull(member))
  const nullable = all.some(isNull)
  if (!nullable || one === undefined || other !== undefined) return { anyOf: all }
  if ('if' in one) return { if: { type: 'null' }, else: one }
  if (typeof one.type !== 'string' || forAllTypes.some(keyword => keyword in one)) return { anyOf: all }
  return {
    ...one,
    type: [one.type, 'null'],
    ...(Array.isArray(one.enum) ? { enum: [...one.enum, null] } : {}),
  }
}

/** A schema as its codec declares it, in that form; its parts are in it already. */
export const forGenerators = (schema: Schema): Schema => {
  const { type, enum: values, anyOf: members, ...rest } = schema
  if (type === undefined && Array.isArray(values)) return { ...enumOf(values), ...rest }
  if (Array.isArray(type) && type.filter(one => one !== 'null').length > 1)
    return { ...anyOf(type.map(one => ({ type: one }))), ...rest }
  if (Array.isArray(members)) return { ...anyOf(members), ...rest }
  return schema
}
