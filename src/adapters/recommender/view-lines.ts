import { parsedWhole } from '../../domain/shared/whole-numbers.ts'
import { csvLayoutOf } from '../feeds/csv-layout.ts'
import { type CsvRecord, csvRecords } from '../feeds/csv-records.ts'
import { Unreadable } from '../feeds/unreadable.ts'

/** A view event as a line has it; a text is undefined if the line lacks it. */
export type ViewLine = {
  readonly line: number
  readonly cookie?: string | undefined
  readonly cookieGroup?: string | undefined
  readonly key?: string | undefined
}
/** A line that is none. */
type Broken = { readonly line: number; readonly broken: string }

const mostLine = 65_536
const members = ['cookie', 'cookieGroup', 'key'] as const

/** The lines of a text; one that is too long is given as undefined. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string | undefined> {
  let rest = ''
  let isTooLong = false
  for await (const part of text) {
    const lines = part.split('\n')
    const last = lines.pop() ?? ''
    for (const [n, line] of lines.entries()) {
      const whole = n === 0 ? rest + line : line
      yield (n === 0 && isTooLong) || whole.length > mostLine ? undefined : whole
    }
    if (lines.length > 0) {
      rest = last
      isTooLong = false
    } else if (!isTooLong) rest += last
    if (rest.length > mostLine) {
      rest = ''
      isTooLong = true
    }
  }
  if (isTooLong) yield undefined
  else if (rest !== '') yield rest
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined

const parsed = (line: number, text: string | undefined): ViewLine | Broken => {
  if (text === undefined) return { line, broken: `has more than ${mostLine} characters` }
  try {
    const value = parsedWhole(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { line, broken: 'is no object' }
    const [cookie, cookieGroup, key] = members.map(name => textOf(Reflect.get(value, name)))
    return { line, cookie, cookieGroup, key }
  } catch {
    return { line, broken: 'is no JSON' }
  }
}

async function* ndjson(text: AsyncIterable<string>): AsyncGenerator<ViewLine | Broken> {
  let line = 0
  for await (const own of linesOf(text)) {
    line++
    if (own === undefined || own.trim() !== '') yield parsed(line, own)
  }
}

/** Where a header has the members of a view event. */
const placesIn = (header: readonly string[]): readonly number[] => {
  const names = header.map(name => name.trim().toLowerCase())
  const places = members.map(name => names.indexOf(name.toLowerCase()))
  if (places[0]! < 0 || places[2]! < 0)
    throw new Unreadable('columns-missing', 'The first line must name the columns cookie and key.')
  return places
}

async function* csv(beginning: string, text: AsyncIterable<string>): AsyncGenerator<ViewLine | Broken> {
  const options = { hasHeader: true, named: ['cookie', 'key'] }
  const { separator } = csvLayoutOf(beginning, false, options)
  const reader = csvRecords(separator)
  let places: readonly number[] | undefined
  let line = 0
  function* viewsIn(records: readonly CsvRecord[]): Generator<ViewLine | Broken> {
    for (const { cells } of records) {
      if (cells.every(cell => cell === '')) continue
      line++
      if (places === undefined) {
        places = placesIn(cells)
        continue
      }
      const [cookie, cookieGroup, key] = places.map(at => cells[at])
      yield { line, cookie, cookieGroup, key }
    }
    for (const { line: at, detail } of reader.broken()) yield { line: at, broken: detail }
  }
  for await (const part of text) yield* viewsIn(reader.write(part))
  yield* viewsIn(reader.end().records)
}

/** The view events of a text: NDJSON if it begins with a brace, else CSV with a header. Throws Unreadable. */
export async function* viewLines(text: AsyncIterable<string>): AsyncGenerator<ViewLine | Broken> {
  const parts = text[Symbol.asyncIterator]()
  let beginning = ''
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    beginning += next.value
    if (beginning.trimStart() !== '') break
    beginning = ''
  }
  async function* all() {
    yield beginning
    for (let next = await parts.next(); !next.done; next = await parts.next()) yield next.value
  }
  yield* beginning.trimStart().startsWith('{') ? ndjson(all()) : csv(beginning, all())
}
