import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openCloudStorage } from '../../../src/adapters/cloud-storage/open.ts'
import { openFeedSources } from '../../../src/adapters/feed-sources/open-feed-sources.ts'
import { openFetcher } from '../../../src/adapters/fetcher/guarded.ts'
import { isFeedFault } from '../../../src/ports/feed-parser.ts'
import { startGivingUpFtp } from '../../support/servers/giving-up-ftp.ts'
import { inTime } from '../../support/waiting/in-time.ts'
import { until } from '../../support/waiting/until.ts'

const test = suite('transfers of feeds that break off')

/** What is fetched from an FTP server that sends two rows and this reply; its connections must be closed and no file left. */
const overFtp = async (lastReply: string, idleMs = 600_000) => {
  const folder = await mkdtemp(join(tmpdir(), 'endcap-broken-transfers-'))
  const server = await startGivingUpFtp('sku\na\nb\n', lastReply)
  const egressAllow = [server.host]
  const fetcher = openFetcher({ egressAllow })
  const cloud = openCloudStorage({ fetcher, maxObjectBytes: 1 })
  const sources = openFeedSources({ fetcher, cloud, egressAllow, folder, patience: { idleMs } })
  try {
    const address = { urlType: 'ftp', url: `ftp://${server.host}/list.csv` } as const
    const fetched = await inTime('a feed', sources.fetch(address, {}, { mostBytes: 1_000 }))
    await until(
      async () => server.open.size,
      size => size === 0,
    )
    if (isFeedFault(fetched)) return `${fetched.code}: ${fetched.detail}`
    const text = await readFile(fetched.path, 'utf8')
    await fetched.close()
    return text
  } finally {
    assert.equal(await readdir(folder), [])
    await fetcher.close()
    await server.stop()
    await rm(folder, { recursive: true })
  }
}

test('a feed over FTP is complete when the server says so', async () => {
  assert.is(await overFtp('226 complete\r\n'), 'sku\na\nb\n')
})

test('an FTP server that gives up in the middle has sent no feed, although it closes the data in order', async () => {
  assert.is(await overFtp('426 aborted\r\n'), 'refused: The FTP server answered with code 426.')
  assert.is(await overFtp('451 disk error\r\n'), 'refused: The FTP server answered with code 451.')
})

test('an FTP server that never says whether this was all is left in time', async () => {
  assert.is(await overFtp('', 200), 'timeout: The server sent nothing for 0.2 s.')
})

test.run()
