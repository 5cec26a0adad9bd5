import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock } from 'node:test'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { updateFeed } from '../../../commands/asset-sources/update-feed.ts'
import { assetSource } from '../../../src/domain/asset-sources/asset-source.ts'
import { servedLoad } from '../../../src/domain/asset-sources/asset-source-state.ts'
import { feed } from '../../../src/domain/asset-sources/feed.ts'
import type { SentTiming } from '../../../src/domain/asset-sources/feed-changes.ts'
import { feedRun } from '../../../src/domain/asset-sources/feed-run.ts'
import { asset } from '../../../src/domain/assets/asset.ts'
import { retailCampaign } from '../../../src/domain/retail-campaigns/retail-campaign.ts'
import type { FeedParser } from '../../../src/ports/feed-parser.ts'
import type { FeedSources } from '../../../src/ports/feed-sources.ts'
import type { Ports } from '../../../src/ports/ports.ts'
import type { RowIndexes } from '../../../src/ports/row-indexes.ts'
import { feedRuns } from '../../../src/processes/asset-sources/feed-runs.ts'
import { feedSettings } from '../../support/examples/asset-sources.ts'
import { campaign } from '../../support/examples/campaign.ts'
import { fakeWorld, memoryBlobs } from '../../support/memory/fakes.ts'
import { eventsOf } from '../../support/memory/log.ts'
import { comesTrue, type MemoryNodes, memoryNodes, settles } from '../../support/memory/node.ts'
import { noRowIndexes } from '../../support/memory/row-indexes.ts'
import { outcomeOf } from '../../support/waiting/tally.ts'

type Context = { folder: string; stop: () => Promise<unknown> }
const test = suite<Context>('runs of a feed on several nodes')
test.before.each(async context => {
  mock.timers.enable({ apis: ['setInterval'] })
  context.folder = await mkdtemp(join(tmpdir(), 'endcap-feed-runs-'))
  context.stop = async () => undefined
})
test.after.each(async ({ folder, stop }) => {
  await stop()
  mock.timers.reset()
  await rm(folder, { recursive: true })
})

const id = 'acme:12'
const own = { accountId: 'acme', assetSourceId: 12 } as const
const settings = { place: { fileId: 'products.csv' }, format: feedSettings.format, config: {} } as const
const noFeeds: FeedSources = {
  fetch: async () => ({ code: 'unreachable', detail: 'The feed is in the library.' }),
  checkAddress: async () => undefined,
  keep: async () => ({ path: '', bytes: 1, cut: false, isWhole: true, warnings: [], close: async () => undefined }),
}

/** Two nodes that work on the first run of a feed. */
const started = async (context: Context, over: Partial<Ports>) => {
  const blobs = memoryBlobs()
  const { sha256, size } = await blobs.put(Buffer.from('sku\npot\n'))
  const nodes = memoryNodes({ ...fakeWorld({ blobs }), feedSources: noFeeds, ...over })
  context.stop = nodes.stop
  const at = nodes.clock.now().toISOString()
  const path = 'products.csv'
  await nodes.does(asset, `acme:${path}`, { accountId: 'acme', path, sha256, size, contentType: 'text/csv', at })
  const created = { assetSourceType: 'feed', assetSourceName: 'Products', roles: { assetKeyColumn: 'sku' } } as const
  await nodes.does(assetSource, id, { kind: 'CreateSource', ...own, ...created, at })
  await nodes.does(feed, id, { kind: 'ConfigureFeed', ...own, settings, at })
  for (const worker of ['one', 'two']) nodes.start([feedRuns], worker)
  return { nodes, stored: () => blobs.kept.size - 1 }
}

/** Two nodes, and a parser whose runs end when a test says so, with the rows that it says: `end[0]` is the first run that was begun. */
const workedOn = async (context: Context, columns = ['sku'], over: Partial<Ports> = {}) => {
  const end: ((digest: string) => void)[] = []
  const readBy: (string | undefined)[] = []
  const feedParser: Pick<FeedParser, 'parse'> = {
    async parse(_, __, { signal, variantColumn }) {
      readBy.push(variantColumn)
      const { promise, resolve } = Promise.withResolvers<string>()
      signal.addEventListener('abort', () => resolve('aborted'))
      const file = join(context.folder, String(end.push(resolve)))
      const digest = await promise
      if (digest === 'unreadable') return { code: 'malformed', detail: 'The rows cannot be read.' }
      await writeFile(file, digest)
      return { file, set: { digest, rows: 1, columns }, faults: [], faultyRows: 0 }
    },
  }
  const { nodes, stored } = await started(context, { feedParser: feedParser as FeedParser, ...over })
  const begun = (runs: number) => comesTrue(() => end.length === runs, `${runs} runs are read`)
  await begun(1)
  return { nodes, end, begun, readBy, stored }
}
const runs = ({ log }: MemoryNodes) => eventsOf(log, feedRun)
const ends = (nodes: MemoryNodes) =>
  runs(nodes).flatMap(({ type, data }) =>
    type === 'FeedRunFailed' ? [data.code] : type === 'FeedRunCompleted' ? ['completed'] : [],
  )
const served = async (nodes: MemoryNodes) => {
  const { state } = await nodes.work().load(assetSource, id)
  return state && servedLoad(state)?.set.digest
}
/** Requests another run, by a change of the feed or by its schedule. */
const requestRun = (nodes: MemoryNodes, csvSeparator: 'tab' | 'pipe' = 'tab') =>
  nodes.does(feed, id, {
    kind: 'ChangeFeed',
    changes: { format: { csvSeparator } },
    at: nodes.clock.now().toISOString(),
  })

test('a run that ends after a later one on another node does not replace its rows (SOURCE-20)', async context => {
  const { nodes, end, begun, stored } = await workedOn(context)
  await requestRun(nodes)
  await begun(2)
  end[1]?.('newer')
  await comesTrue(() => ends(nodes).length === 1, 'the later run ends')
  end[0]?.('older')
  await comesTrue(() => ends(nodes).length === 2, 'the earlier run ends')
  assert.equal([ends(nodes), await served(nodes), stored()], [['completed', 'superseded'], 'newer', 1])
})

test('people read what the transfer and the file of a run were warned of, and later runs read as the first one', async context => {
  const understood = { csvSeparator: 'tab', characterEncoding: 'UTF_8' } as const
  const files: Parameters<FeedParser['parse']>[1][] = []
  const feedParser = {
    async parse(_: string, file: (typeof files)[number]) {
      files.push(file)
      const path = join(context.folder, 'warned')
      await writeFile(path, `rows ${files.length}`)
      const set = { digest: `rows ${files.length}`, rows: 1, columns: ['sku'] }
      return { file: path, set, faults: [], faultyRows: 0, warnings: ['Of the file.'], understood }
    },
  } as Partial<FeedParser> as FeedParser
  const keep: FeedSources['keep'] = async () => {
    return {
      path: '',
      bytes: 1,
      cut: false,
      isWhole: false,
      warnings: ['Of the transfer.'],
      close: async () => undefined,
    }
  }
  const { nodes } = await started(context, { feedParser, feedSources: { ...noFeeds, keep } })
  await comesTrue(() => ends(nodes).length === 1, 'the first run ends')
  const warned = runs(nodes).flatMap(event => (event.type === 'FeedRunCompleted' ? (event.data.warnings ?? []) : []))
  assert.equal(warned, ['Of the transfer.', 'Of the file.'])
  const isKept = () => eventsOf(nodes.log, feed).some(({ type }) => type === 'FeedUnderstood')
  await comesTrue(isKept, 'the first run keeps how it read')
  const at = nodes.clock.now().toISOString()
  await nodes.does(feed, id, { kind: 'ChangeFeed', changes: {}, variantChanged: true, at })
  await comesTrue(() => ends(nodes).length === 2, 'the second run ends')
  assert.equal(
    files.map(file => [file.isWhole, file.understood]),
    [
      [false, undefined],
      [false, understood],
    ],
  )
})

test('a run of the schedule whose rows are older is not tried again', async context => {
  const { nodes, end, begun } = await workedOn(context)
  end[0]?.('first')
  await comesTrue(() => ends(nodes).length === 1, 'the first run ends')
  const at = nodes.clock.now().toISOString()
  const schedule = { startTime: '06:30', frequency: 'HOURLY', isScheduled: true } as const
  await nodes.does(feed, id, { kind: 'ChangeFeed', changes: { schedule }, at })
  nodes.clock.pass(3_600_000)
  const due = nodes.clock.now().toISOString()
  await nodes.does(feed, id, { kind: 'RunDue', due, at: due })
  await begun(2)
  await requestRun(nodes)
  await begun(3)
  end[2]?.('newer')
  await comesTrue(() => ends(nodes).length === 2, 'the last run ends')
  end[1]?.('older')
  const given = () => runs(nodes).find(({ type }) => type === 'FeedRunFailed' || type === 'FeedRunAttemptFailed')
  await comesTrue(() => given() !== undefined, 'the run of the schedule is given up')
  assert.is(given()?.type, 'FeedRunFailed')
})

test('a run of the schedule is not tried again after its feed was switched off', async context => {
  const { nodes, end, begun } = await workedOn(context)
  end[0]?.('first')
  await comesTrue(() => ends(nodes).length === 1, 'the first run ends')
  const now = () => nodes.clock.now().toISOString()
  const change = (schedule: SentTiming) =>
    nodes.does(feed, id, { kind: 'ChangeFeed', changes: { schedule }, at: now() })
  await change({ startTime: '06:30', frequency: 'HOURLY', isScheduled: true })
  nodes.clock.pass(3_600_000)
  await nodes.does(feed, id, { kind: 'RunDue', due: now(), at: now() })
  await begun(2)
  end[1]?.('unreadable')
  await comesTrue(() => runs(nodes).at(-1)?.type === 'FeedRunAttemptFailed', 'the run is put off')
  await change({ isScheduled: false })
  nodes.clock.pass(60_000)
  nodes.look()
  await comesTrue(() => ends(nodes).length === 2 || end.length === 3, 'the run ends or is tried again')
  assert.equal([ends(nodes), end.length], [['completed', 'switched-off'], 2])
  const last = runs(nodes).at(-1)
  assert.match(last?.type === 'FeedRunFailed' ? last.data.reason : '', /was switched off.*: The rows cannot be read\.$/)
})

test('what a node reads that fell silent is not served in place of what the next one has read', async context => {
  const { nodes, end, stored } = await workedOn(context)
  // the other node counts the silence from when it has seen the last sign of life
  const takenOver = () => {
    if (end.length === 2) return true
    nodes.clock.pass(16_000)
    nodes.look()
    return false
  }
  await comesTrue(takenOver, 'the run is taken over')
  end[1]?.('next')
  await comesTrue(() => ends(nodes).length === 1, 'the run ends')
  end[0]?.('silent')
  await comesTrue(() => stored() === 2, 'the rows of the silent node are stored')
  await settles()
  assert.equal([await served(nodes), ends(nodes)], ['next', ['completed']])
})

test('a run for whose rows the account has no room fails with that reason, and keeps the rows before', async context => {
  const config = { publicUrl: '', mailLimit: 'off' as const, storageLimit: 20 }
  const { nodes, end, begun, stored } = await workedOn(context, ['sku'], { config })
  end[0]?.('rows')
  await comesTrue(() => ends(nodes).length === 1, 'the first run ends')
  await requestRun(nodes)
  await begun(2)
  end[1]?.('rows that are too many')
  await comesTrue(() => ends(nodes).length === 2, 'the second run ends')
  assert.equal([ends(nodes), await served(nodes), stored()], [['completed', 'storage-full'], 'rows', 1])
})

test('a run whose rows are those that are served already is also newer', async context => {
  const { nodes, end, begun } = await workedOn(context)
  end[0]?.('rows')
  await comesTrue(() => ends(nodes).length === 1, 'the first run ends')
  await requestRun(nodes)
  await begun(2)
  await requestRun(nodes, 'pipe')
  await begun(3)
  end[2]?.('rows')
  await comesTrue(() => ends(nodes).length === 2, 'the last run ends')
  end[1]?.('older')
  await comesTrue(() => ends(nodes).length === 3, 'the second run ends')
  assert.equal([ends(nodes).at(-1), await served(nodes)], ['superseded', 'rows'])
})

test('a run is served although a later one was requested, so that a feed that is slower than its schedule has rows', async context => {
  const { nodes, end, begun } = await workedOn(context)
  await requestRun(nodes)
  await begun(2)
  end[0]?.('older')
  await comesTrue(() => ends(nodes).length === 1, 'the earlier run ends')
  assert.is(await served(nodes), 'older')
  end[1]?.('newer')
  await comesTrue(() => ends(nodes).length === 2, 'the later run ends')
  assert.equal([ends(nodes), await served(nodes)], [['completed', 'completed'], 'newer'])
})

test('a source that is renamed while a run serves its rows keeps both', async context => {
  const { nodes, end } = await workedOn(context)
  const { append } = nodes.log
  let isRenamed = false
  mock.method(nodes.log, 'append', async (...[stream, events, revision]: Parameters<typeof append>) => {
    if (events[0]?.type === 'AssetSourceLoaded' && !isRenamed) {
      isRenamed = true
      const rename = { kind: 'ChangeSource', assetSourceType: 'feed', assetSourceName: 'Renamed' } as const
      await nodes.does(assetSource, id, { ...rename, at: nodes.clock.now().toISOString() })
    }
    return append(stream, events, revision)
  })
  end[0]?.('rows')
  await comesTrue(() => ends(nodes).length === 1, 'the run ends')
  const { state } = await nodes.work().load(assetSource, id)
  assert.equal([isRenamed, state?.assetSourceName, await served(nodes)], [true, 'Renamed', 'rows'])
  assert.is(runs(nodes).filter(({ type }) => type === 'FeedRunAttemptFailed').length, 0, 'it is not read again')
})

/** Gives the source the variant column `size`, as updateFeed does first. */
const changeVariant = (nodes: MemoryNodes) =>
  nodes.does(assetSource, id, {
    kind: 'ChangeSource',
    assetSourceType: 'feed',
    roles: { assetVariantColumn: 'size' },
    at: nodes.clock.now().toISOString(),
  })

test('rows that were read before the source got a variant column are not served: the run reads them again', async context => {
  const { nodes, end, begun, readBy, stored } = await workedOn(context, ['sku', 'size'])
  await changeVariant(nodes)
  end[0]?.('one of each key')
  await begun(2)
  assert.equal([await served(nodes), stored()], [undefined, 0])
  end[1]?.('all sizes')
  await comesTrue(() => ends(nodes).length === 1, 'the run ends')
  assert.equal([readBy, ends(nodes), await served(nodes)], [[undefined, 'size'], ['completed'], 'all sizes'])
})

/** Repeats a request for the variant column `size` without an Idempotency-Key; the run that it asks for. */
const repeatUpdate = async ({ work, ports }: MemoryNodes): Promise<string | undefined> => {
  const params = { accountId: 'acme', assetSourceId: 12 }
  const input = { params, body: { assetVariantColumn: 'size' }, ifMatch: undefined } as never
  const own = work()
  const answer = await outcomeOf(updateFeed.run(input, own, ports), own)
  assert.ok(E.isRight(answer) && 'body' in answer.right)
  return answer.right.body.queueId
}

test('an update that is repeated because the first one ended half done has the feed read again, once', async context => {
  const { nodes, end, begun, readBy } = await workedOn(context, ['sku', 'size'])
  end[0]?.('one of each key')
  await comesTrue(() => ends(nodes).length === 1, 'the first run ends')
  await changeVariant(nodes)
  assert.is(await repeatUpdate(nodes), 'feed-12-2')
  assert.is(await repeatUpdate(nodes), undefined)
  await begun(2)
  // which are the same rows
  end[1]?.('one of each key')
  await comesTrue(() => ends(nodes).length === 2, 'the second run ends')
  assert.equal([await repeatUpdate(nodes), readBy], [undefined, [undefined, 'size']])
})

test('an update that is repeated twice at once has the feed read again once', async context => {
  const { nodes, end } = await workedOn(context, ['sku', 'size'])
  end[0]?.('one of each key')
  await comesTrue(() => ends(nodes).length === 1, 'the first run ends')
  await changeVariant(nodes)
  const asked = await Promise.all([repeatUpdate(nodes), repeatUpdate(nodes)])
  assert.equal(
    asked.filter(run => run !== undefined),
    ['feed-12-2'],
  )
})

test('rows are served once the indexes that campaigns look up are ready, and the rows before until then', async context => {
  const prepared: object[] = []
  const { promise: ready, resolve: release } = Promise.withResolvers<void>()
  const prepare: RowIndexes['prepare'] = async (accountId, { digest }, wanted) => {
    prepared.push({ accountId, digest, wanted })
    await ready
  }
  const { nodes, end, stored } = await workedOn(context, ['sku'], { rowIndexes: { ...noRowIndexes, prepare } })
  const at = nodes.clock.now().toISOString()
  const feeds = { assetSourceType: 'productFeed', productAssetSourceId: 12, brandColumn: 'brand' } as const
  await nodes.does(retailCampaign, 'acme:7', {
    kind: 'CreateRetailCampaign',
    campaign: campaign({ retailCampaignIdx: 7, ...feeds }),
    at,
  })
  end[0]?.('rows')
  await comesTrue(() => prepared.length === 1, 'the indexes are built')
  const wanted = [
    { of: 'keys', column: 'sku' },
    { of: 'values', column: 'brand' },
  ]
  assert.equal(prepared, [{ accountId: 'acme', digest: 'rows', wanted }])
  await settles()
  assert.equal([ends(nodes), await served(nodes), stored()], [[], undefined, 0])
  release()
  await comesTrue(() => ends(nodes).length === 1, 'the run ends')
  assert.equal([ends(nodes), await served(nodes), stored()], [['completed'], 'rows', 1])
})

test('rows that lack a column with a role are not stored', async context => {
  const { nodes, end, stored } = await workedOn(context, ['name'])
  end[0]?.('rows')
  await comesTrue(() => ends(nodes).length === 1, 'the run ends')
  assert.equal([ends(nodes), stored()], [['columns-missing'], 0])
})

test.run()
