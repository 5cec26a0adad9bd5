import { mostColumns } from '../../domain/asset-sources/row-set.ts'
import { count } from '../../domain/shared/wording.ts'
import type { FeedFile, FeedSample } from '../../ports/feed-parser.ts'
import { byColumn } from './column-list.ts'
import { openCustomCode } from './custom-code.ts'
import { type Feed, openFeed } from './feed-rows.ts'
import { columnOf, valuesOf } from './flat.ts'
import { Unreadable } from './unreadable.ts'

/** Rows that are looked at, values of a column that are shown, and characters of each. */
const most = { rows: 200, values: 5, characters: 256 }
/** What a row takes in memory besides its text, for each cell and for itself. */
const overhead = { cell: 32, row: 64 }
/** Bytes of rows that are read at once. */
const chunkBytes = 262_144

type Cells = Readonly<Record<string, string>>

const bytesOf = (cells: Cells): number =>
  Object.values(cells).reduce((sum, cell) => sum + overhead.cell + 2 * cell.length, overhead.row)

async function* rowsOf({ columns, rows }: Feed): AsyncGenerator<Cells> {
  for await (const part of rows()) for (const { cells } of part) yield byColumn(columns, cells)
}

/**
 * Looks at the first rows of a feed: its configuration, values of each column, and what custom code makes of them. Throws Unreadable. `cut`: the
 * file is only the beginning of the feed, so its end may be in the middle of a row.
 */
export const sampleFeed = async ({ path, format, config }: FeedFile, cut: boolean): Promise<FeedSample> => {
  const code = format.customCode ? await openCustomCode(format.customCode) : undefined
  const feed = await openFeed(path, format, config, { cut })
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
  try {
    for await (const cells of rowsOf(feed)) {
      rows++
      const made = code?.transform(cells)
      if (made === undefined) show(cells)
      else if ('fault' in made) logs.push(`row ${rows}: ${made.fault}`)
      else
        for (const one of made.rows)
          show(Object.fromEntries([...valuesOf(one)].map(([at, text]) => [columnOf(at), text])))
      if (rows === most.rows) break
    }
  } catch (error) {
    const isCutOff = cut && rows > 0 && error instanceof Unreadable && error.code !== 'custom-code-failed'
    if (!isCutOff) throw error
  } finally {
    code?.close()
  }
  if (rows === 0) throw new Unreadable('no-rows', 'No rows were found. Check contentType, and rowXPath if you set it.')
  if (sample.size > mostColumns)
    throw new Unreadable('too-many-columns', `The feed has more than ${mostColumns} columns.`)
  const memPerRow = Math.max(overhead.row, Math.ceil(bytes / rows))
  const { cdp } = format
  const nothing = code && sample.size === 0 ? [`the code made no row of ${count(rows, 'row')}`] : []
  return {
    config: {
      ...feed.config,
      memPerRow,
      estRowsPerChunk: Math.max(1, Math.floor(chunkBytes / memPerRow)),
      ...(cdp === undefined ? {} : { cdp }),
    },
    sample: Object.fromEntries(sample),
    cdpLogs: [...[...(code?.logs ?? []), ...logs].slice(0, 100 - nothing.length), ...nothing],
  }
}
