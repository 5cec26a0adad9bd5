import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { openCloudStorage } from '../../../src/adapters/cloud-storage/open.ts'
import { openFeedSources } from '../../../src/adapters/feed-sources/open-feed-sources.ts'
import { openFetcher } from '../../../src/adapters/fetcher/guarded.ts'
import { isFeedFault } from '../../../src/ports/feed-parser.ts'
import type { FeedAddress, FeedCredentials } from '../../../src/ports/feed-sources.ts'

type Egress = { readonly egressAllow: readonly string[]; readonly egressSetting?: string }

/** One feed that is fetched by a node with these settings: its text, or `code: detail` of what prevents it. */
export const fetchedOnce = async (address: FeedAddress, credentials: FeedCredentials, egress: Egress) => {
  const folder = await mkdtemp(join(tmpdir(), 'endcap-fetched-'))
  const fetcher = openFetcher(egress)
  const cloud = openCloudStorage({ fetcher, maxObjectBytes: 2 ** 30 })
  const sources = openFeedSources({ fetcher, cloud, ...egress, folder })
  try {
    const feed = await sources.fetch(address, credentials, { mostBytes: 1_000_000 })
    if (isFeedFault(feed)) return { text: `${feed.code}: ${feed.detail}`, isWhole: undefined, warnings: [] }
    const { isWhole, warnings } = feed
    const text = await readFile(feed.path, 'utf8')
    await feed.close()
    return { text, isWhole, warnings }
  } finally {
    assert.equal(await readdir(folder), [])
    await fetcher.close()
    await rm(folder, { recursive: true })
  }
}
