import { matcherOf } from '../engine/read/criteria.ts'
import type { Row } from '../engine/rows/frames.ts'
import type { Page, Query, Where } from '../ports/read-models.ts'
import type { RowFile } from './row-file.ts'

/** A row as items of lists show it: column to value. */
export type RowItem = Readonly<Record<string, string>>
type Numbered = { readonly number: number; readonly row: Row }

export const itemOf = (columns: readonly string[], row: Row): RowItem =>
  Object.fromEntries(columns.map((column, i) => [column, row[i] ?? '']))

/** Whether rows match criteria. A row is tried as it is: an item of each would cost more than all else of a search. */
const matcherOfRows = (columns: readonly string[], where: Where | undefined): ((row: Row) => boolean) => {
  if (where === undefined) return () => true
  const places = new Map(columns.map((column, place) => [column, place]))
  return matcherOf<Row>(where, ([column = '', ...deeper]) => {
    const place = deeper.length === 0 ? places.get(column) : undefined
    return place === undefined ? () => null : row => row[place] ?? ''
  })
}

/** What one page may cost: rows and their cells that are looked at for a filter, and characters of the rows that it shows. */
const most = { looked: 100_000, cells: 5_000_000, characters: 4_194_304 }

/** What a search needs of a row file. */
type Searched = Pick<RowFile, 'columns' | 'rows' | 'read'>

async function* upwards(file: Searched, from: number, atOnce: number): AsyncGenerator<Numbered> {
  for (let number = from; number < file.rows; ) {
    for (const row of await file.read(number, atOnce)) yield { number: number++, row }
  }
}

async function* downwards(file: Searched, to: number, atOnce: number): AsyncGenerator<Numbered> {
  for (let end = to; end > 0; ) {
    const begin = Math.max(0, end - atOnce)
    const part: Numbered[] = []
    for await (const one of upwards(file, begin, end - begin)) {
      if (one.number === end) break
      part.push(one)
    }
    yield* part.reverse()
    end = begin
  }
}

type Shown = { readonly number: number; readonly json: string }
type Wanted = {
  readonly where: Where | undefined
  readonly limit: number
  readonly skip: number
  readonly gone: AbortSignal | undefined
}
/** Rows that match, in the order in which they were looked at, and the first row that was looked at after those to skip, and the last one. */
type Found = { readonly shown: readonly Shown[]; readonly first?: number; readonly last?: number }

const find = async (
  rows: AsyncIterable<Numbered>,
  columns: readonly string[],
  { where, limit, skip, gone }: Wanted,
): Promise<Found> => {
  const shown: Shown[] = []
  let first: number | undefined
  let last: number | undefined
  let looked = 0
  let characters = 0
  let toSkip = skip
  const matches = matcherOfRows(columns, where)
  const mostLooked = Math.min(most.looked, Math.ceil(most.cells / Math.max(1, columns.length)))
  for await (const { number, row } of rows) {
    first ??= number
    last = number
    const isMatch = matches(row)
    if (isMatch && toSkip-- > 0) {
      // it is before the page
      first = undefined
    } else if (isMatch) {
      const json = JSON.stringify(itemOf(columns, row))
      shown.push({ number, json })
      characters += json.length
    }
    if (shown.length === limit || (where !== undefined && ++looked === mostLooked)) break
    if (characters >= most.characters || gone?.aborted) break
  }
  return { shown, ...(last === undefined ? {} : { first: first ?? last + 1, last }) }
}

const keyOf = (number: number) => ({ value: number, id: '' })

/**
 * A page of a row set, in the order of its rows. With a filter it looks at 100,000 rows and 5,000,000 cells at most, and shows at most 4 MiB:
 * it may be short or empty, and its `next` goes on from there. Matches are not counted. When `gone` aborts nobody reads it, and it ends early.
 */
export const pageOfRows = async (
  file: Searched,
  { where, limit, offset = 0, after, before }: Query,
  gone?: AbortSignal,
): Promise<Page> => {
  const atOnce = where === undefined ? limit : 1_000
  const back = before !== undefined && after === undefined
  const begin = after ? Number(after.value) + 1 : where === undefined ? offset : 0
  const rows = back
    ? downwards(file, typeof before.value === 'number' ? before.value : file.rows, atOnce)
    : upwards(file, begin, atOnce)
  const skip = where !== undefined && !after && !back ? offset : 0
  const { shown, first, last } = await find(rows, file.columns, { where, limit, skip, gone })
  const [low, high] = back ? [last, first] : [first, last]
  const ordered = back ? shown.toReversed() : shown
  return {
    documents: ordered.map(({ number, json }) => ({ id: String(number), json, position: 0n })),
    count: 0,
    ...(low === undefined || high === undefined ? {} : { first: keyOf(low), last: keyOf(high) }),
    hasPrevious: low === undefined ? begin > 0 && file.rows > 0 : low > 0,
    hasNext: high !== undefined && high < file.rows - 1,
  }
}
