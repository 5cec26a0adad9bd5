import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openCloudStorage } from '../../../src/adapters/cloud-storage/open.ts'
import { openFeedSources } from '../../../src/adapters/feed-sources/open-feed-sources.ts'
import { openFetcher } from '../../../src/adapters/fetcher/guarded.ts'
import { isFeedFault } from '../../../src/ports/feed-parser.ts'
import { freePort } from '../../support/servers/free-port.ts'

/** Hosts that lead to this machine or into its networks, however they are written. */
const hosts = [
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '0',
    '0.0.0.0',
  ],
  ...['127.255.255.254', '127.0.0.1.', 'localhost', 'LOCALHOST', 'localhost.', '0x7F.0x0.0x0.0x1'],
  ...['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.254', '192.168.0.1', '192.168.255.255', '100.64.0.1'],
  ...['169.254.169.254', '0xa9fea9fe', '2852039166', '100.100.100.200', '192.0.0.192', '198.18.0.1', '224.0.0.1'],
  ...['255.255.255.255', '240.0.0.1', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:a9fe:a9fe]', '[0:0:0:0:0:0:0:1]'],
  ...[
    '[fe80::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:db8::1]',
  ],
] as const

type Context = { server: Server; port: number; connections: number; folder: string }
const test = suite<Context>('hostile addresses of feeds')
test.before(async context => {
  context.connections = 0
  context.folder = await mkdtemp(join(tmpdir(), 'endcap-addresses-'))
  context.port = await freePort()
  context.server = createServer(socket => {
    context.connections++
    socket.destroy()
  })
  await new Promise<void>(done => context.server.listen(context.port, done))
})
test.after(async ({ server, folder }) => {
  await new Promise(done => server.close(done))
  await rm(folder, { recursive: true })
})

for (const urlType of ['http', 'ftp', 'sftp'] as const)
  test(`${urlType}: ${hosts.length} ways to name this machine and its networks are refused before anything connects`, async context => {
    const fetcher = openFetcher({ egressAllow: [] })
    const cloud = openCloudStorage({ fetcher, maxObjectBytes: 2 ** 30 })
    const sources = openFeedSources({ fetcher, cloud, egressAllow: [], folder: context.folder })
    try {
      for (const host of hosts) {
        const url = `${urlType}://${host}:${context.port}/feed.csv`
        const credentials = { username: 'shop', password: 'secret' }
        const fetched = await sources.fetch({ urlType, url }, credentials, { mostBytes: 1_000 })
        const code = isFeedFault(fetched) ? fetched.code : 'fetched'
        // whether a name with a dot at its end is known depends on the machine
        assert.ok(code === 'address-refused' || (host.endsWith('.') && code === 'unreachable'), `${url}: ${code}`)
        const checked = await sources.checkAddress({ urlType, url })
        assert.is(checked?.code, code === 'unreachable' ? undefined : code, `${url} without a fetch`)
      }
    } finally {
      await fetcher.close()
    }
    assert.is(context.connections, 0)
  })

test.run()
