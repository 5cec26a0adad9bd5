import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import type { csvSeparators } from '../../domain/asset-sources/feed-format.ts'
import { mostRowBytes } from '../../domain/asset-sources/row-set.ts'
import { Unreadable } from './unreadable.ts'

type Separator = (typeof csvSeparators)[number]
const characters = { comma: ',', tab: '\t', pipe: '|' } as const

/** The separator that stands most often outside quotes in the first lines; a comma if there is none. */
export const separatorIn = (beginning: string): string => {
  const counts = { ',': 0, '\t': 0, '|': 0 }
  let quoted = false
  for (let at = 0; at < beginning.length && at < 65_536; at++) {
    const character = beginning[at]!
    if (character === '"') quoted = !quoted
    else if (!quoted && Object.hasOwn(counts, character)) counts[character as ',']++
  }
  const [most] = Object.entries(counts).sort(([, a], [, b]) => b - a)
  return most && most[1] > 0 ? most[0] : ','
}

const faults: Readonly<Record<string, (line: number) => string>> = {
  CSV_QUOTE_NOT_CLOSED: line => `A quoted field that begins before line ${line} is not closed.`,
  CSV_INVALID_CLOSING_QUOTE: line => `Line ${line} has a character after a closing quote.`,
  INVALID_OPENING_QUOTE: line => `Line ${line} has a quote within a field that is not quoted.`,
  CSV_MAX_RECORD_SIZE: line =>
    `The row at line ${line} is longer than ${mostRowBytes} bytes; perhaps a quote is not closed.`,
}

const unreadable = (error: unknown): unknown => {
  if (!(error instanceof CsvError)) return error
  const line = Number((error as { readonly lines?: number }).lines ?? 0)
  const detail = faults[error.code]?.(line) ?? `The CSV cannot be read at line ${line}.`
  return new Unreadable('malformed-csv', detail)
}

/** The rows of a CSV as lists of cells; empty lines are none. Throws Unreadable. */
export async function* csvRows(text: AsyncIterable<string>, separator: Separator): AsyncGenerator<readonly string[]> {
  const parts = text[Symbol.asyncIterator]()
  const first = await parts.next()
  if (first.done) return
  async function* all() {
    yield first.value as string
    for (let next = await parts.next(); !next.done; next = await parts.next()) yield next.value
  }
  const delimiter = separator === 'auto' ? separatorIn(first.value) : characters[separator]
  const parser = parse({ delimiter, relax_column_count: true, skip_empty_lines: true, max_record_size: mostRowBytes })
  const source = Readable.from(all(), { objectMode: true })
  source.on('error', error => parser.destroy(error))
  try {
    yield* source.pipe(parser)
  } catch (error) {
    throw unreadable(error)
  } finally {
    source.destroy()
  }
}
