import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openCloudStorage } from '../../src/adapters/cloud-storage/open.ts'
import { openFeedSources } from '../../src/adapters/feed-sources/open-feed-sources.ts'
import { openFeedParser } from '../../src/adapters/feeds/open-feed-parser.ts'
import { openFetcher } from '../../src/adapters/fetcher/guarded.ts'
import { openRemoteRows } from '../../src/asset-sources/remote/open-remote-rows.ts'
import { openExecutor } from '../../src/engine/write/execute.ts'
import type { RemoteFetch } from '../../src/ports/remote-rows.ts'
import { memoryBlobs } from '../support/memory/blobs.ts'
import { memoryNodes } from '../support/memory/node.ts'
import { keyPair, secretsUnder } from '../support/memory/secrets.ts'
import { startFeedServer } from '../support/servers/feed-server.ts'
import { inTime } from '../support/waiting/in-time.ts'

test('an address that drips, or never answers, is left in time, and leaves no file (SOURCE-13)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'endcap-slow-addresses-'))
  const server = await startFeedServer()
  const { log, ports } = memoryNodes()
  const { readModels, clock, logger } = ports
  const fetcher = openFetcher({ egressAllow: [server.host] })
  const cloud = openCloudStorage({ fetcher, maxObjectBytes: 1 })
  const parser = openFeedParser({ logger })
  const rows = openRemoteRows({
    ...{ readModels, clock, logger, parser },
    blobs: memoryBlobs(clock.now),
    secrets: await secretsUnder(keyPair('k1')),
    feedSources: openFeedSources({ fetcher, cloud, egressAllow: [server.host], folder }),
    newWork: openExecutor(log, clock),
    waitedMs: 200,
  })
  const silent = server.answer('silent.csv', () => new Promise(() => undefined))
  try {
    for (const url of [server.drip('drip.csv'), silent]) {
      const settings = { url, httpMethod: 'GET', contentType: 'csv', columnNames: [] } satisfies RemoteFetch['settings']
      const fetched = rows.fetch({ accountId: 'acme', settings, roles: { assetKeyColumn: 'sku' } })
      assert.equal(await inTime('a slow address', fetched), {
        code: 'timeout',
        detail: 'The rows could not be fetched and read within 0.2 s.',
      })
    }
    assert.equal(await readdir(folder), [])
  } finally {
    await rows.close()
    await parser.close()
    await fetcher.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

test.run()
