import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { classicCampaign } from '../../src/domain/campaigns/campaign.ts'
import { readConfig } from '../../src/node/config/read-config.ts'
import { openStores } from '../../src/node/stores/open-stores.ts'
import { endcap } from '../support/programs/endcap.ts'
import { account, provision, type Service, startService } from '../support/service/service.ts'

const test = suite('numbers beyond JSON')
let service: Service
test.before(async () => {
  service = await startService({ MONGODB_URL: '' })
  await provision(service)
})
test.after(() => service.stop())

const place = { dataSignalService: 'Weather', dataSignalProperty: 'temperature' }
const campaignWhere = (condition: unknown) => ({
  campaignName: 'Hot',
  assetMap: [],
  decisionMap: [],
  decisionGraph: {
    defaultCreativeMaster: 'any',
    rulePriority: null,
    segments: [{ name: 'Hot', creativeMasters: ['fan'], condition }],
  },
})

/** Appends the campaign as earlier releases did: JSON wrote the number of its condition as null. */
const writtenByEarlier = async (campaignId: number): Promise<string> => {
  const config = readConfig({ DATA_DIR: service.dataDir })
  if (E.isLeft(config)) throw new Error(config.left.join('\n'))
  const { newWork, close } = await openStores(config.right)
  const id = randomUUID()
  const work = newWork({ actor: 'tester', operation: 'test', commandId: id, correlationId: id, causationId: id })
  const condition = { operator: 'LESS_THAN' as const, value: Number('1e999'), ...place }
  const campaign = { ...campaignWhere(condition), accountId: 'acme', campaignId }
  const created = await work.execute(classicCampaign, `acme:${campaignId}`, {
    kind: 'CreateCampaign',
    campaign: campaign as never,
    at: new Date().toISOString(),
  })
  await close()
  if (E.isLeft(created)) throw new Error(created.left.detail)
  return String(created.right.position)
}

test('a campaign with such a number from an earlier release is read, decided, verified and deleted', async () => {
  const headers = { 'endcap-after-position': await writtenByEarlier(900) }
  const path = `${account}/campaigns/900`
  const { status, json } = await service.call('GET', path, undefined, { headers })
  assert.is(status, 200)
  assert.is(json.decisionGraph.segments[0].condition.value, null)
  const decided = await service.must('POST', `${path}/decide`, { Weather: { temperature: -5 } })
  assert.equal(decided.creativeMasters, ['any'])
  const { code, out } = await endcap(['verify', '--json'], { DATA_DIR: service.dataDir })
  assert.equal([code, JSON.parse(out).faults], [0, []])
  assert.is((await service.call('DELETE', path)).status, 200)
})

test('a new one is refused with its place', async () => {
  const text = JSON.stringify(campaignWhere({ operator: 'LESS_THAN', value: 'NUMBER', ...place }))
  const body = text.replace('"NUMBER"', '1e999')
  const headers = { 'content-type': 'application/json' }
  const { status, json } = await service.call('POST', `${account}/campaigns`, undefined, { headers, body })
  assert.equal([status, json.code], [400, 'invalid-request'])
  assert.is(json.errors[0].pointer, '/decisionGraph/segments/0/condition/value')
})

test.run()
