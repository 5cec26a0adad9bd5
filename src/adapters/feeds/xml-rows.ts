import { SaxesParser } from 'saxes'
import { mostRowBytes } from '../../domain/asset-sources/row-set.ts'
import { addValue, type Values } from './flat.ts'
import { Unreadable } from './unreadable.ts'

const mostDepth = 64
const mostAttributes = 1_000

type Events = {
  /** An element begins: its names from the root. */
  opened(path: readonly string[], attributes: Readonly<Record<string, string>>): void
  /** `isEscaped`: not in a CDATA section, so that entities were read. */
  text(text: string, isEscaped: boolean): void
  closed(): void
}

/** Whether an entity probably begins at an ampersand; one that ends with the part may go on in the next. */
const isEntityAt = (part: string, at: number): boolean => {
  if (at + 1 === part.length) return true
  const next = part.charCodeAt(at + 1) | 0x20
  if (part[at + 1] !== '#' && (next < 0x61 || next > 0x7a)) return false
  const end = part.indexOf(';', at)
  return end < 0 ? part.length - at < longestEntity : end - at <= longestEntity
}
const longestEntity = 34

/** A parser of XML that arrives in parts. A DOCTYPE declares nothing, so there are no entities but the five of XML; names keep their prefix. */
export const xmlParser = (events: Events) => {
  const path: string[] = []
  const parser = new SaxesParser({ position: true })
  const refuse = (code: string, detail: string): never => {
    throw new Unreadable(code, detail)
  }
  /** The line of the first ampersand that is not escaped: the parser notices it only at the end of the document. */
  let ampersand: number | undefined
  const noteAmpersand = (part: string): void => {
    for (let at = part.indexOf('&'); at >= 0 && ampersand === undefined; at = part.indexOf('&', at + 1)) {
      if (isEntityAt(part, at) || part.lastIndexOf('<![CDATA[', at) > part.lastIndexOf(']]>', at)) continue
      ampersand = parser.line + part.slice(0, at).split('\n').length - 1
    }
  }
  parser.on('error', ({ message }) => {
    if (ampersand !== undefined)
      refuse(
        'malformed-xml',
        `The XML is malformed: line ${ampersand} has an & that is not escaped. Write &amp; instead.`,
      )
    refuse('malformed-xml', `The XML is malformed: ${message.slice(0, 200)}`.replace(/\.?$/, '.'))
  })
  parser.on('doctype', doctype => {
    // brackets within quotes belong to addresses
    if (doctype.replaceAll(/"[^"]*"|'[^']*'/g, '').includes('['))
      refuse(
        'doctype-refused',
        'The XML has a DOCTYPE with declarations, which are not accepted. Remove them from the feed.',
      )
  })
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
  parser.on('text', text => events.text(text, true))
  parser.on('cdata', text => events.text(text, false))
  parser.on('closetag', () => {
    events.closed()
    path.pop()
  })
  return {
    write(part: string): void {
      noteAmpersand(part)
      parser.write(part)
    },
    close: () => void parser.close(),
  }
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
  let twiceEscaped = 0
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
    text(text, isEscaped) {
      const within = open.at(-1)
      if (within === undefined) return
      grown(text.length)
      if (isEscaped && isTwiceEscaped(text)) twiceEscaped++
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
  return { events, taken: () => rows.splice(0), twiceEscaped: () => twiceEscaped }
}

/** An entity in a text whose own entities were read: it was escaped twice. A text with markup is HTML, in which entities belong. */
const isTwiceEscaped = (text: string): boolean =>
  text.includes('&') &&
  text.includes(';') &&
  /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i.test(text) &&
  !/<[a-z/]/i.test(text)

/** The rows of an XML document. */
export type XmlRows = {
  /** Part by part: the elements at the path, with their values by path. Throws Unreadable. */
  readonly parts: AsyncGenerator<readonly Values[]>
  /** Texts so far that have entities that were escaped twice. */
  twiceEscaped(): number
}

/** Reads the elements at a path. `endsEarly`: is called when the document ends in the middle; by default that is refused. */
export const xmlRows = (text: AsyncIterable<string>, rowXPath: string, endsEarly?: () => void): XmlRows => {
  const { events, taken, twiceEscaped } = collector(rowXPath)
  async function* parts(): AsyncGenerator<readonly Values[]> {
    const parser = xmlParser(events)
    let isOpen = true
    for await (const part of text) {
      parser.write(part)
      yield taken()
    }
    try {
      parser.close()
      isOpen = false
    } catch (error) {
      if (endsEarly === undefined || !(error instanceof Unreadable)) throw error
    }
    if (isOpen) endsEarly?.()
    yield taken()
  }
  return { parts: parts(), twiceEscaped }
}
