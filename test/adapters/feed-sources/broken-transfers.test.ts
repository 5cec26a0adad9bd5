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
import { startGrowingSftp } from '../../support/servers/growing-sftp.ts'
import { inTime } from '../../support/waiting/in-time.ts'
import { until } from '../../support/waiting/until.ts'

const test = suite('transfers of feeds that break off')

type Server = { readonly host: string; readonly open: ReadonlySet<unknown>; stop(): Promise<void> }

/** What is fetched from a server; its connections must be closed and no file left. */
const fetched = async (urlType: 'ftp' | 'sftp', server: Server, idleMs = 600_000): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'endcap-broken-transfers-'))
  const egressAllow = [server.host, '127.0.0.1:*']
  const fetcher = openFetcher({ egressAllow })
  const cloud = openCloudStorage({ fetcher, maxObjectBytes: 1 })
  const sources = openFeedSources({ fetcher, cloud, egressAllow, folder, patience: { idleMs } })
  try {
    const address = { urlType, url: `${urlType}://${server.host}/list.csv` }
    const feed = await inTime('a feed', sources.fetch(address, { username: 'shop' }, { mostBytes: 1_000 }))
    await until(
      async () => server.open.size,
      size => size === 0,
    )
    if (isFeedFault(feed)) return `${feed.code}: ${feed.detail}`
    const text = await readFile(feed.path, 'utf8')
    await feed.close()
    return text
  } finally {
    assert.equal(await readdir(folder), [])
    await fetcher.close()
    await server.stop()
    await rm(folder, { recursive: true })
  }
}

const rows = 'sku\na\nb\n'
const overFtp = async (lastReply: string, idleMs?: number) =>
  fetched('ftp', await startGivingUpFtp(rows, lastReply), idleMs)

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

test('a file that has another size after it was read may be half written', async () => {
  const changed = 'changed: The file changed while it was read.'
  for (const [sizes, outcome] of [
    [[rows.length, rows.length], rows],
    [[rows.length, 2 * rows.length], changed],
    [[2 * rows.length, rows.length], changed],
  ] as const) {
    assert.is(await fetched('ftp', await startGivingUpFtp(rows, '226 complete\r\n', sizes)), outcome)
    assert.is(await fetched('sftp', await startGrowingSftp(rows, sizes)), outcome)
  }
})

test.run()
