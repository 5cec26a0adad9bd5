import type { Scalar, ViewRef } from '../../../ports/read-models.ts'
import type { FieldName } from './documents.ts'

type Path = readonly string[]

const textOf = (path: Path): string => JSON.stringify(path)

/**
 * The paths whose values are stored with a document's JSON text, each under a generated name: member names may contain
 * dots, which MongoDB would treat as path separators, and arrays on a path match differently there than in our
 * criteria.
 */
export type Fields = {
  readonly paths: readonly Path[]
  /** The field that stores a path's value; undefined if it is only in the text. */
  nameOf(path: Path): FieldName | undefined
}

export const fieldsOf = (texts: readonly string[]): Fields => {
  const names = new Map(texts.map((text, i) => [text, `f${i}` as const]))
  return { paths: texts.map(text => JSON.parse(text)), nameOf: path => names.get(textOf(path)) }
}

/** All distinct paths that the view's lists filter or sort by, as JSON. */
export const pathsOf = ({ indexes, lists = [] }: ViewRef): readonly string[] => {
  const all = [...indexes, ...lists.flatMap(({ scope, sort, filters = [] }) => [scope, sort, ...filters])]
  return [...new Set(all.map(textOf))]
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const isScalar = (value: unknown): value is Scalar =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/**
 * The value at a path as SQLite's json_extract returns it, so that criteria mean the same in both stores: 1 and 0 for
 * true and false, the text of an object or array, null if absent.
 */
export const valueAt = (document: unknown, path: Path): string | number | null => {
  let at = document
  for (const name of path) {
    if (!isObject(at) || Array.isArray(at) || !Object.hasOwn(at, name)) return null
    at = at[name]
  }
  if (isObject(at)) return JSON.stringify(at)
  return isScalar(at) ? plain(at) : null
}

/** A scalar in its stored form. */
export const plain = (value: Scalar): string | number | null => (typeof value === 'boolean' ? Number(value) : value)

/** The values of a document, by field name. */
export const storedFields = (fields: Fields, json: string): Readonly<Record<FieldName, string | number | null>> => {
  if (fields.paths.length === 0) return {}
  const document: unknown = JSON.parse(json)
  return Object.fromEntries(fields.paths.map((path, i) => [`f${i}`, valueAt(document, path)]))
}
