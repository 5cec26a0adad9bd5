import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Recorded } from '../../src/ports/event-log.ts'
import { readingLog } from '../nodes/stores.ts'
import { askExport, queueEnd } from '../support/service/flow.ts'
import { account, activated, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { movedClock } from '../support/waiting/moved-clock.ts'
import { until } from '../support/waiting/until.ts'
import { newCampaign, verified } from './assertions.ts'

type Context = { one: Service; two: Service }
const test = suite<Context>('a clock that jumps an hour')
const clock = movedClock()

test.before(async context => {
  context.one = await startService({ MONGODB_URL: '' }, { clock })
  // this node's clock is right: only one of two machines is wrong
  context.two = await startService({ DATA_DIR: context.one.dataDir, MONGODB_URL: '' })
  await provision(context.one)
})
test.after(async ({ one, two }) => {
  await two.stop()
  await one.stop()
})

const eventsIn = async (dataDir: string): Promise<readonly Recorded[]> => {
  const log = await readingLog({ DATA_DIR: dataDir })
  return log.events().finally(log.close)
}

for (const [way, hours] of [
  ['on', 1],
  ['back', -1],
] as const)
  test(`${way} during its work: each job is done once, by the node that started it`, async ({ one, two }) => {
    const campaign = await campaignWith(one, ['one', 'two', 'third'])
    assert.is((await activated(one, campaign)).status, 'ACTIVE')
    const asked = await Promise.all(
      (['jpg', 'png', 'gif'] as const).map((format, i) => askExport(i === 1 ? two : one, campaign, format)),
    )
    clock.move(hours)
    for (const { queueId } of asked) assert.is((await queueEnd(two, queueId)).status, 'COMPLETED')
    clock.move(-hours)
    const idx = campaign.split('/').at(-1)
    const own = (await eventsIn(one.dataDir)).filter(({ stream }) => stream.includes(`-acme:${idx}`))
    for (const format of ['jpg', 'png', 'gif']) {
      const types = own.filter(({ stream }) => stream.endsWith(`production:${format}:1`)).map(({ type }) => type)
      for (const [type, times] of [
        ['ExportAttemptFailed', 0],
        ['ExportCompleted', 1],
      ] as const)
        assert.is(types.filter(t => t === type).length, times, `${format}: ${types.join(' ')}`)
    }
    assert.is(own.filter(({ type }) => type === 'ActivationAttemptFailed').length, 0)
    assert.is(own.filter(({ type }) => type === 'ActivationCompleted').length, 1)
  })

test('ids stay unique, and the log keeps the order of events', async ({ one }) => {
  const ids: number[] = []
  for (const hours of [0, 1, -2, 1]) {
    clock.move(hours)
    for (let i = 0; i < 12; i++) ids.push((await newCampaign(one, `Campaign ${ids.length}`)).json.retailCampaignIdx)
  }
  assert.is(new Set(ids).size, ids.length)
  assert.equal(
    ids,
    [...ids].sort((a, b) => a - b),
  )
})

test('sent to both nodes under one Idempotency-Key, a request runs once, however far apart their clocks are', async ({
  one,
  two,
}) => {
  const owners: string[] = []
  for (const hours of [8 / 3600, 1, -1]) {
    clock.move(hours)
    const own = Array.from({ length: 25 }, (_, i) => `${hours}.${i}`)
    owners.push(...own)
    const keyed = (node: Service, owner: string) =>
      node.call(
        'POST',
        `${account}/api-keys`,
        { owner, permissions: ['Campaigns_View'] },
        { headers: { 'idempotency-key': owner } },
      )
    await Promise.all(own.flatMap(owner => [keyed(one, owner), keyed(two, owner)]))
    for (const owner of own)
      for (const node of [one, two])
        await until(
          () => keyed(node, owner),
          ({ status }) => status === 200,
        )
    clock.move(-hours)
  }
  const issued = (await eventsIn(one.dataDir)).filter(({ type }) => type === 'ApiKeyIssued')
  // those that the other node has issued may come later
  const { apiKeys } = await until(
    () => one.must('GET', `${account}/api-keys?limit=100`),
    found => found.apiKeys.length === issued.length,
  )
  const ownerOf = new Map(apiKeys.map(({ keyId, owner }: { keyId: string; owner: string }) => [keyId, owner]))
  assert.equal(issued.map(({ data }) => ownerOf.get((data as { keyId: string }).keyId)).sort(), owners.sort())
})

test('a jump forward expires earlier download links, the status returns a new one, and both work after jumping back', async ({
  one,
}) => {
  const campaign = await campaignWith(one, ['one'])
  assert.is((await activated(one, campaign)).status, 'ACTIVE')
  assert.is((await queueEnd(one, (await askExport(one, campaign, 'jpg')).queueId)).status, 'COMPLETED')
  const link = async (): Promise<string> =>
    (await one.call('GET', `${campaign}/exportAssetStatus?assetExportType=jpg`)).json[0].resolutionsResponse[0].url
  const statusOf = async (url: string) => (await one.call('GET', url, undefined, { key: undefined })).status
  const before = await link()
  // links of exports are valid for a day
  clock.move(25)
  assert.is(await statusOf(before), 403)
  const during = await link()
  assert.is(await statusOf(during), 200)
  clock.move(-25)
  for (const url of [before, during]) assert.is(await statusOf(url), 200)
})

test('a rate-limited key waits for at most a minute, whichever way the clock jumps', async () => {
  const limited = await startService({ RATE_LIMIT: '1000,3,1000' }, { clock })
  try {
    const write = () => limited.call('PUT', '/v2/org/org1', { name: 'Org', retailer: true })
    for (const hours of [0, 1, -2, 1]) {
      clock.move(hours)
      const refused = await until(write, ({ status }) => status === 429)
      const seconds = Number(refused.headers.get('retry-after'))
      assert.ok(seconds >= 1 && seconds <= 60, `${seconds}`)
    }
  } finally {
    await limited.stop()
  }
})

test('afterwards everything matches the log', ({ one }) => verified({ DATA_DIR: one.dataDir }))

test.run()
