import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { projections } from '../../projections/projections.ts'
import { aggregates } from '../../src/domain/aggregates.ts'
import { creatives } from '../../src/domain/creatives/creatives.ts'
import { retailCampaign } from '../../src/domain/retail-campaigns/retail-campaign.ts'
import { readsEvent, schemaVersionOf } from '../../src/engine/write/known-events.ts'
import { readConfig } from '../../src/node/config/read-config.ts'
import { openStores } from '../../src/node/stores/open-stores.ts'
import type { EventLog, Recorded } from '../../src/ports/event-log.ts'
import { endcap } from '../support/programs/endcap.ts'
import { type NodeProcess, startNodeProcess } from '../support/programs/node-process.ts'
import { type Answered, account, provision } from '../support/service/service.ts'
import { alarmed, alarms, campaignsOf, newCampaign, readiness, settled } from './assertions.ts'

type Context = { dataDir: string; node: NodeProcess; log: EventLog; close(): Promise<void> }
const test = suite<Context>('events of a newer release')

test.before(async context => {
  context.dataDir = await mkdtemp(join(tmpdir(), 'endcap-newer-'))
  context.node = await startNodeProcess({ DATA_DIR: context.dataDir })
  await provision(context.node)
  const config = readConfig({ DATA_DIR: context.dataDir })
  if (E.isLeft(config)) throw new Error(config.left.join('\n'))
  const { log, close } = await openStores(config.right)
  Object.assign(context, { log, close })
})
test.after(async ({ dataDir, node, close }) => {
  await close()
  await node.stop()
  await rm(dataDir, { recursive: true })
})

/** Appends as a node of a newer release on the same log would. */
const writtenByNewer = async (
  log: EventLog,
  stream: string,
  type: string,
  version: number,
  data: object = { other: true },
) => {
  const { revision } = await log.streamHead(stream)
  const metadata = { at: new Date().toISOString(), actor: 'admin', operation: 'newer', schemaVersion: version }
  const ids = { id: randomUUID(), correlationId: randomUUID(), causationId: randomUUID() }
  const event = { id: ids.id, type, data, metadata: { ...metadata, ...ids } }
  assert.ok(E.isRight(await log.append(stream, [event], revision)))
}

const refused = (answered: Answered): void => {
  assert.equal([answered.status, answered.json?.code], [503, 'newer-release'], answered.text)
  assert.match(answered.headers.get('retry-after') ?? '', /^\d+$/)
}
const change = (node: NodeProcess, idx: number, ctaText: string) =>
  node.call('PUT', `${account}/retail-campaigns/${idx}`, { ctaText })

test('writes to its stream are refused, views skip it, and it is reported once per type', async ({
  node,
  log,
  dataDir,
}) => {
  const [one, two, third] = await Promise.all(
    ['one', 'two', 'third'].map(async name => (await newCampaign(node, name)).json.retailCampaignIdx as number),
  )
  const streamOf = (idx: number) => `retail-campaign-acme:${idx}`
  const heard = node.logged().length
  await writtenByNewer(log, streamOf(one!), 'RetailCampaignMerged', 1)
  await writtenByNewer(log, streamOf(two!), 'RetailCampaignMerged', 1)
  const updated = 'RetailCampaignUpdated'
  const likeOurs = { changes: {}, contentHash: 'other', at: '2026-03-01T12:00:00.000Z' }
  await writtenByNewer(log, streamOf(third!), updated, schemaVersionOf(retailCampaign, updated) + 1, likeOurs)
  await writtenByNewer(log, 'loyalty-acme:1', 'LoyaltyBegun', 1)

  for (const idx of [one!, two!, third!, one!]) refused(await change(node, idx, 'Buy'))
  assert.equal(
    (await alarmed(node, heard, 2)).map(({ level, type }) => [level, type]),
    [
      [40, 'RetailCampaignMerged'],
      [40, 'RetailCampaignUpdated'],
    ],
  )
  assert.match(alarms(node, heard)[0]?.msg ?? '', /was written by a newer release; commands on its stream are refused/)

  await settled(node)
  assert.equal([...(await campaignsOf(node))].sort(), ['one', 'third', 'two'])
  const other = (await newCampaign(node, 'other')).json.retailCampaignIdx
  assert.is((await change(node, other, 'Buy')).status, 200)
  assert.is((await readiness(node)).status, 200)

  const { code, out } = await endcap(['verify', '--json'], { DATA_DIR: dataDir })
  assert.is(code, 1)
  assert.equal(
    JSON.parse(out).faults.map((f: { where: string }) => f.where),
    [...[one, two, third].map(idx => `${streamOf(idx!)}@1`), 'loyalty-acme:1@0'],
  )
})

test('the history of a campaign passes over what a newer release has changed', async ({ node, log }) => {
  const idx = (await newCampaign(node, 'merged')).json.retailCampaignIdx
  assert.is((await change(node, idx, 'Buy')).status, 200)
  const [campaign, creative] = [`retail-campaign-acme:${idx}`, `creatives-acme:${idx}`]
  await writtenByNewer(log, campaign, 'RetailCampaignMerged', 1)
  const renamed = { changes: { ctaText: 'Look' }, contentHash: 'other', at: '2026-03-01T12:00:00.000Z' }
  await writtenByNewer(
    log,
    campaign,
    'RetailCampaignUpdated',
    schemaVersionOf(retailCampaign, 'RetailCampaignUpdated'),
    renamed,
  )
  for (const _ of [1, 2])
    await writtenByNewer(log, creative, 'CreativeSaved', schemaVersionOf(creatives, 'CreativeSaved') + 1)
  await settled(node)
  const { history } = await node.must('GET', `${account}/retail-campaigns/${idx}/history`)
  const shown = history.map(({ type, changes }: { type: string; changes: unknown }) => [type, changes])
  const changed = (from: string, to: string) => ['RetailCampaignUpdated', [{ path: 'ctaText', from, to }]]
  assert.equal(shown.slice(2), [
    ['RetailCampaignMerged', []],
    changed('Buy', 'Look'),
    ['CreativeSaved', []],
    ['CreativeSaved', []],
  ])
})

test('every aggregate recognises its own events, and views ignore unknown events', () => {
  const eventOf = (type: string, version: number) => ({ type, metadata: { schemaVersion: version } }) as Recorded
  for (const aggregate of aggregates) {
    assert.not.ok(readsEvent(aggregate, eventOf('SomethingNew', 1)))
    const stream = `${aggregate.category}-acme:1`
    for (const { name, idOf } of projections)
      if (name !== 'account-events') assert.is(idOf({ ...eventOf('SomethingNew', 1), stream, data: null }), undefined)
  }
})

test.run()
