import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { putAssetSourceViews } from '../../commands/asset-sources/put-asset-source-views.ts'
import { updateInline } from '../../commands/asset-sources/update-inline.ts'
import { updateRemote } from '../../commands/asset-sources/update-remote.ts'
import { assetSource } from '../../src/domain/asset-sources/asset-source.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import type { Input, Outcome, Reply } from '../../src/engine/operation.ts'
import type { Change } from '../../src/engine/write/change.ts'
import type { Work } from '../../src/engine/write/execute.ts'
import type { Ports } from '../../src/ports/ports.ts'
import { remoteSettings, rowSet } from '../support/examples/asset-sources.ts'
import { memoryBlobs } from '../support/memory/fakes.ts'
import { memoryNodes } from '../support/memory/node.ts'
import { nodeOn, outcomeOf, runOf } from '../support/waiting/tally.ts'

type Operation = { run(input: never, work: Work, ports: Ports): Outcome<unknown> | Change<Reply<unknown>> }
type Sent = Partial<Pick<Input<unknown, unknown, unknown>, 'params' | 'body' | 'files' | 'ifMatch' | 'randomBytes'>>

const test = suite<{ folder: string }>('repeats of requests of a full account')
test.before.each(async context => {
  context.folder = await mkdtemp(join(tmpdir(), 'endcap-repeats-'))
})
test.after.each(({ folder }) => rm(folder, { recursive: true }))

/** A source of inline rows, at revision 0, on nodes whose files of view events are those that requests send. */
const inlineSource = async () => {
  const blobs = memoryBlobs()
  const config = { publicUrl: '', mailLimit: 'off' as const, storageLimit: 1_000_000 }
  const checkViews = async (_: string, { path }: { path: string }) => ({
    ...{ file: path, set: { digest: path, rows: 1, columns: ['key'] }, faults: [], faultyRows: 0 },
  })
  const nodes = memoryNodes({ blobs, config, recommender: { checkViews } as unknown as Ports['recommender'] })
  await nodes.does(assetSource, 'acme:12', {
    ...{ kind: 'CreateSource', accountId: 'acme', assetSourceId: 12, assetSourceType: 'inline' },
    ...{ assetSourceName: 'Pots', roles: { assetKeyColumn: 'sku' }, set: rowSet(), at: '2026-03-01T12:00:00.000Z' },
  })
  const runs = async (
    operation: Operation,
    sent: Sent,
    commandId: string = randomUUID(),
    isRepeat = false,
    ports = nodes.ports,
  ) => {
    const input = { params: { accountId: 'acme', assetSourceId: 12 }, ...sent }
    const work = nodeOn(nodes.log).work({ commandId, repeats: runOf(isRepeat) })
    const outcome = await outcomeOf(operation.run(input as never, work, ports), work, ports.secrets)
    return E.isRight(outcome) ? outcome.right : outcome.left.code
  }
  return { ...nodes, blobs, config, runs }
}

test('an update of inline rows that is done is not refused, also when others came later', async () => {
  const { runs, config, log, blobs } = await inlineSource()
  const commandId = randomUUID()
  const { revision } = await nodeOn(log).work().load(assetSource, 'acme:12')
  const sent = { body: { data: [{ sku: 'a', headline: 'first' }] }, ifMatch: revision }
  const done = await runs(updateInline, sent, commandId)
  await runs(updateInline, { body: { data: [{ sku: 'a', headline: 'second' }] } })
  const before = { events: log.events.length, files: blobs.kept.size }
  config.storageLimit = 1
  assert.equal(await runs(updateInline, sent, commandId, true), done)
  assert.equal({ events: log.events.length, files: blobs.kept.size }, before)
})

test('an update of a remote source that is done is not refused, nor its address asked again; what it replaced is forgotten', async () => {
  const { runs, does, ports } = await inlineSource()
  const secretId = 'replaced'
  await does(assetSource, 'acme:13', {
    ...{ kind: 'CreateSource', accountId: 'acme', assetSourceId: 13, assetSourceType: 'remote' },
    ...{ remote: { ...remoteSettings, secretId }, assetSourceName: 'Stock', roles: { assetKeyColumn: 'sku' } },
    ...{ set: rowSet(), at: '2026-03-01T12:00:00.000Z' },
  })
  const answers: object[] = ['d3', 'd2'].map(digest => ({ set: rowSet(digest), faultyRows: 0 }))
  const full = rejection('storage-full', 'The account is full.')
  const fetch = async () => answers.pop() ?? { code: full.code, detail: full.detail, refused: full }
  const forgotten = new Set<string>()
  const secrets = {
    load: async () => 'key=old',
    store: async (_text: string, _context: string, id: string) => id,
    forget: async (id: string) => void forgotten.add(id),
  }
  const own = { ...ports, remoteRows: { fetch }, secrets } as unknown as Ports
  const params = { accountId: 'acme', assetSourceId: 13 }
  const sent = { params, body: { additionalParams: 'key=new' } }
  const commandId = randomUUID()
  const done = await runs(updateRemote, sent, commandId, false, own)
  // the node ended before it could
  forgotten.clear()
  await runs(updateRemote, { params, body: { url: 'https://shop.example.com/other.json' } }, undefined, false, own)
  assert.equal(await runs(updateRemote, sent, commandId, true, own), done)
  assert.equal([...forgotten], [secretId])
})

test('view events that were stored are not refused', async ({ folder }) => {
  const { runs, config, log } = await inlineSource()
  const path = join(folder, 'views')
  await writeFile(path, 'views')
  const sent = {
    files: { file: { path, size: 5, filename: 'views' } },
    randomBytes: (count: number) => Buffer.alloc(count),
  }
  const commandId = randomUUID()
  const done = await runs(putAssetSourceViews, sent, commandId)
  const before = log.events.length
  config.storageLimit = 1
  assert.equal(await runs(putAssetSourceViews, sent, commandId, true), done)
  assert.is(log.events.length, before)
})

test.run()
