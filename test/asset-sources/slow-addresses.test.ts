import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openCloudStorage } from '../../src/adapters/cloud-storage/open.ts'
import { openFeedSources } from '../../src/adapters/feed-sources/open-feed-sources.ts'
import { openFeedParser } from '../../src/adapters/feeds/open-feed-parser.ts'
import { openFetcher } from '../../src/adapters/fetcher/guarded.ts'
import { openRemoteRows } from '../../src/asset-sources/remote/open-remote-rows.ts'
import { remoteLimits } from '../../src/domain/asset-sources/remote.ts'
import { openExecutor } from '../../src/engine/write/execute.ts'
import type { RemoteFetch } from '../../src/ports/remote-rows.ts'
import { memoryBlobs } from '../support/memory/blobs.ts'
import { memoryNodes } from '../support/memory/node.ts'
import { keyPair, secretsUnder } from '../support/memory/secrets.ts'
import { type FeedServer, startFeedServer } from '../support/servers/feed-server.ts'
import { inTime } from '../support/waiting/in-time.ts'

type Fetched = ReturnType<ReturnType<typeof openRemoteRows>['fetch']>

/** Fetches of rows through the adapters of a node, each for at most `waitedMs`. Asserts afterwards that no file is left. */
const fetching = async (
  waitedMs: number,
  work: (server: FeedServer, fetched: (url: string) => Fetched) => Promise<void>,
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'endcap-slow-addresses-'))
  const server = await startFeedServer()
  const { log, ports } = memoryNodes()
  const { readModels, clock, logger } = ports
  const fetcher = openFetcher({ egressAllow: [server.host] })
  const cloud = openCloudStorage({ fetcher, maxObjectBytes: 1 })
  const parser = openFeedParser({ logger, limits: remoteLimits })
  const rows = openRemoteRows({
    ...{ config: { publicUrl: '', mailLimit: 'off' as const }, readModels, clock, logger, parser },
    blobs: memoryBlobs(clock.now),
    secrets: await secretsUnder(keyPair('k1')),
    feedSources: openFeedSources({ fetcher, cloud, egressAllow: [server.host], folder }),
    newWork: openExecutor(log, clock),
    waitedMs,
  })
  const fetched = (url: string) => {
    const settings = { url, httpMethod: 'GET', contentType: 'csv', columnNames: [] } satisfies RemoteFetch['settings']
    return inTime(url, rows.fetch({ accountId: 'acme', settings, roles: { assetKeyColumn: 'sku' } }))
  }
  try {
    await work(server, fetched)
    assert.equal(await readdir(folder), [])
  } finally {
    await rows.close()
    await parser.close()
    await fetcher.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

test('an address that drips, or never answers, is left in time, and leaves no file (SOURCE-13)', () =>
  fetching(200, async (server, fetched) => {
    const silent = server.answer('silent.csv', () => new Promise(() => undefined))
    for (const url of [server.drip('drip.csv'), silent])
      assert.equal(await fetched(url), {
        code: 'timeout',
        detail: 'The rows could not be fetched and read within 0.2 s.',
      })
  }))

test('an address that answers more bytes than are accepted, packed or not, is refused (SOURCE-13)', () =>
  fetching(180_000, async (server, fetched) => {
    const row = 'x'.repeat(65_000)
    const wide = Buffer.from(`sku,text\n${Array.from({ length: 66 * 16 }, (_, n) => `${n},${row}\n`).join('')}`)
    for (const url of [server.serve('wide.csv', wide), server.serve('wide.csv.gz', gzipSync(wide))]) {
      const answer = await fetched(url)
      assert.is('code' in answer ? answer.code : 'rows', 'too-large', url)
    }
  }))

test.run()
