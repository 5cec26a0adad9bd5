import { byRank } from './by-rank.ts'
import { columnOf } from './flat.ts'
import { weightOfName } from './record-names.ts'
import { xmlParser } from './xml-rows.ts'

/** A path whose elements may be the rows, with what the first of them have. */
export type XmlCandidate = { readonly rowXPath: string; readonly columns: readonly string[]; readonly rows: number }

/** What the elements at a path have: the first value of each path below, and whether another one differs. */
type Elements = {
  readonly depth: number
  readonly name: string
  rows: number
  hasParts: boolean
  readonly values: Map<string, { readonly first: string; isVaried: boolean }>
}

/** Values that are noted in all, so that a document with many names is not looked at for long. */
const mostValues = 20_000

/** Characters of a path that can be the name of a column. */
const longestPath = 255

/** The elements of a beginning, by their path. */
const elementsIn = (beginning: string): ReadonlyMap<string, Elements> => {
  const all = new Map<string, Elements>()
  const open: { readonly path: string; readonly own: Elements; text: string; hasElements: boolean }[] = []
  let noted = 0
  /** Notes a value for the element that has it and all around it; `below`: its path in the innermost one. */
  const note = (below: string, value: string): void => {
    for (let at = open.length - 1, path = below; at >= 0 && path.length <= longestPath; at--) {
      const { own, path: around } = open[at]!
      const known = own.values.get(path)
      if (known === undefined) {
        if (noted++ >= mostValues) return
        own.values.set(path, { first: value, isVaried: false })
      } else if (known.first !== value) known.isVaried = true
      const name = around.slice(around.lastIndexOf('/') + 1)
      path = path === '.' ? name : `${name}/${path}`
    }
  }
  const parser = xmlParser({
    opened(names, attributes) {
      const path = `${open.at(-1)?.path ?? ''}/${names.at(-1)}`
      const own = all.get(path) ?? {
        depth: names.length,
        name: names.at(-1)!,
        rows: 0,
        hasParts: false,
        values: new Map(),
      }
      own.rows++
      all.set(path, own)
      const parent = open.at(-1)
      if (parent) {
        parent.hasElements = true
        parent.own.hasParts = true
      }
      open.push({ path, own, text: '', hasElements: false })
      for (const name in attributes) {
        if (name === 'xmlns' || name.startsWith('xmlns:')) continue
        own.hasParts = true
        note(`@${name}`, attributes[name]!)
      }
    },
    text(text) {
      const within = open.at(-1)
      if (within && within.text.length < 256) within.text += text
    },
    closed() {
      const last = open.at(-1)
      const text = last?.text.trim() ?? ''
      if (last && (!last.hasElements || text !== '')) note('.', text)
      open.pop()
    },
  })
  parser.write(beginning)
  return all
}

type Rated = XmlCandidate & { readonly rank: readonly number[] }

/** What an element is, from the name and number of its kind, whether it is the root, and whether it has the columns that are named. */
type Kind = {
  readonly weight: number
  readonly isRoot: boolean
  readonly isRepeated: boolean
  readonly hasParts: boolean
  readonly hasKey: boolean
  readonly isKeyNamed: boolean
}

/** How likely elements of a kind are the rows; more is likelier. */
const tierOf = ({ weight, isRoot, isRepeated, hasParts, hasKey, isKeyNamed }: Kind): number => {
  if (!hasParts) return 0
  if (weight < 0) return hasKey ? 4 : 0.5
  if (hasKey && (isRepeated || weight > 0)) return 6
  if (hasKey && !isRoot) return 5
  // the root is a row only if nothing below is one
  if (isRoot) return weight > 0 ? 1.5 : 0.2
  if (weight > 0) return isKeyNamed ? 3 : 5
  return isRepeated ? 2 : 1
}

const ratedOf = (rowXPath: string, of: Elements, named: readonly string[]): Rated => {
  const { depth, name, rows, hasParts, values } = of
  const columns = [...new Set([...values.keys()].map(columnOf))]
  const found = named.filter(column => columns.includes(column)).length
  const varied = [...values.values()].filter(({ isVaried }) => isVaried).length
  // a single element of a plural name is the list around the records
  const isList = rows === 1 && /s$/i.test(name)
  const weight = isList ? Math.min(0, weightOfName(name)) : weightOfName(name)
  const [isRoot, isRepeated] = [depth === 1, rows > 1]
  const tier = tierOf({ weight, isRoot, isRepeated, hasParts, hasKey: found > 0, isKeyNamed: named.length > 0 })
  const repeats = Number(weight <= 0 && isRepeated)
  // of records within records the outer ones are the rows
  const extent = weight > 0 ? -depth : varied
  return { rowXPath, columns, rows, rank: [tier, Number(!isRoot), found, weight, repeats, extent, -depth, rows] }
}

/**
 * The paths whose elements may be the rows, the best first, from the beginning of a document. Elements that have the named columns win, then
 * those with a name that records have, then those that differ most. What belongs to a record, such as links and shippings, and elements
 * without parts are rows only if there is nothing else.
 */
export const xmlCandidates = (beginning: string, named: readonly string[]): readonly XmlCandidate[] =>
  [...elementsIn(beginning)]
    .filter(([, { depth, hasParts }]) => depth > 1 || hasParts)
    .map(([rowXPath, of]) => ratedOf(rowXPath, of, named))
    .sort((a, b) => byRank(a.rank, b.rank))
    .filter(({ rank: [tier = 0] }, _, [best]) => tier >= Math.min(1, best?.rank[0] ?? 0))
    .map(({ rowXPath, columns, rows }) => ({ rowXPath, columns, rows }))
