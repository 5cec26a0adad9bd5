import type { Scalar, ViewRef } from '../../../ports/read-models.ts'
import type { FieldName } from './documents.ts'

type Path = readonly string[]

const textOf = (path: Path): string => JSON.stringify(path)

/**
 * The paths whose values stand beside the JSON text of a document, each under a name of its own: a member's name may hold dots,
 * which MongoDB takes for steps, and an array on the way means another thing there than in our criteria.
 */
export type Fields = {
  readonly paths: readonly Path[]
  /** The name that a path's value is stored under; undefined when it stands in the text only. */
  nameOf(path: Path): FieldName | undefined
}

export const fieldsOf = (texts: readonly string[]): Fields => {
  const names = new Map(texts.map((text, i) => [text, `f${i}` as const]))
  return { paths: texts.map(text => JSON.parse(text)), nameOf: path => names.get(textOf(path)) }
}

/** Every path that the view's lists filter or sort by, once, as JSON. */
export const pathsOf = ({ indexes, lists = [] }: ViewRef): readonly string[] => {
  const all = [...indexes, ...lists.flatMap(({ scope, sort, filters = [] }) => [scope, sort, ...filters])]
  return [...new Set(all.map(textOf))]
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const isScalar = (value: unknown): value is Scalar =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/**
 * The value at a path as SQLite's json_extract gives it, so that criteria mean the same in both stores: 1 and 0 for true and false,
 * the text of an object or a list, null for what is absent.
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

/** A scalar as it is stored and compared. */
export const plain = (value: Scalar): string | number | null => (typeof value === 'boolean' ? Number(value) : value)

/** The values of a document, by the names that they are stored under. */
export const storedFields = (fields: Fields, json: string): Readonly<Record<FieldName, string | number | null>> => {
  if (fields.paths.length === 0) return {}
  const document: unknown = JSON.parse(json)
  return Object.fromEntries(fields.paths.map((path, i) => [`f${i}`, valueAt(document, path)]))
}
