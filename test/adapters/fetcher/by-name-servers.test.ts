import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { byNameServers } from '../../../src/adapters/fetcher/by-name-servers.ts'
import { openFetcher } from '../../../src/adapters/fetcher/guarded.ts'
import { isFetchFailure } from '../../../src/ports/fetcher.ts'
import { startNameServer } from '../../support/servers/name-server.ts'
import { inTime } from '../../support/waiting/in-time.ts'
import { until } from '../../support/waiting/until.ts'

type Server = Awaited<ReturnType<typeof startNameServer>>
const test = suite<{ server: Server }>('names of accounts')
test.before(async context => {
  context.server = await startNameServer({
    'both.test': { A: ['203.0.113.1', '203.0.113.2'], AAAA: ['2001:0db8:0000:0000:0000:0000:0000:0001'] },
    'old.test': { A: ['203.0.113.3'] },
    'new.test': { AAAA: ['2001:0db8:0000:0000:0000:0000:0000:0002'] },
    'rebound.test': { A: ['203.0.113.4', '10.0.0.1'] },
    'mapped.test': { A: ['203.0.113.5'], AAAA: ['0000:0000:0000:0000:0000:ffff:7f00:0001'] },
  })
})
test.after(({ server }) => server.stop())

const resolved = ({ servers }: Server, name: string): Promise<LookupAddress[]> =>
  new Promise((resolve, reject) => {
    byNameServers(servers)(name, { all: true }, (error, found) => (error ? reject(error) : resolve(found)))
  })

test('have the addresses of both families that their servers know', async ({ server }) => {
  const addresses = async (name: string) =>
    (await resolved(server, name)).map(({ address, family }) => [address, family])
  assert.equal(await addresses('both.test'), [
    ['203.0.113.1', 4],
    ['203.0.113.2', 4],
    ['2001:db8::1', 6],
  ])
  assert.equal(await addresses('old.test'), [['203.0.113.3', 4]])
  assert.equal(await addresses('NEW.test'), [['2001:db8::2', 6]])
})

test('that do not exist are unreachable', async ({ server }) => {
  const fault = await resolved(server, 'missing.test').catch(error => error)
  assert.is(fault.code, 'ENOTFOUND')
  const fetcher = openFetcher({ egressAllow: [], lookup: byNameServers(server.servers) })
  const answer = await fetcher.fetchBytes({ url: 'http://missing.test/', maxBytes: 1 })
  await fetcher.close()
  assert.equal(answer, { code: 'unreachable', detail: 'the host is unknown (ENOTFOUND)', isUnknownHost: true })
})

test('under .invalid exist nowhere, and no server is asked', async ({ server }) => {
  const before = server.asked.length
  assert.is((await resolved(server, 'brand.invalid').catch(error => error)).code, 'ENOTFOUND')
  assert.is(server.asked.length, before)
})

test('of this machine are refused, in every notation, and no server is asked', async ({ server }) => {
  const before = server.asked.length
  const local = ['127.1', '0x7f000001', '2130706433', 'localhost', 'LOCALHOST.', 'shop.localhost']
  for (const name of local) assert.equal(await resolved(server, name), [{ address: '127.0.0.1', family: 4 }], name)
  assert.is(server.asked.length, before)
})

test('that lead into private networks with one of their addresses are refused', async ({ server }) => {
  const fetcher = openFetcher({ egressAllow: [], lookup: byNameServers(server.servers) })
  for (const name of ['rebound.test', 'mapped.test', 'localhost']) {
    const answer = await fetcher.fetchBytes({ url: `http://${name}/`, maxBytes: 1 })
    assert.is(isFetchFailure(answer) && answer.code, 'address-refused', name)
  }
  await fetcher.close()
})

test('whose servers are silent wait beside each other, and keep no other name waiting', async ({ server }) => {
  const fetcher = openFetcher({ egressAllow: [], lookup: byNameServers(server.servers) })
  const names = Array.from({ length: 20 }, (_, n) => `silent-${n}.test`)
  const fetches = names.map(name => fetcher.fetch({ url: `http://${name}/`, maxBytes: 1 }))
  await until(
    async () => new Set(server.asked.filter(query => query.startsWith('silent'))).size,
    count => count === 2 * names.length,
  )
  // by the threads that silent names would have taken
  assert.is((await inTime('localhost', lookup('localhost', { family: 4 }))).address, '127.0.0.1')
  await fetcher.close()
  for (const answer of await Promise.all(fetches)) assert.ok(isFetchFailure(answer))
})

test.run()
