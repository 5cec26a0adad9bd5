import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readConfig } from '../../src/node/config/read-config.ts'
import { openStores } from '../../src/node/stores/open-stores.ts'
import { manyCreatives } from '../support/memory/many-creatives.ts'
import { campaignWith, provision, type Service, startService } from '../support/service/service.ts'

const test = suite<{ service: Service; campaign: string }>('a campaign with many creatives')
const [count, events] = [4_000, 12_000]

test.before(async context => {
  context.service = await startService()
  await provision(context.service)
  context.campaign = await campaignWith(context.service, [])
  const config = readConfig({ DATA_DIR: context.service.dataDir })
  if (E.isLeft(config)) throw new Error(config.left.join('\n'))
  // another process on the same folder writes its creatives, so that the node has none of them in memory
  const stores = await openStores(config.right)
  await manyCreatives(stores.log, `creatives-acme:${context.campaign.split('/').pop()}`, count, events)
  assert.ok(await stores.readModels.waitFor(await stores.log.head(), 180_000))
  await stores.close()
})
test.after(({ service }) => service.stop())

/** How often /healthz answered while something else was answered. */
const healthDuring = async ({ url }: Service, work: () => Promise<unknown>): Promise<number> => {
  let answers = 0
  let working = true
  const asking = (async () => {
    while (working) if ((await fetch(`${url}/healthz`)).status === 200) answers++
  })()
  await work()
  const during = answers
  working = false
  await asking
  return during
}
const save = (service: Service, campaign: string, more: object) =>
  service.call('POST', `${campaign}/creative`, { creativeName: 'pot 7', ...more })
const headline = (columnValue: string, more = {}) => ({
  dynamicAssets: [{ columnName: 'headline', columnValue, ...more }],
})

test('the node answers others while it folds their events for the first save, and keeps a snapshot', async ({
  service,
  campaign,
}) => {
  const answers = await healthDuring(service, async () => {
    assert.is((await save(service, campaign, headline('first'))).status, 200)
  })
  assert.ok(answers >= 5, `/healthz answered ${answers} times`)
  const [kept = ''] = await readdir(join(service.dataDir, 'snapshots'))
  assert.is((await readdir(join(service.dataDir, 'snapshots', kept))).length, 1)
})

test('a save for all of them is too large and refused at once; one that changes none is not', async ({
  service,
  campaign,
}) => {
  const everywhere = { applyToAllVariants: true }
  const refused = await save(service, campaign, headline('x'.repeat(300), everywhere))
  assert.equal([refused.status, refused.json.code], [413, 'append-too-large'])
  assert.is((await save(service, campaign, headline('second'))).status, 200)
})

test('the campaign is listed, its history is read, and it is cloned whole', async ({ service, campaign }) => {
  const list = await service.must('GET', `${campaign}/creatives?limit=2&offset=${count - 2}`)
  assert.equal([list.count, list.creatives.length], [count, 2])
  const { history } = await service.must('GET', `${campaign}/history?limit=5&order=descending`)
  assert.equal(
    history[0].changes.map((change: { path: string }) => change.path),
    ['creatives.pot 7.columns.0.columnValue'],
  )
  const { retailCampaignIdx } = await service.must('POST', `${campaign}/clone`, {})
  const clone = campaign.replace(/\d+$/, String(retailCampaignIdx))
  assert.is((await service.must('GET', `${clone}/creatives?limit=1`)).count, count)
})

test.run()
