import type { FeedConfig } from '../../domain/asset-sources/feed-format.ts'
import { mostColumns } from '../../domain/asset-sources/row-set.ts'
import { count } from '../../domain/shared/wording.ts'
import type { FeedFile, FeedSample } from '../../ports/feed-parser.ts'
import { byColumn } from './column-list.ts'
import { openCustomCode } from './custom-code.ts'
import type { FeedRow } from './feed.ts'
import { columnOf, valuesOf } from './flat.ts'
import { invalidBytes } from './invalid-bytes.ts'
import { openFeed } from './open-feed.ts'
import { Unreadable } from './unreadable.ts'

/** Rows that are looked at; values of a column, and candidates with their columns, that are shown; characters of a value. */
const most = { rows: 200, values: 5, characters: 256, candidates: 10, columns: 50 }
/** What a row takes in memory besides its text, for each cell and for itself. */
const overhead = { cell: 32, row: 64 }
/** Bytes of rows that are read at once. */
const chunkBytes = 262_144

type Cells = Readonly<Record<string, string>>

const bytesOf = (cells: Cells): number =>
  Object.values(cells).reduce((sum, cell) => sum + overhead.cell + 2 * cell.length, overhead.row)

/**
 * Looks at the first rows of a feed: its configuration, values of each column, and what custom code makes of them. Throws Unreadable. `cut`: the
 * file is only the beginning of the feed, so its end may be in the middle of a row.
 */
export const sampleFeed = async (file: FeedFile, cut: boolean): Promise<FeedSample> => {
  const { format } = file
  const code = format.customCode ? await openCustomCode(format.customCode) : undefined
  const feed = await openFeed(file, { cut })
  const invalid = invalidBytes(feed)
  const logs: string[] = []
  const sample = new Map<string, string[]>()
  let rows = 0
  let bytes = 0
  const show = (cells: Cells): void => {
    bytes += bytesOf(cells)
    for (const [column, cell] of Object.entries(cells)) {
      const values = sample.get(column) ?? []
      if (values.length < most.values) values.push(cell.slice(0, most.characters))
      sample.set(column, values)
    }
  }
  const look = (cells: Cells): void => {
    const made = code?.transform(cells)
    if (made === undefined) show(cells)
    else if ('fault' in made) logs.push(`row ${rows}: ${made.fault}`)
    else
      for (const one of made.rows)
        show(Object.fromEntries([...valuesOf(one)].map(([at, text]) => [columnOf(at), text])))
  }
  /** Looks at the rows of a part; whether there is more to look for. */
  const lookAt = (part: Iterable<FeedRow>): boolean => {
    for (const row of part) {
      rows++
      invalid.see(row)
      if (rows <= most.rows) look(byColumn(feed.columns, row.cells))
      // how many rows have invalid bytes is known only when all were counted
      else if (!invalid.isSeen()) return false
    }
    return true
  }
  try {
    for await (const part of feed.rows()) if (!lookAt(part)) break
  } catch (error) {
    const isCutOff = cut && rows > 0 && error instanceof Unreadable && error.code !== 'custom-code-failed'
    if (!isCutOff) throw error
  }
  const warnings = invalid.warnings(rows, rows > 0)
  const broken = feed.broken().map(({ detail }) => `${detail}.`)
  if (rows === 0) throw new Unreadable('no-rows', [noRows(feed.config), ...broken.slice(0, 1)].join(' '))
  if (sample.size > mostColumns)
    throw new Unreadable('too-many-columns', `The feed has more than ${mostColumns} columns.`)
  const looked = Math.min(rows, most.rows)
  const memPerRow = Math.max(overhead.row, Math.ceil(bytes / looked))
  const { cdp } = format
  const nothing = code && sample.size === 0 ? [`the code made no row of ${count(looked, 'row')}`] : []
  return {
    config: {
      ...feed.config,
      memPerRow,
      estRowsPerChunk: Math.max(1, Math.floor(chunkBytes / memPerRow)),
      ...(cdp === undefined ? {} : { cdp }),
    },
    sample: Object.fromEntries(sample),
    cdpLogs: [...[...(code?.logs ?? []), ...logs].slice(0, 100 - nothing.length), ...nothing],
    candidates: feed.candidates
      .slice(0, most.candidates)
      .map(one => ({ ...one, columns: one.columns.slice(0, most.columns) })),
    warnings: [...warnings, ...broken.slice(0, most.values), ...feed.warnings()],
  }
}

const noRows = ({ rowXPath = '/' }: FeedConfig): string =>
  rowXPath === '/'
    ? 'No rows were found. Check contentType, and rowXPath if you set it.'
    : `No rows were found: there are none at ${rowXPath}.`
