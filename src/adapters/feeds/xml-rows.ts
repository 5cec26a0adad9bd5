import { SaxesParser } from 'saxes'
import { mostRowBytes } from '../../domain/asset-sources/row-set.ts'
import { addValue, type Values } from './flat.ts'
import { Unreadable } from './unreadable.ts'

const mostDepth = 64
const mostAttributes = 1_000

type Events = {
  /** An element begins: its names from the root. */
  opened(path: readonly string[], attributes: Readonly<Record<string, string>>): void
  text(text: string): void
  closed(): void
}

/** A parser of XML that arrives in parts. No DOCTYPE, so no entities but the five of XML; names keep their prefix. */
const xmlParser = (events: Events) => {
  const path: string[] = []
  const parser = new SaxesParser({ position: true })
  const refuse = (code: string, detail: string): never => {
    throw new Unreadable(code, detail)
  }
  parser.on('error', ({ message }) =>
    refuse('malformed-xml', `The XML is malformed: ${message.slice(0, 200)}`.replace(/\.?$/, '.')),
  )
  parser.on('doctype', () =>
    refuse('doctype-refused', 'The XML has a DOCTYPE, which is not accepted. Remove it from the feed.'),
  )
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name)
    if (path.length > mostDepth)
      refuse('too-deep', `The XML has more than ${mostDepth} levels, at line ${parser.line}.`)
    let count = 0
    for (const _ in attributes) count++
    if (count > mostAttributes)
      refuse('malformed-xml', `An element has more than ${mostAttributes} attributes, at line ${parser.line}.`)
    events.opened(path, attributes as Record<string, string>)
  })
  parser.on('text', text => events.text(text))
  parser.on('cdata', text => events.text(text))
  parser.on('closetag', () => {
    events.closed()
    path.pop()
  })
  return parser
}

/** A place within a row, by the names that lead to it from the row: `price/amount`; empty for the row itself. */
type Place = { readonly path: string; readonly elements: Map<string, Place>; readonly attributes: Map<string, string> }
const placeAt = (path: string): Place => ({ path, elements: new Map(), attributes: new Map() })

/** Places that are kept, so that the path of an element that repeats is made once. */
const mostPlaces = 10_000

const places = () => {
  let kept = 0
  const made = <A>(of: Map<string, A>, name: string, make: () => A): A => {
    const found = of.get(name)
    if (found !== undefined) return found
    const one = make()
    if (kept++ < mostPlaces) of.set(name, one)
    return one
  }
  const below = ({ path }: Place, name: string): string => (path === '' ? name : `${path}/${name}`)
  return {
    element: (parent: Place, name: string): Place => made(parent.elements, name, () => placeAt(below(parent, name))),
    attribute: (parent: Place, name: string): string => made(parent.attributes, name, () => below(parent, `@${name}`)),
  }
}

/** An element that is open within a row. */
type Open = { readonly place: Place; text: string; hasElements: boolean }

/** Collects the rows below the elements at a path. */
const collector = (rowXPath: string) => {
  const rows: Values[] = []
  const row = placeAt('')
  const { element, attribute } = places()
  let values: Values | undefined
  let size = 0
  /** Innermost last. */
  const open: Open[] = []
  const grown = (by: number): void => {
    size += by
    if (size > mostRowBytes)
      throw new Unreadable('row-too-large', `A row of the XML is longer than ${mostRowBytes} bytes.`)
  }
  const events: Events = {
    opened(path, attributes) {
      const parent = open.at(-1)
      if (parent === undefined && `/${path.join('/')}` !== rowXPath) return
      if (parent === undefined) size = 0
      else parent.hasElements = true
      values ??= new Map()
      const place = parent === undefined ? row : element(parent.place, path.at(-1)!)
      open.push({ place, text: '', hasElements: false })
      for (const name in attributes) {
        if (name === 'xmlns' || name.startsWith('xmlns:')) continue
        const value = attributes[name]!
        grown(name.length + value.length)
        addValue(values, attribute(place, name), value)
      }
    },
    text(text) {
      const within = open.at(-1)
      if (within === undefined) return
      grown(text.length)
      within.text += text
    },
    closed() {
      const own = open.pop()
      if (values === undefined || own === undefined) return
      const text = own.text.trim()
      const { path } = own.place
      if ((!own.hasElements || text !== '') && (path !== '' || text !== ''))
        addValue(values, path === '' ? '.' : path, text)
      if (open.length > 0) return
      rows.push(values)
      values = undefined
    },
  }
  return { events, taken: () => rows.splice(0) }
}

/** The rows of an XML document, part by part: the elements at a path, with their values by path. Throws Unreadable. */
export async function* xmlRows(text: AsyncIterable<string>, rowXPath: string): AsyncGenerator<readonly Values[]> {
  const { events, taken } = collector(rowXPath)
  const parser = xmlParser(events)
  for await (const part of text) {
    parser.write(part)
    yield taken()
  }
  parser.close()
  yield taken()
}

/**
 * The path of the elements that are probably the rows, from the beginning of a document: those that repeat, nearest to the root, and of these
 * the most. Without repetition the first element with elements below the root.
 */
export const rowPathIn = (beginning: string): string | undefined => {
  const counts = new Map<string, { count: number; depth: number; hasBelow: boolean }>()
  const parser = xmlParser({
    opened(path, attributes) {
      const parent = counts.get(`/${path.slice(0, -1).join('/')}`)
      if (parent) parent.hasBelow = true
      const key = `/${path.join('/')}`
      const found = counts.get(key) ?? { count: 0, depth: path.length, hasBelow: Object.keys(attributes).length > 0 }
      found.count++
      counts.set(key, found)
    },
    text: () => undefined,
    closed: () => undefined,
  })
  parser.write(beginning)
  const all = [...counts].filter(([, { depth, hasBelow }]) => depth > 1 && hasBelow)
  const repeated = all.filter(([, { count }]) => count > 1)
  const candidates = repeated.length > 0 ? repeated : all
  return candidates.sort(([, a], [, b]) => a.depth - b.depth || b.count - a.count)[0]?.[0]
}
