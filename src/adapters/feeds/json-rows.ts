import { mostRowBytes } from '../../domain/asset-sources/row-set.ts'
import { nextIn } from './next-in.ts'
import { Unreadable } from './unreadable.ts'

/** Levels of a document, its rows included. */
export const mostDepth = 64

/**
 * Where rows are: at a path of names. A list there has a row in each element. Of an object, `object` says whether it is a row itself, or has
 * a row in each member; `either`: it has if its first member is an object.
 */
export type JsonPlace = { readonly within: readonly string[]; readonly object: 'itself' | 'members' | 'either' }

/** The text of a row; `key`: its name in the object that has it as a member. */
export type FoundRow = { readonly text: string; readonly key?: string }

type Container = { readonly isList: boolean; name: string }

const quote = 0x22
const [openBrace, closeBrace, openBracket, closeBracket, comma, colon] = [0x7b, 0x7d, 0x5b, 0x5d, 0x2c, 0x3a]
/** Stands before each object of a JSON text sequence (RFC 7464). */
const recordSeparator = 0x1e
const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/**
 * Finds the texts of rows in a document that arrives in parts, without parsing what is around them. It follows only strings, braces and
 * brackets; each row is then parsed whole, so that nothing malformed becomes a row.
 */
export const rowFinder = ({ within, object }: JsonPlace) => {
  const around: Container[] = []
  let inString = false
  let escaped = false
  /** Of the row that is being read: its earlier parts, and the depth at which it ends. */
  let row: { parts: string[]; length: number; key?: string } | undefined
  /** The row may be an object that has rows as its members: the value of its first member tells. What of it is awaited. */
  let awaited: 'name' | 'value' | undefined
  /** A text at the level of names: the last one in an object is a name if a colon follows. */
  let text: string[] | undefined

  const isWithin = (level: number): boolean =>
    within.every((name, at) => at >= level || (around[at]!.name === name && !around[at]!.isList))
  /** Whether what begins here is at the path itself, and whether it is an element or member of what is there. */
  const isAtPath = (): boolean => around.length === within.length && isWithin(within.length)
  const isBelowPath = (): boolean =>
    around.length === within.length + 1 && isWithin(within.length) && (around.at(-1)!.isList || object !== 'itself')
  const isRowBegin = (): boolean => (isAtPath() ? object !== 'members' : isBelowPath())
  /** Rows are objects: other values at their place are passed over. */
  let depthOfRow = 0
  let found = 0

  function* rowsIn(part: string): Generator<FoundRow> {
    let from = row ? 0 : -1
    let textFrom = text && inString ? 0 : -1
    const closeRow = (end: number): FoundRow => {
      const { parts, key } = row!
      parts.push(part.slice(from, end))
      row = undefined
      from = -1
      found++
      return { text: parts.join(''), ...(key === undefined ? {} : { key }) }
    }
    /** The first value in an object at the path begins: a row, or of a row. */
    const decide = (isRow: boolean): void => {
      awaited = undefined
      if (!isRow) return
      row = undefined
      from = -1
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
          if (awaited === 'value') decide(false)
          if (row === undefined || awaited) {
            text = []
            textFrom = at + 1
          }
          break
        case colon:
          if ((row === undefined || awaited) && around.length > 0 && text) {
            around.at(-1)!.name = nameOf(text.join(''))
            if (awaited) awaited = 'value'
            text = undefined
          }
          break
        case openBrace:
        case openBracket:
          if (awaited === 'value') decide(code === openBrace)
          if (row === undefined && code === openBrace && isRowBegin()) {
            const holder = around.at(-1)
            if (isAtPath() && object === 'either') awaited = 'name'
            row = { parts: [], length: 0, ...(isAtPath() || holder?.isList !== false ? {} : { key: holder.name }) }
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
          // an object at the path that is empty has no rows
          if (awaited) decide(true)
          if (row && around.length === depthOfRow) yield closeRow(at + 1)
          text = undefined
          break
        case comma:
          text = undefined
          break
        default:
          if (awaited === 'value' && !isBlank(code)) decide(false)
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

/** A number whose text JavaScript would not give back: zeros at its end, an exponent, more digits than fit, minus zero. */
const mayChange = /[:,[\s](?:-0|-?(?:\d+\.\d*0|0\.0{6}\d*|\d[\d.]{15,}|[\d.]+[eE][-+]?\d+))(?=[\s,}\]])/

/** The reviver of JSON.parse gets the text of a value (ECMAScript 2025). */
type Reviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown }
const parseWith = JSON.parse as (text: string, reviver: Reviver) => unknown

/** Keeps numbers as they are written: 19.90, 1e3, 9007199254740993. */
const literal: Reviver = (_, value, { source }) =>
  typeof value === 'number' && source !== undefined && String(value) !== source ? rawJSON(source) : value

type Sent = Readonly<Record<string, unknown>>
/** The values of a row; `key`: its name in the object that has it as a member. */
export type JsonRow = { readonly values: Sent; readonly key?: string }

/** A row from its text; numbers that JavaScript would change are raw JSON. `at` counts rows from 1. */
export const parsedRow = ({ text, ...named }: FoundRow, at: number): JsonRow => {
  try {
    return { ...named, values: (mayChange.test(text) ? parseWith(text, literal) : JSON.parse(text)) as Sent }
  } catch (error) {
    throw new Unreadable(
      'malformed-json',
      `Row ${at} is not JSON: ${error instanceof Error ? error.message.slice(0, 200) : ''}.`,
    )
  }
}

/**
 * The rows of a JSON document at a place, part by part; each part must be read before the next. `endsEarly` is called when
 * the document ends in the middle; by default that is refused. Throws Unreadable.
 */
export async function* jsonRows(
  text: AsyncIterable<string>,
  place: JsonPlace,
  endsEarly: (where: string) => void = ended,
): AsyncGenerator<Iterable<JsonRow>> {
  const find = rowFinder(place)
  let at = 0
  function* parsed(part: string): Generator<JsonRow> {
    for (const row of find.rowsIn(part)) yield parsedRow(row, ++at)
  }
  for await (const part of text) yield parsed(part)
  if (!find.isWhole()) endsEarly(find.found() === 0 ? '' : ` after row ${find.found()}`)
}

const ended = (where: string): never => {
  throw new Unreadable(
    'malformed-json',
    `The JSON ends in the middle: a brace, bracket or quote${where} is not closed.`,
  )
}
