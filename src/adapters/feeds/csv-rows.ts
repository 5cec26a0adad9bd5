import { finished } from 'node:stream/promises'
import { promisify } from 'node:util'
import { CsvError, parse } from 'csv-parse'
import type { csvSeparators } from '../../domain/asset-sources/feed-format.ts'
import { mostRowBytes } from '../../domain/asset-sources/row-set.ts'
import { Unreadable } from './unreadable.ts'

type Separator = (typeof csvSeparators)[number]
const characters = { comma: ',', tab: '\t', pipe: '|' } as const

/**
 * The separator that stands most often outside quotes in the first lines; a comma if there is none. Where the first line has semicolons and
 * none of the others, it is they: so spreadsheets write CSV where the comma is that of decimals.
 */
export const separatorIn = (beginning: string): string => {
  const counts = { ',': 0, '\t': 0, '|': 0 }
  let [quoted, isFirstLine, isBlank, semicolons] = [false, true, true, 0]
  const isAnyCounted = () => Object.values(counts).some(count => count > 0)
  for (let at = 0; at < beginning.length && at < 65_536; at++) {
    const character = beginning[at]!
    // lines before the first that has anything do not count
    isBlank &&= character.trim() === ''
    if (character === '"') quoted = !quoted
    else if (quoted) continue
    else if (Object.hasOwn(counts, character)) counts[character as ',']++
    else if (character === ';' && isFirstLine) semicolons++
    else if (/[\r\n]/.test(character) && isFirstLine) {
      if (semicolons > 0 && !isAnyCounted()) return ';'
      isFirstLine = isBlank
    }
  }
  if (isFirstLine && semicolons > 0 && !isAnyCounted()) return ';'
  const [most] = Object.entries(counts).sort(([, a], [, b]) => b - a)
  return most && most[1] > 0 ? most[0] : ','
}

const faults: Readonly<Record<string, (line: number) => string>> = {
  CSV_QUOTE_NOT_CLOSED: line => `A quoted field that begins before line ${line} is not closed.`,
  CSV_INVALID_CLOSING_QUOTE: line => `Line ${line} has a character after a closing quote.`,
  INVALID_OPENING_QUOTE: line =>
    `Line ${line} has a quote within a field that is not quoted; perhaps its separator or contentType is another one.`,
  CSV_MAX_RECORD_SIZE: line =>
    `The row at line ${line} is longer than ${mostRowBytes} bytes; perhaps a quote is not closed.`,
}

const unreadable = (error: unknown): unknown => {
  if (!(error instanceof CsvError)) return error
  const line = Number((error as { readonly lines?: number }).lines ?? 0)
  const detail = faults[error.code]?.(line) ?? `The CSV cannot be read at line ${line}.`
  return new Unreadable('malformed-csv', detail)
}

type Parser = ReturnType<typeof parse>

/** The rows that the parser has read so far. */
const readBy = (parser: Parser): string[][] => {
  const rows: string[][] = []
  for (let row = parser.read(); row !== null; row = parser.read()) rows.push(row)
  return rows
}

/** The rows of a part of the text. Some at a time cost half of what the parser costs as a stream of single rows. */
const rowsOfPart = async (parser: Parser, part: string): Promise<readonly string[][]> => {
  const written = promisify<string, void>(parser.write.bind(parser) as (part: string, done: Done) => unknown)(part)
  // a parser that is full goes on when its rows are taken
  const rows = readBy(parser)
  await written
  return [...rows, ...readBy(parser)]
}
type Done = (error?: Error | null) => void

/** The rows of a CSV as lists of cells, part by part; empty lines are none. Throws Unreadable. */
export async function* csvRows(
  text: AsyncIterable<string>,
  separator: Separator,
): AsyncGenerator<readonly (readonly string[])[]> {
  let parser: Parser | undefined
  try {
    for await (const part of text) {
      const delimiter = () => (separator === 'auto' ? separatorIn(part) : characters[separator])
      parser ??= parserOf(delimiter())
      yield await rowsOfPart(parser, part)
    }
    if (parser === undefined) return
    parser.end()
    const rows = readBy(parser)
    await finished(parser)
    yield rows
  } catch (error) {
    throw unreadable(error)
  } finally {
    parser?.destroy()
  }
}

const parserOf = (delimiter: string): Parser => {
  const parser = parse({ delimiter, relax_column_count: true, skip_empty_lines: true, max_record_size: mostRowBytes })
  // it is also that of the write or the end that fails
  return parser.on('error', () => undefined)
}
