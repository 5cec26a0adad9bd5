import { plain } from '../../../engine/read/criteria.ts'
import type { Scalar, ViewRef } from '../../../ports/read-models.ts'
import type { DocumentRow, FieldName } from './documents.ts'

type Path = readonly string[]

const textOf = (path: Path): string => JSON.stringify(path)

/**
 * The paths whose values are stored with a document's JSON text, each under a generated name: member names may contain
 * dots, which MongoDB would treat as path separators, and arrays on a path match differently there than in our
 * criteria.
 */
export type Fields = {
  /** What is stored, as in `ViewRow`. */
  readonly texts: readonly string[]
  readonly paths: readonly Path[]
  /** The set whose names are stored. */
  readonly set: Path | undefined
  /** The field that stores a path's value; undefined if it is only in the text. */
  nameOf(path: Path): FieldName | undefined
}

type Stored = Path | { readonly set: Path }
const isPath = (stored: Stored): stored is Path => Array.isArray(stored)

export const fieldsOf = (texts: readonly string[]): Fields => {
  const stored = texts.map((text): Stored => JSON.parse(text))
  const paths = stored.filter(isPath)
  const names = new Map(paths.map((path, i) => [textOf(path), `f${i}` as const]))
  const [set] = stored.flatMap(each => (isPath(each) ? [] : [each.set]))
  return { texts, paths, set, nameOf: path => names.get(textOf(path)) }
}

/** What the view's lists filter or sort by: all distinct paths, and the set of names, as JSON. */
export const pathsOf = ({ indexes, lists = [], listByName }: ViewRef): readonly string[] => {
  const listed = lists.flatMap(({ scope, sort, filters = [] }) => [scope, sort, ...filters])
  const all = [...indexes, ...listed, ...(listByName ? [listByName.sort] : [])]
  const set = listByName ? [JSON.stringify({ set: listByName.set })] : []
  return [...new Set(all.map(textOf)), ...set]
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

/** The value of each member of a set. */
const member = 'yes'

/** The names in the set at a path of a document. */
const namesAt = (document: unknown, path: Path): readonly string[] => {
  const set = path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), document)
  return isObject(set) ? Object.keys(set).filter(name => set[name] === member) : []
}

/** The name that a set has if the criterion holds; undefined if it is not about the set whose names are stored. */
export const nameInSet = ({ field, is, value }: Equal, { set }: Fields): string | undefined =>
  is === '=' && value === member && set && textOf(set) === textOf(field.slice(0, -1)) ? field.at(-1) : undefined
type Equal = { readonly field: Path; readonly is: string; readonly value?: Scalar }

/** What is stored of a document besides its text. */
export const storedFields = ({ paths, set }: Fields, json: string): Pick<DocumentRow, FieldName | 'names'> => {
  if (paths.length === 0 && !set) return {}
  const document: unknown = JSON.parse(json)
  const values = Object.fromEntries(paths.map((path, i) => [`f${i}`, valueAt(document, path)]))
  return set ? { ...values, names: namesAt(document, set) } : values
}
