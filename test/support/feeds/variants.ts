import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readRowFile } from '../../../src/adapters/row-files/read-row-file.ts'
import type { FeedConfig, FeedFormat } from '../../../src/domain/asset-sources/feed-format.ts'
import { isFeedFault } from '../../../src/ports/feed-parser.ts'
import { inTime } from '../waiting/in-time.ts'
import type { Expected } from './feed-cases.ts'
import { closeFeeds, type Feeds, openFeeds } from './feeds.ts'

/** A feed, and what must be read of it. */
export type Variant = {
  readonly name: string
  readonly bytes: Buffer | string
  /** The key column; default: id. */
  readonly key?: string
  /** What a person chose besides the contentType. */
  readonly format?: object
  readonly config?: FeedConfig
  /** The names of columns, then all rows with their cells in these columns. */
  readonly read?: readonly [columns: readonly string[], ...rows: readonly (readonly Expected[])[]]
  /** How many rows there are, if `read` has the first of many. */
  readonly count?: number
  /** The last of many rows, in all their columns. */
  readonly last?: readonly (readonly string[])[]
  /** The faults of rows, in their order; default: none.. */
  readonly faults?: readonly RegExp[] | 'any'
  /** What is said of the whole feed; default: nothing. */
  readonly warnings?: readonly RegExp[] | 'any'
  /** Instead of rows: why the feed cannot be read. */
  readonly refused?: RegExp
  /** false: the protocol gave no length. */
  readonly isWhole?: boolean
}

type Parsed = {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly faults: readonly string[]
  readonly warnings: readonly string[]
}

let files = 0
/** Reads a feed; a text if it cannot be read. */
export const parsed = async (
  { folder, parser }: Feeds,
  contentType: FeedFormat['contentType'],
  { bytes, key = 'id', format = {}, config = {}, isWhole }: Omit<Variant, 'name'>,
): Promise<Parsed | string> => {
  const path = join(folder, `variant-${files++}`)
  await writeFile(path, bytes)
  const { signal } = new AbortController()
  const file = { path, format: { contentType, ...format } as FeedFormat, config, ...(isWhole === false && { isWhole }) }
  const options = { out: `${path}.rows`, keyColumn: key, signal, onRows: () => undefined }
  const made = await inTime('a feed', parser.parse('acme', file, options))
  if (isFeedFault(made)) return made.detail
  const { columns, rows } = await readRowFile(made.file)
  const { warnings = [] } = made as { readonly warnings?: readonly string[] }
  return { columns, rows: await Array.fromAsync(rows()), faults: made.faults.map(({ detail }) => detail), warnings }
}

const checkSaid = (said: readonly string[], expected: readonly RegExp[] | 'any', what: string): void => {
  if (expected === 'any') return
  assert.is(said.length, expected.length, `${what}: ${said.join('\n')}`)
  for (const [at, pattern] of expected.entries()) assert.match(said[at] ?? '', pattern, what)
}

const check = async (feeds: Feeds, contentType: FeedFormat['contentType'], variant: Variant, isAll: boolean) => {
  const made = await parsed(feeds, contentType, variant)
  if (variant.refused) return assert.match(typeof made === 'string' ? made : JSON.stringify(made), variant.refused)
  if (typeof made === 'string') return assert.unreachable(made)
  const [columns, ...rows] = variant.read ?? [[]]
  if (isAll) assert.equal(made.columns, columns)
  const places = columns.map(column => made.columns.indexOf(column))
  const same = (cell: string, expected: Expected | undefined): Expected =>
    expected instanceof RegExp && expected.test(cell) ? expected : cell
  const seen = made.rows
    .slice(0, variant.count === undefined && variant.last === undefined ? undefined : rows.length)
    .map((row, n) => places.map((place, at) => same(place < 0 ? 'no such column' : (row[place] ?? ''), rows[n]?.[at])))
  assert.equal(seen, rows)
  if (variant.count !== undefined) assert.is(made.rows.length, variant.count)
  if (variant.last) assert.equal(made.rows.slice(-variant.last.length), variant.last)
  checkSaid(made.faults, variant.faults ?? [], 'faults')
  // faults of rows are counted in a sentence, too
  const counted = /^\d+ rows? (?:has|have|was|were) (?:another number of cells|left out)/
  const own = variant.faults === undefined ? made.warnings : made.warnings.filter(said => !counted.test(said))
  checkSaid(own, variant.warnings ?? [], 'warnings')
}

/** Runs a table of feeds of one kind. `hasAll`: the columns in `read` are all that there are. */
export const testVariants = (
  what: string,
  contentType: FeedFormat['contentType'],
  variants: readonly Variant[],
  { hasAll = false }: { readonly hasAll?: boolean } = {},
): void => {
  const test = suite<Feeds>(what)
  test.before(async context => void Object.assign(context, await openFeeds()))
  test.after(closeFeeds)
  for (const variant of variants) test(variant.name, feeds => check(feeds, contentType, variant, hasAll))
  test.run()
}
