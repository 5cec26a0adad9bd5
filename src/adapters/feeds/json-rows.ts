import { mostRowBytes } from '../../domain/asset-sources/row-set.ts'
import { parsedWhole } from '../../domain/shared/whole-numbers.ts'
import { Unreadable } from './unreadable.ts'

/** Levels of a document, its rows included. */
const mostDepth = 64

/** Where rows are: members of the list or object at a path of names, or the root values themselves, one after the other. */
export type JsonPlace = { readonly within: readonly string[] | undefined }

type Container = { readonly isList: boolean; name: string }

const quote = 0x22
const [openBrace, closeBrace, openBracket, closeBracket, comma, colon] = [0x7b, 0x7d, 0x5b, 0x5d, 0x2c, 0x3a]
/** Stands before each object of a JSON text sequence (RFC 7464). */
const recordSeparator = 0x1e
const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** Finds the next place of a character from a place on, or the end; places only grow, so that a text is searched once. */
const nextIn = (text: string, character: string) => {
  let found = -1
  return (from: number): number => {
    if (found >= from) return found
    const at = text.indexOf(character, from)
    found = at === -1 ? text.length : at
    return found
  }
}

/**
 * Finds the texts of rows in a document that arrives in parts, without parsing what is around them. It follows only strings, braces and
 * brackets; each row is then parsed whole, so that nothing malformed becomes a row.
 */
export const rowFinder = ({ within }: JsonPlace) => {
  const around: Container[] = []
  let inString = false
  let escaped = false
  /** Of the row that is being read: its earlier parts, and the depth at which it ends. */
  let row: { parts: string[]; length: number } | undefined
  /** A text at the level of names: the last one in an object is a name if a colon follows. */
  let text: string[] | undefined

  const isPlace = (): boolean => {
    if (within === undefined) return around.length === 0
    return (
      around.length === within.length + 1 &&
      within.every((name, level) => around[level]!.name === name && !around[level]!.isList)
    )
  }
  /** Rows are objects: other values at their place are passed over. */
  let depthOfRow = 0
  let found = 0

  function* rowsIn(part: string): Generator<string> {
    let from = row ? 0 : -1
    let textFrom = text ? 0 : -1
    const closeRow = (end: number): string => {
      const parts = row!.parts
      parts.push(part.slice(from, end))
      row = undefined
      from = -1
      found++
      return parts.join('')
    }
    const quotes = nextIn(part, '"')
    const backslashes = nextIn(part, '\\')
    for (let at = 0; at < part.length; at++) {
      if (inString) {
        if (escaped) {
          escaped = false
          continue
        }
        const end = quotes(at)
        const escaping = backslashes(at)
        at = Math.min(end, escaping)
        if (escaping < end) escaped = true
        else if (end < part.length) {
          inString = false
          if (text) {
            text.push(part.slice(textFrom, at))
            textFrom = -1
          }
        }
        continue
      }
      const code = part.charCodeAt(at)
      switch (code) {
        case quote:
          inString = true
          if (row === undefined) {
            text = []
            textFrom = at + 1
          }
          break
        case colon:
          if (row === undefined && around.length > 0 && text) {
            around.at(-1)!.name = nameOf(text.join(''))
            text = undefined
          }
          break
        case openBrace:
        case openBracket:
          if (row === undefined && code === openBrace && isPlace()) {
            row = { parts: [], length: 0 }
            from = at
            depthOfRow = around.length
          }
          around.push({ isList: code === openBracket, name: '' })
          if (around.length > mostDepth) throw new Unreadable('too-deep', `The JSON has more than ${mostDepth} levels.`)
          break
        case closeBrace:
        case closeBracket:
          if (around.pop()?.isList !== (code === closeBracket))
            throw new Unreadable(
              'malformed-json',
              'The feed is not JSON: a brace or bracket is closed that was not opened.',
            )
          if (row && around.length === depthOfRow) yield closeRow(at + 1)
          text = undefined
          break
        case comma:
          text = undefined
          break
        default:
          if (around.length === 0 && !isBlank(code) && code !== recordSeparator)
            throw new Unreadable(
              'malformed-json',
              `The feed is not JSON: ${found === 0 ? 'it' : `what follows row ${found}`} does not begin with a brace or bracket.`,
            )
      }
    }
    if (row) {
      row.parts.push(part.slice(from))
      row.length += part.length - from
      if (row.length > mostRowBytes)
        throw new Unreadable('row-too-large', `A row of the JSON is longer than ${mostRowBytes} bytes.`)
    }
    if (text && textFrom >= 0) text.push(part.slice(textFrom))
  }
  return { rowsIn, found: () => found, isWhole: () => around.length === 0 && !inString }
}

const nameOf = (text: string): string => {
  try {
    return JSON.parse(`"${text}"`)
  } catch {
    throw new Unreadable('malformed-json', 'The feed is not JSON: a name has an invalid character.')
  }
}

type Sent = Readonly<Record<string, unknown>>

/** The row of a text; a whole number that JavaScript would change is its text. `at` counts rows from 1. */
const parsedRow = (text: string, at: number): Sent => {
  try {
    return parsedWhole(text) as Sent
  } catch (error) {
    throw new Unreadable(
      'malformed-json',
      `Row ${at} is not JSON: ${error instanceof Error ? error.message.slice(0, 200) : ''}.`,
    )
  }
}

/** The rows of a JSON document at a place, part by part; each part must be read before the next. Throws Unreadable. */
export async function* jsonRows(text: AsyncIterable<string>, place: JsonPlace): AsyncGenerator<Iterable<Sent>> {
  const find = rowFinder(place)
  let at = 0
  function* parsed(part: string): Generator<Sent> {
    for (const row of find.rowsIn(part)) yield parsedRow(row, ++at)
  }
  for await (const part of text) yield parsed(part)
  if (find.isWhole()) return
  const where = find.found() === 0 ? '' : ` after row ${find.found()}`
  throw new Unreadable(
    'malformed-json',
    `The JSON ends in the middle: a brace, bracket or quote${where} is not closed.`,
  )
}
