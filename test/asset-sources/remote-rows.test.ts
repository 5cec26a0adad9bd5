import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { volatileCounters } from '../../src/adapters/embedded/reading/volatile-counters.ts'
import { lastFetchOf } from '../../src/asset-sources/remote/fetch-notes.ts'
import { openRemoteRows } from '../../src/asset-sources/remote/open-remote-rows.ts'
import { isRemote, type RemoteSource } from '../../src/asset-sources/remote/remote-source.ts'
import { assetSource } from '../../src/domain/asset-sources/asset-source.ts'
import { servedLoad } from '../../src/domain/asset-sources/asset-source-state.ts'
import { openExecutor } from '../../src/engine/write/execute.ts'
import type { FeedFault } from '../../src/ports/feed-parser.ts'
import type { FeedSources } from '../../src/ports/feed-sources.ts'
import { remoteSettings, rowSet } from '../support/examples/asset-sources.ts'
import { memoryBlobs } from '../support/memory/blobs.ts'
import { comesTrue, memoryNodes, settles } from '../support/memory/node.ts'
import { keyPair, secretsUnder } from '../support/memory/secrets.ts'
import { inTime } from '../support/waiting/in-time.ts'

const id = 'acme:12'
const second = 1_000
/** Longer than a fetch takes on a busy machine: only the tests end it. */
const longMs = 600_000
const { secretId: _, ...settings } = remoteSettings

type Answer = { readonly digest: string; readonly columns?: string[] } | FeedFault
type Asked = { readonly url: string; answer(answer: Answer): void }

/** A remote source that was fetched once, and nodes whose fetches the test answers. */
const remoteSource = async ({ waitedMs = longMs, storageLimit = 'off' as number | 'off' } = {}) => {
  const nodes = memoryNodes()
  const { clock, log } = nodes
  const { volatile } = volatileCounters(clock, async () => undefined)
  let ended = 0
  const counted: typeof volatile = {
    ...volatile,
    set: (...note) => {
      ended++
      return volatile.set(...note)
    },
  }
  const readModels = { ...nodes.readModels, volatile: counted }
  const asked: Asked[] = []
  let last: Answer | undefined
  const feedSources: FeedSources = {
    fetch: ({ url }, _credentials, { signal }) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
        const file = { path: 'rows', bytes: 1, cut: false, isWhole: true, warnings: [], close: async () => undefined }
        asked.push({
          url,
          answer(answer) {
            last = answer
            resolve('code' in answer ? answer : file)
          },
        })
      }),
    checkAddress: async () => undefined,
    keep: async () => never('nothing is kept'),
  }
  const parser = {
    sample: async () => never('no rows lack a key'),
    parse: async () => {
      if (last === undefined || 'code' in last) return never('nothing was fetched')
      const { digest, columns = ['sku', 'headline'] } = last
      // any file can stand for the rows
      return { file: import.meta.filename, set: { digest, columns, rows: 2 }, faults: [], faultyRows: 0 }
    },
  }
  const blobs = memoryBlobs(clock.now)
  const secrets = await secretsUnder(keyPair('k1'))
  const node = () =>
    openRemoteRows({
      ...{
        config: { publicUrl: '', mailLimit: 'off' as const, storageLimit },
        readModels,
        clock,
        blobs,
        secrets,
        feedSources,
        parser,
        logger: nodes.ports.logger,
      },
      newWork: openExecutor(log, clock),
      ...{ waitedMs, backgroundMs: longMs },
    })
  const at = () => clock.now().toISOString()
  await nodes.does(assetSource, id, {
    kind: 'CreateSource',
    accountId: 'acme',
    assetSourceId: 12,
    assetSourceType: 'remote',
    assetSourceName: 'Stock',
    roles: { assetKeyColumn: 'sku' },
    remote: settings,
    set: rowSet('d1'),
    at: at(),
  })
  const source = async (): Promise<RemoteSource> => {
    const { state } = await nodes.work().load(assetSource, id)
    return isRemote(state) ? state : never('it is remote')
  }
  return {
    ...nodes,
    asked,
    node,
    source,
    at,
    stored: async () => (await Array.fromAsync(blobs.list())).length,
    served: async () => servedLoad(await source())?.set.digest,
    note: async () => lastFetchOf(readModels, await source()),
    /** Waits for the fetch with this number, answers it, and waits for its end. */
    async answered(number: number, answer: Answer) {
      await comesTrue(() => asked.length >= number, `fetch ${number}`)
      const before = ended
      asked[number - 1]?.answer(answer)
      await comesTrue(() => ended > before, `the end of fetch ${number}`)
    },
  }
}
const never = (what: string): never => {
  throw new Error(what)
}
const unreachable: FeedFault = { code: 'unreachable', detail: 'The server cannot be reached.' }

test('rows for which the account has no room are not stored, and the source says why', async () => {
  const { clock, node, source, asked, answered, served, note, stored } = await remoteSource({ storageLimit: 1 })
  clock.pass(600 * second)
  node().noteReader(await source())
  await answered(1, { digest: 'd2' })
  assert.equal([await served(), await stored(), asked.length], ['d1', 0, 1])
  assert.is((await note()).code, 'storage-full')
})

test('rows are fetched again after cacheTime, once for all readers, and served when they differ', async () => {
  const { clock, node, source, asked, answered, served } = await remoteSource()
  const rows = node()
  clock.pass(599 * second)
  rows.noteReader(await source())
  await settles()
  assert.is(asked.length, 0)
  clock.pass(second)
  for (let reader = 0; reader < 5; reader++) rows.noteReader(await source())
  await comesTrue(() => asked.length > 0, 'a fetch')
  rows.noteReader(await source())
  assert.is(await served(), 'd1')
  await answered(1, { digest: 'd2' })
  assert.is(await served(), 'd2')
  rows.noteReader(await source())
  await settles()
  assert.is(asked.length, 1)
})

test('of two nodes one fetches', async () => {
  const { clock, node, source, asked, answered, served } = await remoteSource()
  clock.pass(600 * second)
  for (const rows of [node(), node()]) rows.noteReader(await source())
  await answered(1, { digest: 'd2' })
  assert.equal([asked.length, await served()], [1, 'd2'])
})

test('a fetch whose node was killed is made by another one a minute later', async () => {
  const { clock, node, source, asked, answered, served } = await remoteSource()
  clock.pass(600 * second)
  const killed = node()
  killed.noteReader(await source())
  await comesTrue(() => asked.length === 1, 'a fetch')
  await killed.close()
  const other = node()
  other.noteReader(await source())
  await settles()
  assert.is(asked.length, 1)
  clock.pass(60 * second)
  other.noteReader(await source())
  await answered(2, { digest: 'd2' })
  assert.is(await served(), 'd2')
})

test('the same rows are no event, and count as fetched', async () => {
  const { clock, node, source, answered, types, note, at } = await remoteSource()
  const before = types().length
  clock.pass(600 * second)
  node().noteReader(await source())
  await answered(1, { digest: 'd1' })
  const { fetchedAt } = await note()
  assert.equal([types().length, fetchedAt], [before, at()])
})

test('after a failure the rows stay, and the next fetches wait longer and longer (SOURCE-13)', async () => {
  const { clock, node, source, asked, answered, served, note } = await remoteSource()
  const rows = node()
  const read = async () => {
    rows.noteReader(await source())
    await settles()
  }
  clock.pass(600 * second)
  await read()
  for (const [failure, pause] of [5, 15, 60, 300, 300].entries()) {
    await answered(failure + 1, unreachable)
    assert.equal([await served(), (await note()).reason], ['d1', unreachable.detail])
    clock.pass((pause - 1) * second)
    await read()
    assert.is(asked.length, failure + 1)
    clock.pass(second)
    await read()
  }
  await answered(6, { digest: 'd2' })
  assert.equal([await served(), (await note()).failures], ['d2', 0])
})

test('rows without a column that has a role are neither served nor stored, and say so', async () => {
  const { clock, node, source, answered, served, stored, note } = await remoteSource()
  clock.pass(600 * second)
  node().noteReader(await source())
  await answered(1, { digest: 'd2', columns: ['headline'] })
  const { code, reason } = await note()
  assert.equal([await served(), code, await stored()], ['d1', 'columns-missing', 0])
  assert.match(reason ?? '', /^assetKeyColumn: Column "sku" does not exist. The columns are: headline\.$/)
})

test('a request whose rows lack a column with a role stores nothing, and its refusal points to the role', async () => {
  const { node, asked, stored } = await remoteSource()
  const roles = { assetKeyColumn: 'sku', reportingColumn: 'colour' }
  const fetched = node().fetch({ accountId: 'acme', settings, roles })
  await comesTrue(() => asked.length === 1, 'a fetch')
  asked[0]?.answer({ digest: 'd2' })
  const rows = await fetched
  const errors = 'refused' in rows ? rows.refused?.errors?.map(({ pointer }) => pointer) : undefined
  assert.equal([errors, await stored()], [['/reportingColumn'], 0])
})

test('rows of an address that was replaced meanwhile are not served', async () => {
  const { clock, node, source, asked, answered, served, does, at } = await remoteSource()
  clock.pass(600 * second)
  node().noteReader(await source())
  await comesTrue(() => asked.length > 0, 'a fetch')
  const remote = { ...settings, url: 'https://other.example.com/' }
  const set = rowSet('d3')
  await does(assetSource, id, { kind: 'ChangeSource', assetSourceType: 'remote', remote, set, at: at() })
  await answered(1, { digest: 'd2' })
  assert.is(await served(), 'd3')
})

test('rows that were rolled back from do not come back until the address answers others', async () => {
  const { clock, node, source, answered, served, does, at } = await remoteSource()
  const rows = node()
  const fetched = async (number: number, digest: string) => {
    clock.pass(600 * second)
    rows.noteReader(await source())
    await answered(number, { digest })
    return served()
  }
  assert.is(await fetched(1, 'bad'), 'bad')
  await does(assetSource, id, { kind: 'RollBack', at: at() })
  assert.is(await fetched(2, 'bad'), 'd1')
  assert.is(await fetched(3, 'mended'), 'mended')
})

test('whoever waits for a slow address waits for a bounded time', async () => {
  const { node } = await remoteSource({ waitedMs: 20 })
  const wanted = { accountId: 'acme', settings, roles: { assetKeyColumn: 'sku' } }
  const rows = node()
  // more than run at a time: those that wait for their turn are bounded too
  const ends = await inTime('slow addresses', Promise.all(Array.from({ length: 12 }, () => rows.fetch(wanted))))
  assert.equal(new Set(ends.map(end => ('code' in end ? end.code : 'rows'))), new Set(['timeout']))
})

test('slow addresses of one account take no slot from another one, nor from somebody who waits', async () => {
  const { node, asked } = await remoteSource()
  const rows = node()
  const fetches = (accountId: string, count: number) =>
    Array.from({ length: count }, () => rows.fetch({ accountId, settings, roles: { assetKeyColumn: 'sku' } }))
  const running = [...fetches('acme', 20), ...fetches('other', 1)]
  await settles()
  assert.is(asked.length, 4)
  const ended = Promise.allSettled(running)
  await rows.close()
  assert.ok((await ended).every(({ status }) => status === 'rejected'))
})

test.run()
