import type { FeedConfig, FeedFormat } from '../../domain/asset-sources/feed-format.ts'
import { mostFeedBytes } from '../../domain/asset-sources/feed-format.ts'
import { type Cells, type ColumnList, cellsOf, columnList } from './column-list.ts'
import { csvColumnsOf } from './csv-columns.ts'
import { csvRows } from './csv-rows.ts'
import { columnOf, type Values, valuesOf } from './flat.ts'
import { freeNames } from './free-names.ts'
import { jsonRows } from './json-rows.ts'
import { placeOf, shapeOf } from './json-shape.ts'
import { afterFirst, withBeginning } from './parts.ts'
import { textOfFile } from './text-of-file.ts'
import { Unreadable } from './unreadable.ts'
import { rowPathIn, xmlRows } from './xml-rows.ts'

/** A row. `tooMany`: cells beyond the header, which were left out. */
export type FeedRow = { readonly cells: Cells; readonly tooMany?: number }

export type Feed = {
  /** The configuration with what was found out. */
  readonly config: FeedConfig
  /** Of its rows; may grow with each of them. */
  readonly columns: ColumnList
  /** The rows part by part; each part must be read before the next. */
  rows(): AsyncGenerator<Iterable<FeedRow>>
}

/** Columns for paths, as they appear: the configured names, else made of the path; never two of one name. */
const columnsOfPaths = (configured: Readonly<Record<string, string>> = {}) => {
  const columns = columnList(Object.keys(configured))
  const byPath = new Map(Object.values(configured).map((path, at) => [path, at]))
  const isConfigured = byPath.size > 0
  const freeName = freeNames(name => columns.placeOf(name) !== undefined)
  return {
    columns,
    /** The path of each column, as a configuration has it. */
    xpathMap: () => Object.fromEntries([...byPath].map(([path, at]) => [columns.names[at]!, path])),
    /** The place of a path's column. Undefined: the path is not among the configured ones. */
    placeOf(path: string): number | undefined {
      const known = byPath.get(path)
      if (known !== undefined || isConfigured) return known
      const at = columns.add(freeName(columnOf(path)))
      byPath.set(path, at)
      return at
    },
  }
}
type PathColumns = ReturnType<typeof columnsOfPaths>

const rowOfValues = (values: Values, { placeOf }: PathColumns): FeedRow => ({ cells: cellsOf(values, placeOf) })

/** The rows of parts in which each row is something else. */
async function* mapped<A>(parts: AsyncIterable<Iterable<A>>, rowOf: (one: A) => FeedRow) {
  function* rows(part: Iterable<A>): Generator<FeedRow> {
    for (const one of part) yield rowOf(one)
  }
  for await (const part of parts) yield rows(part)
}

const csvFeed = async (text: AsyncGenerator<string>, format: FeedFormat, config: FeedConfig): Promise<Feed> => {
  const parts = csvRows(text, format.csvSeparator ?? 'auto')
  let part = await parts.next()
  while (!part.done && part.value.length === 0) part = await parts.next()
  const [first] = part.value ?? []
  if (part.done || first === undefined) throw new Unreadable('empty-feed', 'The feed has no rows.')
  const columns = csvColumnsOf(first, format, config)
  const numbers = [...columns.values()]
  const widest = numbers.reduce((most, at) => Math.max(most, at), first.length)
  const width = widest + (format.firstRowIsHeader === false ? 1_000_000 : 0)
  const places = numbers.map((_, at) => at)
  const rowOf = (sent: readonly string[]): FeedRow => {
    const cells = { places, texts: numbers.map(at => sent[at] ?? '') }
    return sent.length > width ? { cells, tooMany: sent.length - width } : { cells }
  }
  const own = part.value
  return {
    config: { ...config, csvColumns: Object.fromEntries(columns) },
    columns: columnList(columns.keys()),
    async *rows() {
      if (format.firstRowIsHeader === false) yield [rowOf(first)]
      yield* mapped(afterFirst(own, parts), rowOf)
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
  const paths = columnsOfPaths(config.xpathMap)
  if (contentType === 'xml') {
    const rowXPath = config.rowXPath ?? rowPathIn(beginning)
    if (rowXPath === undefined) {
      await whole.return(undefined)
      throw new Unreadable('no-rows', 'The XML has no element with elements or attributes that could be a row.')
    }
    return {
      get config() {
        return { ...config, rowXPath, xpathMap: paths.xpathMap() }
      },
      columns: paths.columns,
      rows: () => mapped(xmlRows(text, rowXPath), values => rowOfValues(values, paths)),
    }
  }
  const isKnown =
    config.rootIsArray !== undefined || config.oneRowPerObject !== undefined || config.rowXPath !== undefined
  const shape = isKnown ? config : { ...config, ...shapeOf(beginning) }
  return {
    get config() {
      return { ...shape, xpathMap: paths.xpathMap() }
    },
    columns: paths.columns,
    rows: () => mapped(jsonRows(text, placeOf(shape)), object => rowOfValues(valuesOf(object), paths)),
  }
}
