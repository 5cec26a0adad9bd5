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
  closed(path: readonly string[]): void
}

/** A parser of XML that arrives in parts. No DOCTYPE, so no entities but the five of XML; names keep their prefix. */
const xmlParser = (events: Events) => {
  const path: string[] = []
  const parser = new SaxesParser({ position: true })
  const refuse = (code: string, detail: string): never => {
    throw new Unreadable(code, detail)
  }
  parser.on('error', error => refuse('malformed-xml', `The XML is malformed: ${error.message.slice(0, 200)}.`))
  parser.on('doctype', () =>
    refuse('doctype-refused', 'The XML has a DOCTYPE, which is not accepted. Remove it from the feed.'),
  )
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name)
    if (path.length > mostDepth)
      refuse('too-deep', `The XML has more than ${mostDepth} levels, at line ${parser.line}.`)
    if (Object.keys(attributes).length > mostAttributes)
      refuse('malformed-xml', `An element has more than ${mostAttributes} attributes, at line ${parser.line}.`)
    events.opened(path, attributes as Record<string, string>)
  })
  parser.on('text', text => events.text(text))
  parser.on('cdata', text => events.text(text))
  parser.on('closetag', () => {
    events.closed(path)
    path.pop()
  })
  return parser
}

/** Collects the rows below the elements at a path. */
const collector = (rowXPath: string) => {
  const rows: Values[] = []
  let values: Values | undefined
  let rowDepth = 0
  let size = 0
  /** Text of the elements that are open within the row, innermost last. */
  const texts: { text: string; hasElements: boolean }[] = []
  const grown = (by: number): void => {
    size += by
    if (size > mostRowBytes)
      throw new Unreadable('row-too-large', `A row of the XML is longer than ${mostRowBytes} bytes.`)
  }
  const within = (path: readonly string[]): string => path.slice(rowDepth).join('/')
  const events: Events = {
    opened(path, attributes) {
      if (values === undefined) {
        if (`/${path.join('/')}` !== rowXPath) return
        values = new Map()
        rowDepth = path.length
        size = 0
        texts.length = 0
      }
      const parent = texts.at(-1)
      if (parent) parent.hasElements = true
      texts.push({ text: '', hasElements: false })
      const prefix = within(path)
      for (const [name, value] of Object.entries(attributes)) {
        if (name === 'xmlns' || name.startsWith('xmlns:')) continue
        grown(name.length + value.length)
        addValue(values, prefix === '' ? `@${name}` : `${prefix}/@${name}`, value)
      }
    },
    text(text) {
      const open = texts.at(-1)
      if (values === undefined || open === undefined) return
      grown(text.length)
      open.text += text
    },
    closed(path) {
      if (values === undefined) return
      const own = texts.pop()
      const text = own?.text.trim() ?? ''
      const name = within(path)
      if (own && (!own.hasElements || text !== '') && (name !== '' || text !== ''))
        addValue(values, name === '' ? '.' : name, text)
      if (path.length > rowDepth) return
      rows.push(values)
      values = undefined
    },
  }
  return { events, taken: () => rows.splice(0) }
}

/** The rows of an XML document: the elements at a path, with their values by path. Throws Unreadable. */
export async function* xmlRows(text: AsyncIterable<string>, rowXPath: string): AsyncGenerator<Values> {
  const { events, taken } = collector(rowXPath)
  const parser = xmlParser(events)
  for await (const part of text) {
    parser.write(part)
    yield* taken()
  }
  parser.close()
  yield* taken()
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
