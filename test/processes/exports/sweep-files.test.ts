import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { assets } from '../../../projections/assets/assets.ts'
import { exportsView } from '../../../projections/exports/exports.ts'
import { retailCampaigns } from '../../../projections/retail-campaigns/retail-campaigns.ts'
import { templateWorkflows } from '../../../projections/templates/template-workflows.ts'
import { aggregates } from '../../../src/domain/aggregates.ts'
import { asset } from '../../../src/domain/assets/asset.ts'
import { type ExportKey, exportId, exportOf } from '../../../src/domain/exports/export.ts'
import { type RetailCampaign, retailCampaign } from '../../../src/domain/retail-campaigns/retail-campaign.ts'
import { templateWorkflow } from '../../../src/domain/templates/workflow/workflow.ts'
import { openExecutor } from '../../../src/engine/write/execute.ts'
import { ofKnownEvents } from '../../../src/engine/write/known-events.ts'
import { contentFromLog } from '../../../src/lookups/campaign-from-log.ts'
import { IndexNotReady } from '../../../src/ports/row-indexes.ts'
import { sweepExportFiles } from '../../../src/processes/exports/sweep-files.ts'
import { hourlySweep } from '../../../src/processes/sweeping/hourly-sweep.ts'
import { workflowInitiated } from '../../support/examples/templates.ts'
import { documentAfter } from '../../support/given/decider.ts'
import { memoryBlobs } from '../../support/memory/blobs.ts'
import { memoryLog } from '../../support/memory/log.ts'
import { memoryReadModels } from '../../support/memory/read-models.ts'
import { noRowIndexes as rowIndexes } from '../../support/memory/row-indexes.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }
const hourMs = 3_600_000
const campaignOf = (retailCampaignIdx: number): RetailCampaign => ({
  accountId: 'acme',
  retailCampaignIdx,
  retailCampaignName: 'Spring',
  templateCampaignIdx: 1,
  assetSourceType: 'uploadAsset',
  dataServiceId: retailCampaignIdx,
  adUnits: [],
})

/** Stores in memory, a manual clock, and a few operations on campaigns and their exports. */
const shop = () => {
  let now = new Date('2026-05-01T10:30:00.000Z')
  const clock = { now: () => now, monotonic: () => now.getTime() }
  const [log, readModels, blobs] = [memoryLog(), memoryReadModels(), memoryBlobs(clock.now)]
  const newWork = openExecutor(log, clock)
  let commands = 0
  const work = () => {
    const commandId = `00000000-0000-4000-8000-${String(++commands).padStart(12, '0')}`
    return newWork({ actor: 'tester', operation: 'test', commandId, correlationId: 'c', causationId: 'c' })
  }
  const done = async (result: Promise<E.Either<unknown, unknown>>) => assert.ok(E.isRight(await result))
  const at = () => now.toISOString()
  const key = (idx: number, format: ExportKey['format'] = 'png'): ExportKey => ({
    accountId: 'acme',
    retailCampaignIdx: idx,
    mode: 'production',
    format,
    resolution: 1,
  })
  const ports = { readModels, rowIndexes, blobs, clock }
  const signal = new AbortController().signal
  /** Updates the views to the head of the log, as the projections of a node do. */
  const project = () => {
    for (const view of [exportsView, retailCampaigns, templateWorkflows, assets].map(ofKnownEvents(aggregates))) {
      const own = log.events.filter(e => view.categories.some(c => e.stream.startsWith(`${c}-`)))
      for (const id of new Set(own.map(e => view.idOf(e))))
        if (id !== undefined)
          readModels.put(view, id, documentAfter<unknown>(view as never, ...own.filter(e => view.idOf(e) === id)))
    }
    readModels.moveTo(BigInt(log.events.length))
  }
  return {
    log,
    blobs,
    /** Starts a workflow of templates with an upload of these bytes. */
    async uploaded(bytes: string): Promise<void> {
      const { sha256: blob } = await blobs.put(Buffer.from(bytes))
      const { data } = workflowInitiated({ sources: [{ kind: 'pictures', blob, bytes: 9 }] })
      await done(work().execute(templateWorkflow, 'acme:spring', { kind: 'Initiate', ...data }))
    },
    /** Uploads these bytes into the library of another account. */
    async inLibrary(bytes: string): Promise<void> {
      const { sha256, size } = await blobs.put(Buffer.from(bytes))
      const file = { accountId: 'other', path: 'a.zip', sha256, size, contentType: 'application/zip', at: at() }
      await done(work().execute(asset, 'other:a.zip', file))
    },
    wait: (hours: number) => {
      now = new Date(now.getTime() + hours * hourMs)
    },
    create: (idx: number) =>
      done(
        work().execute(retailCampaign, `acme:${idx}`, {
          kind: 'CreateRetailCampaign',
          campaign: campaignOf(idx),
          at: at(),
        }),
      ),
    change: (idx: number, page: string) =>
      done(
        work().execute(retailCampaign, `acme:${idx}`, {
          kind: 'UpdateRetailCampaign',
          changes: { clickthroughUrl: `https://shop.example.com/${page}` },
          at: at(),
        }),
      ),
    /** Records a ZIP with these bytes as the export of the current campaign; returns its hash. */
    async exported(idx: number, bytes: string, format?: ExportKey['format']): Promise<string> {
      const { sha256, size } = await blobs.put(Buffer.from(bytes))
      const content = await contentFromLog(work(), 'acme', idx, ports)()
      if (E.isLeft(content)) throw new Error(content.left.detail)
      const { contentHash } = content.right
      const command = {
        kind: 'MakeAvailable',
        attempt: 1,
        zip: sha256,
        size,
        filename: 'f.zip',
        contentHash,
        at: at(),
      } as const
      await done(work().execute(exportOf, exportId(key(idx, format)), command))
      return sha256
    },
    /** `indexing`: a campaign whose products are being indexed. */
    async sweep(indexing?: number): Promise<number> {
      project()
      const get: typeof readModels.get = async (view, id) => {
        if (view.name === retailCampaigns.name && id === `acme:${indexing}`) throw new IndexNotReady()
        return readModels.get(view, id)
      }
      return sweepExportFiles({ ports: { ...ports, readModels: { ...readModels, get } }, work: work(), signal })
    },
    project,
    streamOf: (idx: number) => `export-${exportId(key(idx))}`,
    /** Appends an event as a node of a newer release would. */
    async byNewer(stream: string): Promise<void> {
      const { revision } = await log.streamHead(stream)
      const by = { actor: 'admin', operation: 'newer', correlationId: 'c', causationId: 'c', schemaVersion: 1 }
      const event = { id: `newer ${stream}`, type: 'SomethingNewer', data: {}, metadata: { at: at(), ...by } }
      await done(log.append(stream, [event], revision))
    },
    /** The hourly sweep of one node. */
    node: () => {
      const tick = hourlySweep({ ...ports, log, logger: silent }, newWork)
      return () => tick(signal)
    },
    kept: async () => (await Array.fromAsync(blobs.list())).map(b => b.sha256).sort(),
    facts: (idx: number) => log.events.filter(e => e.stream === `export-${exportId(key(idx))}`).map(e => e.type),
  }
}

const test = suite('sweeping export files')

test('an offered export keeps its file, however often files are swept', async () => {
  const s = shop()
  await s.create(1)
  const zip = await s.exported(1, 'spring')
  s.wait(700)
  assert.is(await s.sweep(), 0)
  assert.equal(await s.kept(), [zip])
  assert.equal(s.facts(1), ['ExportMadeAvailable'])
})

test('a file that a workflow of templates has the same bytes of is kept', async () => {
  const s = shop()
  await s.create(1)
  const zip = await s.exported(1, 'pictures')
  await s.uploaded('pictures')
  await s.change(1, 'new')
  await s.sweep()
  s.wait(700)
  await s.sweep()
  assert.equal(await s.kept(), [zip])
})

test('a file that was uploaded to a library too, even that of another account, is kept for ever (LIBRARY-3)', async () => {
  const s = shop()
  await s.create(1)
  const zip = await s.exported(1, 'spring')
  await s.inLibrary('spring')
  await s.change(1, 'summer')
  await s.sweep()
  s.wait(26)
  assert.is(await s.sweep(), 1, 'the export drops it')
  assert.equal(await s.kept(), [zip])
})

test('after a change the file is kept while a link may be valid, then deleted', async () => {
  const s = shop()
  await s.create(1)
  const zip = await s.exported(1, 'spring')
  s.wait(100)
  await s.change(1, 'summer')
  assert.is(await s.sweep(), 0)
  assert.equal(s.facts(1), ['ExportMadeAvailable', 'ExportArchived'])
  s.wait(25)
  assert.is(await s.sweep(), 0)
  assert.equal(await s.kept(), [zip])
  s.wait(1)
  assert.is(await s.sweep(), 1)
  assert.equal(await s.kept(), [])
  s.wait(1)
  assert.is(await s.sweep(), 0, 'a file is dropped once')
  assert.equal(s.facts(1), ['ExportMadeAvailable', 'ExportArchived', 'ExportFileDropped'])
})

test('an export of a campaign whose products are being indexed waits for the next pass, and the others do not', async () => {
  const s = shop()
  for (const idx of [1, 2]) {
    await s.create(idx)
    await s.exported(idx, `spring ${idx}`)
    await s.change(idx, 'summer')
  }
  await s.sweep(1)
  assert.equal([s.facts(1).length, s.facts(2)], [1, ['ExportMadeAvailable', 'ExportArchived']])
  await s.sweep()
  assert.equal(s.facts(1), ['ExportMadeAvailable', 'ExportArchived'])
})

test('what only a newer release can read is left to it, and other exports are swept', async () => {
  const s = shop()
  for (const idx of [1, 2, 3]) await s.create(idx)
  const files: string[] = []
  for (const idx of [1, 2, 3]) files.push(await s.exported(idx, `zip ${idx}`))
  for (const idx of [1, 2, 3]) await s.change(idx, 'other')
  await s.byNewer('retail-campaign-acme:1')
  assert.is(await s.sweep(), 0)
  const archivedOnly = ['ExportMadeAvailable', 'ExportArchived']
  assert.equal([s.facts(1), s.facts(2)], [['ExportMadeAvailable'], archivedOnly])
  await s.byNewer(s.streamOf(2))
  s.wait(27)
  assert.is(await s.sweep(), 1)
  assert.equal(await s.kept(), [files[0]!, files[1]!].sort())
})

test('a replaced file is deleted, and the newer one is kept', async () => {
  const s = shop()
  await s.create(1)
  await s.exported(1, 'spring')
  await s.change(1, 'summer')
  const summer = await s.exported(1, 'summer')
  s.wait(26)
  assert.is(await s.sweep(), 1)
  assert.equal(await s.kept(), [summer])
})

test('bytes are kept while another export offers them or a link to them may be valid', async () => {
  const s = shop()
  for (const idx of [1, 2, 3]) await s.create(idx)
  const shared = await s.exported(1, 'same')
  for (const idx of [2, 3]) assert.is(await s.exported(idx, 'same'), shared)
  await s.change(1, 'other')
  await s.sweep()
  s.wait(20)
  await s.change(2, 'other')
  await s.sweep()
  s.wait(10)
  assert.is(await s.sweep(), 1, 'the first campaign drops it')
  assert.equal(await s.kept(), [shared])
  s.wait(30)
  assert.is(await s.sweep(), 1, 'the second one drops it too')
  assert.equal(await s.kept(), [shared], 'the third one still offers it')
  await s.change(3, 'other')
  await s.sweep()
  s.wait(26)
  assert.is(await s.sweep(), 1)
  assert.equal(await s.kept(), [])
})

test('bytes that two exports drop in one sweep are deleted', async () => {
  const s = shop()
  await s.create(1)
  await s.exported(1, 'same', 'png')
  await s.exported(1, 'same', 'jpg')
  await s.change(1, 'other')
  await s.sweep()
  s.wait(26)
  assert.is(await s.sweep(), 2)
  assert.equal(await s.kept(), [])
})

test('recently stored bytes are kept, because their export may not be recorded yet', async () => {
  const s = shop()
  await s.create(1)
  const zip = await s.exported(1, 'spring')
  await s.change(1, 'summer')
  await s.sweep()
  s.wait(26)
  await s.blobs.put(Buffer.from('spring'))
  assert.is(await s.sweep(), 0)
  assert.equal(await s.kept(), [zip])
  s.wait(26)
  assert.is(await s.sweep(), 1, 'no export was recorded')
  assert.equal(await s.kept(), [])
})

test('other files (assets, documents, snapshots) are never swept', async () => {
  const s = shop()
  await s.create(1)
  await s.exported(1, 'spring')
  const { sha256 } = await s.blobs.put(Buffer.from('<p>an ad unit</p>'))
  await s.change(1, 'summer')
  await s.sweep()
  s.wait(10_000)
  await s.sweep()
  assert.equal(await s.kept(), [sha256])
})

test('the next sweep finishes one that was interrupted after the deletion', async () => {
  const s = shop()
  await s.create(1)
  const zip = await s.exported(1, 'spring')
  await s.change(1, 'summer')
  await s.sweep()
  s.wait(26)
  s.log.away('for appends')
  assert.not.ok(
    await s.sweep().then(
      () => true,
      () => false,
    ),
  )
  assert.equal(await s.kept(), [])
  s.log.away(false)
  assert.is(await s.sweep(), 1)
  assert.is(await s.exported(1, 'spring'), zip, 'the same bytes can be offered again')
  assert.is(await s.sweep(), 0)
  assert.equal(await s.kept(), [zip])
})

test('two nodes that sweep at the same time drop a file once', async () => {
  const s = shop()
  await s.create(1)
  await s.exported(1, 'spring')
  await s.change(1, 'summer')
  await Promise.all([s.sweep(), s.sweep()])
  s.wait(26)
  await Promise.all([s.sweep(), s.sweep()])
  assert.equal(await s.kept(), [])
  assert.equal(s.facts(1), ['ExportMadeAvailable', 'ExportArchived', 'ExportFileDropped'])
})

test('one of several nodes sweeps each hour', async () => {
  const s = shop()
  await s.create(1)
  await s.exported(1, 'spring')
  const [one, other] = [s.node(), s.node()]
  s.project()
  await one()
  await s.change(1, 'summer')
  s.project()
  await Promise.all([one(), other()])
  assert.equal(s.facts(1), ['ExportMadeAvailable'], 'this hour has been swept')
  s.wait(1)
  await Promise.all([other(), one()])
  assert.equal(s.facts(1), ['ExportMadeAvailable', 'ExportArchived'])
})

test('nothing is swept while the views are behind, because a file may be offered again', async () => {
  const s = shop()
  for (const idx of [1, 2]) await s.create(idx)
  const zip = await s.exported(1, 'same')
  await s.change(1, 'summer')
  await s.sweep()
  s.project()
  s.wait(100)
  await s.exported(2, 'same')
  s.wait(100)
  const tick = s.node()
  await tick()
  assert.equal(await s.kept(), [zip])
  s.project()
  await tick()
  assert.equal(await s.kept(), [zip])
  assert.equal(s.facts(1).at(-1), 'ExportFileDropped', 'the first campaign dropped it once the views were current')
})

test.run()
