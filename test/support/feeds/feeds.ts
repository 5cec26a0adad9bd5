import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFeedParser } from '../../../src/adapters/feeds/open-feed-parser.ts'
import type { FeedConfig, FeedFormat } from '../../../src/domain/asset-sources/feed-format.ts'
import { type FeedParser, isFeedFault } from '../../../src/ports/feed-parser.ts'
import { inTime } from '../waiting/in-time.ts'

/** A parser with little memory and time, and a folder for feeds. */
export type Feeds = { folder: string; parser: FeedParser }

export const openFeeds = async ({ parseMs = 5_000 } = {}): Promise<Feeds> => {
  const quiet = () => undefined
  const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet }
  return {
    folder: await mkdtemp(join(tmpdir(), 'endcap-hostile-feeds-')),
    parser: openFeedParser({ logger, threads: 2, heapMb: 128, parseMs }),
  }
}
export const closeFeeds = async ({ folder, parser }: Feeds): Promise<void> => {
  await parser.close()
  await rm(folder, { recursive: true, force: true })
}

/** What reading a feed ends with: a code, or `n rows, m faulty`. */
export const endOf = async (
  { folder, parser }: Feeds,
  bytes: Buffer | string,
  format: FeedFormat,
  config: FeedConfig = {},
): Promise<string> => {
  const path = join(folder, 'feed')
  await writeFile(path, bytes)
  const { signal } = new AbortController()
  const options = { out: `${path}.rows`, keyColumn: 'sku', signal, onRows: () => undefined }
  const made = await inTime('a feed', parser.parse('acme', { path, format, config }, options))
  return isFeedFault(made) ? made.code : `${made.set.rows} rows, ${made.faultyRows} faulty`
}
