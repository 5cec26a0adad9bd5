import { suite } from 'uvu'
import * as assert from 'uvu/assert'
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

test('a number beyond the range of JSON is refused with its place', async () => {
  const text = JSON.stringify(campaignWhere({ operator: 'LESS_THAN', value: 'NUMBER', ...place }))
  const body = text.replace('"NUMBER"', '1e999')
  const headers = { 'content-type': 'application/json' }
  const { status, json } = await service.call('POST', `${account}/campaigns`, undefined, { headers, body })
  assert.equal([status, json.code], [400, 'invalid-request'])
  assert.is(json.errors[0].pointer, '/decisionGraph/segments/0/condition/value')
})

test.run()
