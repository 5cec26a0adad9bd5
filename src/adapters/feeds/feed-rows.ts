import type { FeedConfig, FeedFormat } from '../../domain/asset-sources/feed-format.ts'
import { mostFeedBytes } from '../../domain/asset-sources/feed-format.ts'
import { csvRows } from './csv-rows.ts'
import { columnOf, type Values, valuesOf } from './flat.ts'
import { jsonRows } from './json-rows.ts'
import { placeOf, shapeOf } from './json-shape.ts'
import { textOfFile } from './text-of-file.ts'
import { Unreadable } from './unreadable.ts'
import { rowPathIn, xmlRows } from './xml-rows.ts'

/** A row by column. `tooMany`: cells beyond the header, which were left out. */
export type FeedRow = { readonly cells: Readonly<Record<string, string>>; readonly tooMany?: number }

export type Feed = {
  /** The configuration with what was found out. */
  readonly config: FeedConfig
  rows(): AsyncGenerator<FeedRow>
}

const enough = 262_144

/** The text with a copy of its beginning. */
const withBeginning = async (text: AsyncGenerator<string>) => {
  const parts: string[] = []
  let length = 0
  while (length < enough) {
    const next = await text.next()
    if (next.done) break
    parts.push(next.value)
    length += next.value.length
  }
  async function* all(): AsyncGenerator<string> {
    yield* parts
    yield* text
  }
  return { beginning: parts.join('').slice(0, enough), text: all() }
}

/** Columns for paths, as they appear: the configured names, else made of the path; never two of one name. */
const columnNames = (configured: Readonly<Record<string, string>> = {}) => {
  const byPath = new Map(Object.entries(configured).map(([column, path]) => [path, column]))
  const isConfigured = byPath.size > 0
  const taken = new Set(byPath.values())
  return {
    byPath,
    /** Undefined: the path is not among the configured ones. */
    columnFor(path: string): string | undefined {
      const known = byPath.get(path)
      if (known !== undefined || isConfigured) return known
      const wanted = columnOf(path)
      let column = wanted
      for (let n = 2; taken.has(column); n++) column = `${wanted}_${n}`.slice(-255)
      taken.add(column)
      byPath.set(path, column)
      return column
    },
  }
}

async function* named(rows: AsyncIterable<Values>, names: ReturnType<typeof columnNames>): AsyncGenerator<FeedRow> {
  for await (const values of rows) {
    const cells: Record<string, string> = Object.create(null)
    for (const [path, text] of values) {
      const column = names.columnFor(path)
      if (column !== undefined) cells[column] = text
    }
    yield { cells }
  }
}

async function* valuesIn(objects: AsyncIterable<Readonly<Record<string, unknown>>>): AsyncGenerator<Values> {
  for await (const object of objects) yield valuesOf(object)
}

const unique = (names: readonly string[]): readonly string[] => {
  const taken = new Set<string>()
  return names.map((name, at) => {
    const wanted = name.trim().slice(0, 250) || `column_${at + 1}`
    let own = wanted
    for (let n = 2; taken.has(own); n++) own = `${wanted}_${n}`
    taken.add(own)
    return own
  })
}

/** The columns of a CSV: number of the cell by name. */
const csvColumnsOf = (
  first: readonly string[],
  { firstRowIsHeader = true }: FeedFormat,
  { csvColumns }: FeedConfig,
): ReadonlyMap<string, number> => {
  if (csvColumns !== undefined && !Array.isArray(csvColumns)) return new Map(Object.entries(csvColumns))
  const names = unique(firstRowIsHeader ? first : first.map((_, at) => `column_${at + 1}`))
  return new Map(
    names.map((name, at) => [name, at] as const).filter(([, at]) => !csvColumns || csvColumns.includes(at)),
  )
}

const csvFeed = async (text: AsyncGenerator<string>, format: FeedFormat, config: FeedConfig): Promise<Feed> => {
  const rows = csvRows(text, format.csvSeparator ?? 'auto')
  const first = await rows.next()
  if (first.done) throw new Unreadable('empty-feed', 'The feed has no rows.')
  const columns = csvColumnsOf(first.value, format, config)
  const width = Math.max(first.value.length, ...columns.values()) + (format.firstRowIsHeader === false ? 1_000_000 : 0)
  const rowOf = (cells: readonly string[]): FeedRow => {
    const row: Record<string, string> = Object.create(null)
    for (const [name, at] of columns) row[name] = cells[at] ?? ''
    return { cells: row, ...(cells.length > width ? { tooMany: cells.length - width } : {}) }
  }
  return {
    config: { ...config, csvColumns: Object.fromEntries(columns) },
    async *rows() {
      if (format.firstRowIsHeader === false) yield rowOf(first.value as readonly string[])
      for await (const cells of rows) yield rowOf(cells)
    },
  }
}

/** Opens a feed in a file: where its rows and columns are is found out unless the configuration says it. Throws Unreadable. */
export const openFeed = async (
  path: string,
  format: FeedFormat,
  config: FeedConfig,
  { cut = false, mostBytes = mostFeedBytes }: { readonly cut?: boolean; readonly mostBytes?: number } = {},
): Promise<Feed> => {
  const { contentType, characterEncoding = 'UTF_8' } = format
  const whole = textOfFile(path, characterEncoding, { mostBytes, cut })
  if (contentType === 'csv') return csvFeed(whole, format, config)
  const { beginning, text } = await withBeginning(whole)
  const names = columnNames(config.xpathMap)
  if (contentType === 'xml') {
    const rowXPath = config.rowXPath ?? rowPathIn(beginning)
    if (rowXPath === undefined)
      throw new Unreadable('no-rows', 'The XML has no element with elements or attributes that could be a row.')
    return {
      get config() {
        return {
          ...config,
          rowXPath,
          xpathMap: Object.fromEntries([...names.byPath].map(([at, column]) => [column, at])),
        }
      },
      rows: () => named(xmlRows(text, rowXPath), names),
    }
  }
  const isKnown =
    config.rootIsArray !== undefined || config.oneRowPerObject !== undefined || config.rowXPath !== undefined
  const shape = isKnown ? config : { ...config, ...shapeOf(beginning) }
  return {
    get config() {
      return { ...shape, xpathMap: Object.fromEntries([...names.byPath].map(([at, column]) => [column, at])) }
    },
    rows: () => named(valuesIn(jsonRows(text, placeOf(shape))), names),
  }
}
