import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FeedConfig, FeedLimits } from '../../domain/asset-sources/feed-format.ts'
import { productsOfRows } from '../../domain/asset-sources/products-of-rows.ts'
import { mostCellBytes } from '../../domain/asset-sources/row-set.ts'
import { because, count } from '../../domain/shared/wording.ts'
import type { Row } from '../../engine/rows/frames.ts'
import { rowFileOf } from '../../engine/rows/row-file-of.ts'
import type { FeedFile, ParsedFeed, RowFault } from '../../ports/feed-parser.ts'
import { type Cells, cellAt } from './column-list.ts'
import { columnsOf, isTooLong } from './columns-of.ts'
import { openCustomCode } from './custom-code.ts'
import type { FeedRow } from './feed.ts'
import { invalidBytes } from './invalid-bytes.ts'
import { keySet } from './key-set.ts'
import { openFeed } from './open-feed.ts'
import { transforming } from './transforming.ts'
import { Unreadable } from './unreadable.ts'

/** Whether a row loses nothing by a fault. */
const isHarmless = ({ code }: RowFault): boolean => code === 'too-few-cells'

/** Counts faults, and keeps the first hundred. */
const faultList = () => {
  const first: RowFault[] = []
  const ragged = { rows: 0, detail: '' }
  const broken = { rows: 0, detail: '' }
  let faultyRows = 0
  let last = 0
  const noteIn = (notes: typeof ragged, { detail }: RowFault): void => {
    if (notes.rows++ === 0) notes.detail = detail
  }
  return {
    first,
    add(fault: RowFault): void {
      const isSame = fault.line === undefined && fault.row === last
      if (!isSame && !isHarmless(fault)) faultyRows++
      if (fault.code === 'malformed-row') noteIn(broken, fault)
      if (fault.code === 'too-few-cells' || fault.code === 'too-many-cells') noteIn(ragged, fault)
      if (!isHarmless(fault)) last = fault.row
      if (first.length < 100) first.push(fault)
    },
    count: () => faultyRows,
    /** What the faults are, in sentences. */
    warnings: (): readonly string[] => [
      ...(ragged.rows === 0
        ? []
        : [
            `${count(ragged.rows, 'row has', 'rows have')} another number of cells than the header. The first one ${ragged.detail}.`,
          ]),
      ...(broken.rows === 0
        ? []
        : [`${count(broken.rows, 'row was', 'rows were')} left out for a quote. ${broken.detail}.`]),
    ],
  }
}

/** The first of these columns, for a message. */
const firstOf = (columns: readonly string[]): string =>
  columns.slice(0, 10).join(', ') + (columns.length > 10 ? ', …' : '')

export type ParseOptions = {
  readonly out: string
  readonly keyColumn: string
  readonly variantColumn?: string | undefined
  readonly named?: readonly string[] | undefined
  readonly columns?: readonly string[] | undefined
  readonly limits: FeedLimits
  readonly onRows: (rows: number) => void
}

/**
 * Reads all rows of a feed into a row file. Rows without a key, and later rows with the key and variant of an earlier one, are left out
 * and counted as faults. Throws Unreadable if the feed cannot be read, has no rows, or lacks the key column or a wanted one.
 */
export const parseFeed = async (
  file: FeedFile,
  { out, keyColumn, variantColumn, named = [], columns: wanted, limits, onRows }: ParseOptions,
): Promise<ParsedFeed> => {
  const { customCode } = file.format
  const code = customCode ? await openCustomCode(customCode) : undefined
  const faults = faultList()
  // custom code makes the columns that the source names
  const expected = code ? [] : [keyColumn, ...(variantColumn ? [variantColumn] : []), ...named, ...(wanted ?? [])]
  const feed = await openFeed(file, { mostBytes: limits.mostBytes, named: expected })
  const { columns, missing, placed } = columnsOf(wanted)
  const invalid = invalidBytes(feed)
  const transformed = transforming(feed.columns, code, limits.mostRows, faults.add, invalid.see)
  const cellIn = (cells: Cells, column: string): string => cellAt(cells, transformed.columns.placeOf(column))
  const seen = keySet()
  const products = productsOfRows(columns, keyColumn)
  /** The column with the key or the variant of a row that is longer than a cell may be: without it the row would be another one. */
  const tooLongIn = (cells: Cells): string | undefined =>
    [keyColumn, ...(variantColumn ? [variantColumn] : [])].find(column => isTooLong(cellIn(cells, column)))
  const keyOf = (cells: Cells, key: string): string =>
    variantColumn ? `${key}\u0000${cellIn(cells, variantColumn)}` : key
  /** The rows of a part that are written. */
  function* kept(part: Iterable<FeedRow>): Generator<Row> {
    for (const { row, cells } of transformed.rows(part)) {
      const key = cellIn(cells, keyColumn)
      if (key === '') {
        faults.add({ row, code: 'key-missing', detail: `has no ${keyColumn}, and was left out` })
        continue
      }
      const tooLong = tooLongIn(cells)
      if (tooLong !== undefined) {
        const detail = `has more than ${mostCellBytes} bytes in ${tooLong}, and was left out`
        faults.add({ row, code: 'cell-too-large', detail })
        continue
      }
      if (!seen.add(keyOf(cells, key))) {
        faults.add({ row, code: 'key-repeated', detail: `has the key of an earlier row, and was left out` })
        continue
      }
      yield placed(transformed.columns, cells, row, faults.add)
    }
  }
  const whyNoRows = (): string => {
    const { read, made } = transformed.counted()
    const [first] = faults.first
    if (read === 0) return noRowsIn(feed.config)
    if (made === 0)
      return `The custom code made no row of the ${read} that were read${because(first && `row ${first.row}: ${first.detail}`)}`
    const none = `The feed has no row with a value in ${keyColumn}.`
    const { names, placeOf } = transformed.columns
    if (names.length > 0 && placeOf(keyColumn) === undefined)
      return `${none} No column that is read has this name. Those that are read: ${firstOf(names)}.`
    if (first === undefined) return none
    return first.line === undefined ? `${none} Row ${first.row} ${first.detail}.` : `${none} ${first.detail}.`
  }
  async function* rows(): AsyncGenerator<Row> {
    let written = 0
    for await (const part of feed.rows()) {
      feed.broken().forEach(faults.add)
      for (const row of kept(part)) {
        products.add(row)
        yield row
        if (++written % 1_000 === 0) onRows(written)
      }
    }
    feed.broken().forEach(faults.add)
    warnings.push(...invalid.warnings(transformed.counted().read, written > 0))
    const instead = feed.difference()
    const hint = instead === undefined ? '' : ` ${instead}`
    if (written > 0 && missing.size > 0)
      throw new Unreadable('columns-missing', `The feed has no column ${firstOf([...missing])}.${hint}`)
    if (written > 0) return
    throw new Unreadable('no-rows', `${whyNoRows()}${hint}`)
  }
  const warnings: string[] = []
  const written = { rows: 0, digest: '' }
  await pipeline(Readable.from(rowFileOf(columns, rows(), written), { objectMode: false }), createWriteStream(out))
  return {
    file: out,
    set: { ...written, columns, ...products.hashed() },
    faults: faults.first,
    faultyRows: faults.count(),
    warnings: [...warnings, ...faults.warnings(), ...feed.warnings()],
    understood: feed.understood,
  }
}

/** Says that a feed has no rows, and where they should be. */
const noRowsIn = ({ rowXPath = '/' }: FeedConfig): string =>
  rowXPath === '/' ? 'The feed has no rows.' : `The feed has no rows: there are none at ${rowXPath}.`
