import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { keptFiles } from '../../../src/audit/verify/kept-files.ts'
import { assetSource } from '../../../src/domain/asset-sources/asset-source.ts'
import { servedLoad } from '../../../src/domain/asset-sources/asset-source-state.ts'
import { droppedRows } from '../../../src/domain/asset-sources/dropped-rows.ts'
import { asset } from '../../../src/domain/assets/asset.ts'
import { templateWorkflow } from '../../../src/domain/templates/workflow/workflow.ts'
import { sweepRowFiles } from '../../../src/processes/asset-sources/sweep-row-files.ts'
import { hourlySweep } from '../../../src/processes/sweeping/hourly-sweep.ts'
import { openRows } from '../../../src/rows/row-file.ts'
import { writeRows } from '../../../src/rows/write-rows.ts'
import { workflowInitiated } from '../../support/examples/templates.ts'
import { memoryBlobs } from '../../support/memory/blobs.ts'
import { eventsOf } from '../../support/memory/log.ts'
import { memoryNodes } from '../../support/memory/node.ts'

/** Asset sources in memory, their files, and a clock that is moved by hand. */
const shop = () => {
  const nodes = memoryNodes()
  const { clock, ports, log } = nodes
  const blobs = memoryBlobs(clock.now)
  const at = () => clock.now().toISOString()
  const store = (rows: string) => writeRows(blobs, ['sku'], [[rows]])
  const signal = new AbortController().signal
  return {
    nodes,
    blobs,
    store,
    wait: (hours: number) => clock.pass(hours * 3_600_000),
    create: (id: number) =>
      nodes.does(assetSource, `acme:${id}`, {
        kind: 'CreateSource',
        accountId: 'acme',
        assetSourceId: id,
        assetSourceType: 'inline',
        assetSourceName: 'Products',
        roles: { assetKeyColumn: 'sku' },
        at: at(),
      }),
    /** Loads these rows one after the other; gives the names of their files. */
    async load(id: number, ...rows: readonly string[]): Promise<readonly string[]> {
      const files: string[] = []
      for (const one of rows) {
        const set = await store(one)
        await nodes.does(assetSource, `acme:${id}`, { kind: 'LoadRows', set, at: at() })
        files.push(set.blob)
      }
      return files
    },
    rollBack: (id: number, version: number) =>
      nodes.does(assetSource, `acme:${id}`, { kind: 'RollBack', version, at: at() }),
    upload: (sha256: string) =>
      nodes.does(asset, 'acme:rows', {
        accountId: 'acme',
        path: 'rows',
        sha256,
        size: 1,
        contentType: 'application/zstd',
        at: at(),
      }),
    /** Starts a workflow of templates with a file of this name. */
    uploadForTemplates: (blob: string) =>
      nodes.does(templateWorkflow, 'acme:spring', {
        kind: 'Initiate',
        ...workflowInitiated({ sources: [{ kind: 'document', blob, bytes: 9 }] }).data,
      }),
    served: async (id: number) => {
      const { state } = await nodes.work().load(assetSource, `acme:${id}`)
      const load = state && servedLoad(state)
      return load && (await (await openRows(blobs, load.set)).read(0, 10))
    },
    sweep: () => sweepRowFiles({ ports: { ...ports, blobs }, work: nodes.work(), signal }),
    /** The hourly sweep of one node. */
    node: () => {
      const tick = hourlySweep({ ...ports, blobs }, nodes.work)
      return () => tick(signal)
    },
    kept: async () => (await Array.fromAsync(blobs.list())).map(({ sha256 }) => sha256),
    dropped: () => eventsOf(log, droppedRows).map(({ data }) => data.version),
    /** What verify expects to find. */
    expected: () => {
      const files = keptFiles()
      for (const event of log.events) files.add(event)
      return files.named().map(([sha256]) => sha256)
    },
  }
}
const seven = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

const test = suite('sweeping the files of rows')

test('the files of versions that are no longer kept are deleted a day later, and verify does not miss them (SOURCE-17)', async () => {
  const s = shop()
  await s.create(1)
  const files = await s.load(1, ...seven)
  s.wait(25)
  assert.is(await s.sweep(), 0)
  assert.equal(await s.kept(), files, 'whoever reads an old version may still do so')
  s.wait(1)
  assert.is(await s.sweep(), 2)
  assert.equal(await s.kept(), files.slice(2))
  assert.equal(s.expected(), files.slice(2))
  assert.is(await s.sweep(), 0, 'a file is deleted once')
  assert.equal(s.dropped(), [2])
})

test('a version that can be restored is kept for ever, and is served after a rollback', async () => {
  const s = shop()
  await s.create(1)
  const files = await s.load(1, ...seven.slice(0, 5))
  s.wait(10_000)
  assert.is(await s.sweep(), 0)
  await s.rollBack(1, 1)
  assert.equal([await s.served(1), await s.kept()], [[['a']], files])
  await s.load(1, 'f')
  s.wait(26)
  assert.is(await s.sweep(), 1, 'it has left the last five')
  assert.equal([await s.served(1), s.dropped()], [[['f']], [1]])
})

test('a file is kept while another version, another source or a file of the library has the same bytes', async () => {
  const s = shop()
  for (const id of [1, 2]) await s.create(id)
  const files = await s.load(1, ...seven, 'c', 'h')
  await s.load(2, 'b')
  await s.upload(files[3]!)
  s.wait(26)
  assert.is(await s.sweep(), 1)
  assert.equal(await s.kept(), [...files.slice(1, 7), files[8]])
  assert.equal(s.dropped(), [4], 'they are not looked at again')
  await s.load(2, 'i', 'j', 'k', 'l', 'm')
  s.wait(26)
  assert.is(await s.sweep(), 1, 'the last source that had the bytes drops them')
  assert.not.ok((await s.kept()).includes(files[1]!))
})

test('a file is kept while a workflow of templates has the same bytes as its source', async () => {
  const s = shop()
  await s.create(1)
  const files = await s.load(1, ...seven)
  await s.uploadForTemplates(files[1]!)
  s.wait(26)
  assert.is(await s.sweep(), 1)
  assert.equal(await s.kept(), files.slice(1))
})

test('bytes that another source gave up lately are kept for its readers', async () => {
  const s = shop()
  for (const id of [1, 2]) await s.create(id)
  const [shared = ''] = await s.load(1, ...seven)
  await s.load(2, 'a')
  s.wait(26)
  await s.load(2, 'i', 'j', 'k', 'l', 'm')
  await s.sweep()
  assert.ok((await s.kept()).includes(shared))
  s.wait(26)
  await s.sweep()
  assert.not.ok((await s.kept()).includes(shared))
})

test('bytes that were stored lately are kept, because their load may not be recorded yet', async () => {
  const s = shop()
  await s.create(1)
  const files = await s.load(1, ...seven)
  s.wait(26)
  const set = await s.store('a')
  assert.is(await s.sweep(), 0)
  assert.equal([(await s.kept()).sort(), s.dropped()], [[...files].sort(), []])
  await s.nodes.does(assetSource, 'acme:1', { kind: 'LoadRows', set, at: s.nodes.clock.now().toISOString() })
  assert.equal(await s.served(1), [['a']])
  s.wait(26)
  assert.is(await s.sweep(), 2, 'those of b and c')
  assert.equal(await s.served(1), [['a']])
})

test('the next sweep finishes one that was interrupted after the deletion', async () => {
  const s = shop()
  await s.create(1)
  const files = await s.load(1, ...seven)
  s.wait(26)
  s.nodes.log.away('for appends')
  const swept = await s.sweep().then(
    () => true,
    () => false,
  )
  assert.equal([swept, await s.kept()], [false, files.slice(2)])
  s.nodes.log.away(false)
  await s.sweep()
  assert.equal(s.dropped(), [2])
})

test('two nodes that sweep at the same time drop a file once, and other files stay', async () => {
  const s = shop()
  await s.create(1)
  const { sha256 } = await s.blobs.put(Buffer.from('a picture'))
  const files = await s.load(1, ...seven)
  s.wait(26)
  await Promise.all([s.sweep(), s.sweep()])
  assert.equal(await s.kept(), [sha256, ...files.slice(2)])
  assert.equal(s.dropped(), [2])
})

test('a long history is read page by page, from where the last sweep ended', async () => {
  const s = shop()
  await s.create(1)
  const numbers = Array.from({ length: 450 }, (_, n) => String(n))
  await s.load(1, ...numbers)
  s.wait(26)
  assert.is(await s.sweep(), 445)
  await s.load(1, 'x')
  s.wait(26)
  assert.is(await s.sweep(), 1)
  assert.equal(s.dropped(), [445, 446])
})

test('the hourly sweep deletes row files, unless the views are behind', async () => {
  const s = shop()
  await s.create(1)
  const files = await s.load(1, ...seven)
  s.wait(26)
  const { waitFor } = s.nodes.readModels
  Object.assign(s.nodes.readModels, { waitFor: async () => false })
  const tick = s.node()
  await tick()
  assert.equal(await s.kept(), files)
  Object.assign(s.nodes.readModels, { waitFor })
  await tick()
  assert.equal(await s.kept(), files.slice(2))
})

test.run()
