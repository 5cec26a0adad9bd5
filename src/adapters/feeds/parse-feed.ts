import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { mostFeedRows } from '../../domain/asset-sources/feed-format.ts'
import { mostCellBytes, mostColumns } from '../../domain/asset-sources/row-set.ts'
import type { Row } from '../../engine/rows/frames.ts'
import { rowFileOf } from '../../engine/rows/row-file-of.ts'
import type { FeedFile, ParsedFeed, RowFault } from '../../ports/feed-parser.ts'
import { type CustomCode, openCustomCode } from './custom-code.ts'
import type { FeedRow } from './feed-rows.ts'
import { openFeed } from './feed-rows.ts'
import { columnOf, valuesOf } from './flat.ts'
import { Unreadable } from './unreadable.ts'

type Cells = Readonly<Record<string, string>>

/** Rows that custom code makes, each with the number of the row of the feed that it comes from. */
async function* transformed(
  rows: AsyncIterable<FeedRow>,
  code: CustomCode | undefined,
  faulty: (fault: RowFault) => void,
) {
  let row = 0
  for await (const { cells, tooMany } of rows) {
    row++
    if (row > mostFeedRows) throw new Unreadable('too-many-rows', `The feed has more than ${mostFeedRows} rows.`)
    if (tooMany !== undefined)
      faulty({
        row,
        code: 'too-many-cells',
        detail: `has ${tooMany} more cells than there are columns; they were left out`,
      })
    if (code === undefined) {
      yield { row, cells }
      continue
    }
    const made = code.transform(cells)
    if ('fault' in made) faulty({ row, code: 'custom-code-failed', detail: made.fault })
    else for (const one of made.rows) yield { row, cells: cellsOf(one) }
  }
}

const cellsOf = (made: Readonly<Record<string, unknown>>): Cells =>
  Object.fromEntries([...valuesOf(made)].map(([path, text]) => [columnOf(path), text]))

/** Counts faults, and keeps the first hundred. */
const faultList = () => {
  const first: RowFault[] = []
  const rows = new Set<number>()
  let faultyRows = 0
  let last = 0
  return {
    first,
    rows,
    add(fault: RowFault): void {
      if (fault.row !== last) faultyRows++
      last = fault.row
      if (first.length < 100) first.push(fault)
    },
    count: () => faultyRows,
  }
}

/** The cells of a row in the order of the columns, which may grow by it; undefined if it has no key. */
const placed = (
  columns: string[],
  places: Map<string, number>,
  cells: Cells,
  row: number,
  faulty: (fault: RowFault) => void,
): Row => {
  const own: string[] = []
  for (const name of Object.keys(cells)) {
    let at = places.get(name)
    if (at === undefined) {
      if (columns.length === mostColumns)
        throw new Unreadable('too-many-columns', `The feed has more than ${mostColumns} columns.`)
      at = columns.push(name) - 1
      places.set(name, at)
    }
    const cell = cells[name]!
    const isTooLong =
      cell.length > mostCellBytes || (cell.length > mostCellBytes / 4 && Buffer.byteLength(cell) > mostCellBytes)
    if (isTooLong)
      faulty({
        row,
        code: 'cell-too-large',
        detail: `${name} has more than ${mostCellBytes} bytes, and was left empty`,
      })
    own[at] = isTooLong ? '' : cell
  }
  return Array.from(own, cell => cell ?? '')
}

export type ParseOptions = {
  readonly out: string
  readonly keyColumn: string
  readonly variantColumn?: string | undefined
  readonly onRows: (rows: number) => void
}

/**
 * Reads all rows of a feed into a row file. Rows without a key, and later rows with the key and variant of an earlier one, are left out
 * and counted as faults. Throws Unreadable if the feed cannot be read, has no rows, or lacks the key column.
 */
export const parseFeed = async (
  { path, format, config }: FeedFile,
  { out, keyColumn, variantColumn, onRows }: ParseOptions,
): Promise<ParsedFeed> => {
  const code = format.customCode ? await openCustomCode(format.customCode) : undefined
  const faults = faultList()
  const feed = await openFeed(path, format, config, false)
  const columns: string[] = []
  const places = new Map<string, number>()
  /** Keys are kept as hashes: five million of them have to fit. */
  const seen = new Set<string>()
  const identityOf = (cells: Cells): string =>
    variantColumn ? `${cells[keyColumn]}\u0000${cells[variantColumn] ?? ''}` : cells[keyColumn]!
  async function* rows(): AsyncGenerator<Row> {
    let written = 0
    for await (const { row, cells } of transformed(feed.rows(), code, faults.add)) {
      if (!cells[keyColumn]) {
        faults.add({ row, code: 'key-missing', detail: `has no ${keyColumn}, and was left out` })
        continue
      }
      const identity = identityOf(cells)
      if (seen.has(identity)) {
        faults.add({ row, code: 'key-repeated', detail: `has the key of an earlier row, and was left out` })
        continue
      }
      seen.add(identity)
      yield placed(columns, places, cells, row, faults.add)
      if (++written % 1_000 === 0) onRows(written)
    }
    if (written > 0) return
    const why = faults.first[0] ? ` Row ${faults.first[0].row} ${faults.first[0].detail}.` : ''
    throw new Unreadable('no-rows', `The feed has no row with a value in ${keyColumn}.${why}`)
  }
  const written = { rows: 0, digest: '' }
  try {
    await pipeline(Readable.from(rowFileOf(columns, rows(), written), { objectMode: false }), createWriteStream(out))
  } finally {
    code?.close()
  }
  return { file: out, set: { ...written, columns }, faults: faults.first, faultyRows: faults.count() }
}
