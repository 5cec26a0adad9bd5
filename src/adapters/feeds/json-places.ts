import type { recordShapes } from '../../domain/asset-sources/feed-format.ts'
import { byRank } from './by-rank.ts'
import { columnOf, keyPath, valuesOf } from './flat.ts'
import { type JsonPlace, type JsonRow, mostDepth, parsedRow, rowFinder } from './json-rows.ts'
import { productColumns, weightOfName } from './record-names.ts'
import { Unreadable } from './unreadable.ts'

export type RecordShape = (typeof recordShapes)[number]

/** A place at which a document may have its rows, with what its first rows have. */
export type JsonCandidate = {
  readonly rowXPath: string
  readonly shape: RecordShape
  readonly columns: readonly string[]
  readonly rows: number
}

/** The names of `/a/b`; `/` is the root. */
const stepsOf = (rowXPath: string): readonly string[] => rowXPath.split('/').filter(step => step !== '')

/** Where the rows are of a document with records of a shape. */
export const jsonPlaceOf = (rowXPath: string, shape: RecordShape | undefined): JsonPlace => ({
  within: stepsOf(rowXPath),
  object: shape === 'object' ? 'itself' : shape === 'members' ? 'members' : 'either',
})

type Container = {
  readonly path: readonly string[]
  readonly isList: boolean
  objects: number
  /** Members that are texts, numbers and the like. */
  others: number
  /** The name of the last object in it. */
  last: string
}

/** The lists and objects in the beginning of a document that no list is around, by the names that lead to them; and how many values the root has. */
const containersIn = (text: string): { readonly containers: readonly Container[]; readonly roots: number } => {
  const containers = new Map<string, Container>()
  const around: { readonly isList: boolean; readonly own: Container | undefined; name: string }[] = []
  let [last, roots] = ['', 0]
  const containerAt = (path: readonly string[], token: string): Container => {
    const key = JSON.stringify(path)
    const found = containers.get(key) ?? { path, isList: token === '[', objects: 0, others: 0, last: '' }
    containers.set(key, found)
    return found
  }
  const tokens = /"((?:[^"\\]|\\.)*)"?|[{}[\]:]/gs
  for (const [token, name] of text.matchAll(tokens)) {
    const holder = around.at(-1)
    if (token === ':' && holder) {
      holder.name = last
      if (holder.own) holder.own.others++
    } else if (token === '{' || token === '[') {
      if (around.length === 0) roots++
      if (holder?.own) {
        if (!holder.isList) holder.own.others--
        if (token === '{') {
          holder.own.objects++
          holder.own.last = holder.name
        }
      }
      // no path leads into a list
      const isAddressable = !holder || (holder.own && !holder.isList)
      const own = isAddressable
        ? containerAt([...(holder?.own?.path ?? []), ...(holder ? [holder.name] : [])], token)
        : undefined
      around.push({ isList: token === '[', own, name: '' })
      if (around.length > mostDepth) break
    } else if (token === '}' || token === ']') around.pop()
    else if (name !== undefined) last = name.includes('\\') ? unescaped(name) : name
  }
  const nearest = [...containers.values()].sort((a, b) => a.path.length - b.path.length)
  return { containers: nearest.slice(0, mostContainers), roots }
}
/** Places that are considered, the nearest to the root first. */
const mostContainers = 40

/** A name as JSON has it; one that is malformed stays, and is refused when it is read. */
const unescaped = (name: string): string => {
  try {
    return JSON.parse(`"${name}"`)
  } catch {
    return name
  }
}

/** Rows that are looked at for each candidate. */
const mostRows = 20

/** The first rows at a place; what cannot be read is refused later, when all of it is. */
const firstRows = (text: string, place: JsonPlace): readonly JsonRow[] => {
  const rows: JsonRow[] = []
  try {
    for (const found of rowFinder(place).rowsIn(text)) {
      rows.push(parsedRow(found, rows.length + 1))
      if (rows.length === mostRows) break
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
  }
  return rows
}

/** The columns of rows, and how many of them have different values. */
const columnsIn = (rows: readonly JsonRow[]) => {
  const values = new Map<string, Set<string>>()
  for (const { values: row, key } of rows) {
    const own = valuesOf(row)
    if (key !== undefined) own.set(keyPath, key)
    for (const [path, value] of own) values.set(columnOf(path), (values.get(columnOf(path)) ?? new Set()).add(value))
  }
  return { columns: [...values.keys()], varied: [...values.values()].filter(({ size }) => size > 1).length }
}

type Rated = JsonCandidate & {
  readonly weight: number
  readonly found: number
  readonly varied: number
  readonly depth: number
}

/** Whether the members of an object are records: they have a column in common, and there is little beside them. */
const areRecords = (rows: readonly JsonRow[], { objects, others }: Container): boolean => {
  const [first, second] = rows
  if (first === undefined || second === undefined || others > objects) return false
  const names = new Set(valuesOf(first.values).keys())
  return [...valuesOf(second.values).keys()].some(name => names.has(name))
}

const ratedOf = (container: Container, text: string, named: readonly string[]): readonly Rated[] => {
  const { path, isList, objects, others, last } = container
  const rowXPath = `/${path.join('/')}`
  const name = path.at(-1) ?? ''
  const weight = path.length === 0 ? 0 : weightOfName(name)
  const rated = (shape: RecordShape, rows = firstRows(text, jsonPlaceOf(rowXPath, shape))): Rated => {
    const { columns, varied } = columnsIn(rows)
    const found = named.filter(column => columns.includes(column)).length
    return { rowXPath, shape, columns, rows: rows.length, weight, found, varied, depth: path.length }
  }
  if (isList) return objects > 0 || weight > 0 ? [rated('list')] : []
  const own = others > 0 ? [rated('object')] : []
  if (objects === 0) return own
  const members = firstRows(text, jsonPlaceOf(rowXPath, 'members'))
  const isOneRecord = objects === 1 && others === 0 && weightOfName(last) === 0
  return areRecords(members, container) || isOneRecord ? [rated('members', members), ...own] : own
}

const isBelow = (rowXPath: string, around: string): boolean =>
  rowXPath !== around && rowXPath.startsWith(around === '/' ? '/' : `${around}/`)
const parentOf = (rowXPath: string): string => rowXPath.slice(0, Math.max(1, rowXPath.lastIndexOf('/')))

/** Whether an object is a product: the lists of the document are short ones in it, and have less of what products have. */
const isProduct = ({ columns, rowXPath }: Rated, all: readonly Rated[]): boolean => {
  const own = productColumns(columns)
  const lists = all.filter(({ shape, weight }) => shape !== 'object' && weight >= 0)
  const isPart = (list: Rated): boolean =>
    isBelow(list.rowXPath, rowXPath) && list.rows < 10 && productColumns(list.columns) < own
  return own >= 2 && lists.every(isPart)
}

/** How likely a place has the rows; more is likelier. */
const tierOf = (one: Rated, all: readonly Rated[], isKeyNamed: boolean): number => {
  const isSingle = one.shape === 'object'
  const lists = all.filter(({ shape, rowXPath }) => shape !== 'object' && isBelow(rowXPath, one.rowXPath))
  // what is around a list of records is its envelope, and the members of a list of records are no lists
  const isEnvelope = (isSingle || (one.shape === 'members' && one.rows < 2)) && lists.some(({ weight }) => weight > 0)
  const isMember = all.some(({ shape, rowXPath }) => shape === 'members' && rowXPath === parentOf(one.rowXPath))
  if (isEnvelope || isMember) return 0
  const hasKey = one.found > 0
  if (one.weight < 0) return hasKey ? 4 : 0
  const isOneProduct = isSingle && isProduct(one, all)
  if (hasKey) return isOneProduct ? 7 : 6
  if (one.weight > 0) return isKeyNamed && one.rows > 0 ? 3 : 5
  if (isOneProduct) return 2.5
  return isSingle ? 1 : 2
}

/** The rank of a candidate: the first difference decides, the larger value wins. */
const rankOf = (one: Rated, all: readonly Rated[], isKeyNamed: boolean): readonly number[] => [
  tierOf(one, all, isKeyNamed),
  one.found,
  one.weight,
  one.varied,
  -one.depth,
]

/**
 * The places at which a document may have its rows, the best first, from its beginning. A place whose records have the named columns wins, then one
 * with a name that records have, then the list or object whose records differ most. Lists of what belongs to a record, such as links and
 * images, are rows only if there is nothing else.
 */
export const jsonCandidates = (beginning: string, named: readonly string[]): readonly JsonCandidate[] => {
  const { containers, roots } = containersIn(beginning)
  if (roots > 1) {
    const { columns } = columnsIn(firstRows(beginning, jsonPlaceOf('/', 'object')))
    return [{ rowXPath: '/', shape: 'object', columns, rows: roots }]
  }
  const rated = containers.flatMap(container => ratedOf(container, beginning, named))
  const ranked = rated
    .map(one => ({ one, rank: rankOf(one, rated, named.length > 0) }))
    .sort((a, b) => byRank(a.rank, b.rank))
  const likely = ranked.filter(({ rank: [tier = 0] }) => tier >= Math.min(1, ranked[0]?.rank[0] ?? 0))
  return likely.map(({ one: { rowXPath, shape, columns, rows } }) => ({ rowXPath, shape, columns, rows }))
}
