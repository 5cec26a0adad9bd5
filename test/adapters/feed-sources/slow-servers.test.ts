import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openCloudStorage } from '../../../src/adapters/cloud-storage/open.ts'
import { openFeedSources } from '../../../src/adapters/feed-sources/open-feed-sources.ts'
import type { Patience } from '../../../src/adapters/feed-sources/to-file.ts'
import { openFetcher } from '../../../src/adapters/fetcher/guarded.ts'
import { isFeedFault } from '../../../src/ports/feed-parser.ts'
import type { FeedAddress } from '../../../src/ports/feed-sources.ts'
import { inTime } from '../../support/waiting/in-time.ts'
import { until } from '../../support/waiting/until.ts'

const test = suite('servers of feeds that are slow (SOURCE-14)')

/** Never reached by a test. */
const never = 600_000

/** A server that sends `greeting` at once, and then `drip` every 5 ms without end. */
const dripping = async (greeting: string, drip: string) => {
  const open = new Set<Socket>()
  const server = createServer(socket => {
    open.add(socket)
    socket.on('error', () => undefined).resume()
    socket.write(greeting)
    const timer = setInterval(() => socket.write(drip), 5)
    socket.once('close', () => {
      clearInterval(timer)
      open.delete(socket)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, open, stop: () => server.close() }
}

/** What fetching from such a server ends with; its connection must be closed and its file gone. */
const fetched = async (
  urlType: FeedAddress['urlType'],
  [greeting, drip]: readonly [greeting: string, drip: string],
  patience: Partial<Patience>,
  signal?: AbortSignal,
) => {
  const folder = await mkdtemp(join(tmpdir(), 'endcap-slow-servers-'))
  const server = await dripping(greeting, drip)
  const egressAllow = [server.host]
  const fetcher = openFetcher({ egressAllow })
  const cloud = openCloudStorage({ fetcher, maxObjectBytes: 1 })
  const all = { beginMs: never, idleMs: never, slowMs: never, allMs: never, ...patience }
  const sources = openFeedSources({ fetcher, cloud, egressAllow, folder, patience: all })
  try {
    const url = `${urlType}://${server.host}/list.csv`
    const asked = sources.fetch({ urlType, url }, {}, { mostBytes: 1e9, signal })
    const outcome = await inTime(
      'a slow server',
      asked.catch(error => error),
    )
    await until(
      async () => server.open.size,
      size => size === 0,
    )
    assert.equal(await readdir(folder), [])
    return isFeedFault(outcome) ? `${outcome.code}: ${outcome.detail}` : outcome
  } finally {
    await fetcher.close()
    server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const withoutBegin = {
  http: ['HTTP/1.1 200 OK\r\n', 'x-more: x\r\n'],
  ftp: ['220-welcome\r\n', '220-more\r\n'],
  sftp: ['', 'more\r\n'],
} as const
const body = ['HTTP/1.1 200 OK\r\n\r\n', 'x'] as const

for (const urlType of ['http', 'ftp', 'sftp'] as const)
  test(`one that never comes to the feed, over ${urlType}`, async () => {
    const outcome = await fetched(urlType, withoutBegin[urlType], { beginMs: 100 })
    assert.is(outcome, 'timeout: The server did not begin to send the feed within 0.1 s.')
  })

test('one that sends a byte now and then', async () => {
  assert.is(await fetched('http', body, { slowMs: 200 }), 'timeout: The server sent less than 1 MiB in 0.2 s.')
})

test('one that sends without end', async () => {
  const many = [body[0], 'x'.repeat(100_000)] as const
  const outcome = await fetched('http', many, { slowMs: 20_000, allMs: 300 })
  assert.is(outcome, 'timeout: The server sent only a part of the feed in 0.3 s.')
})

test('whoever asked may leave at any time', async () => {
  for (const [urlType, sent] of [...Object.entries(withoutBegin), ['http', body] as const] as const) {
    const leaving = AbortSignal.timeout(100)
    const outcome = await fetched(urlType as 'http', sent as typeof body, {}, leaving)
    assert.is(outcome, leaving.reason, urlType)
  }
})

test('what happens on a connection is not printed between the lines of the log', async () => {
  const printed: unknown[] = []
  const { log, error } = console
  console.log = console.error = (...words: unknown[]) => void printed.push(...words)
  try {
    await fetched('sftp', withoutBegin.sftp, { beginMs: 100 })
    assert.is(
      await fetched('sftp', ['SSH-1.0-old\r\n', 'x'], {}),
      'unreachable: The SFTP server cannot be reached, or speaks no SFTP.',
    )
  } finally {
    Object.assign(console, { log, error })
  }
  assert.equal(printed, [])
})

test.run()
