import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { jobLists } from '../../src/jobs/job-lists.ts'
import { processes } from '../../src/processes/processes.ts'
import { endcap } from '../support/programs/cli.ts'
import { account, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('jobs and status')
let service: Service

test.before(async () => {
  service = await startService({ MONGODB_URL: '' })
  await provision(service)
})
test.after(() => service.stop())

const cli = (...args: readonly string[]) => endcap(args, { DATA_DIR: service.dataDir })

test('every process has a list of jobs', () => {
  const lists = jobLists.map(({ process, todo }) => [process, todo.name])
  const known = processes.map(({ name, todo }) => [name, todo.name])
  assert.equal(
    lists,
    known.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  )
})

test('nothing to do is exit code 3, and wrong use 2', async () => {
  const { code, out } = await cli('jobs', '--json', '--process', 'exports')
  assert.equal([code, out], [3, ''])
  for (const args of [
    ['jobs', '--state', 'gone'],
    ['jobs', '--process', 'gone'],
    ['jobs', '--gone'],
  ])
    assert.is((await cli(...args)).code, 2)
})

test('only a key of every account may read the status, which names nodes, views, processes, sizes and events', async () => {
  const { json } = await service.call('GET', '/v2/status')
  assert.is(json.nodes.length, 1)
  assert.ok(json.nodes[0].ready)
  assert.ok(json.views.every((view: { state: string }) => view.state === 'current'))
  assert.equal(
    json.processes.map(({ process }: { process: string }) => process),
    jobLists.map(({ process }) => process),
  )
  assert.ok(json.sizes.log > 0 && json.sizes.views > 0)
  assert.ok(json.accounts.find(({ accountId }: { accountId: string }) => accountId === 'acme').events > 0)
  const { apiKey: key } = await service.must('POST', `${account}/api-keys`, {
    owner: 'Test',
    permissions: ['Account_Admin'],
  })
  const refused = await service.call('GET', '/v2/status', undefined, { key })
  assert.equal([refused.status, refused.json.code], [403, 'account-not-on-key'])
})

test('endcap status prints the same, with the running node', async () => {
  const seen = await until(
    async () => JSON.parse((await cli('status', '--json')).out),
    ({ nodes }) => nodes.length === 1,
  )
  const { json } = await service.call('GET', '/v2/status')
  assert.is(seen.nodes[0].worker, json.nodes[0].worker)
  assert.equal(Object.keys(seen), Object.keys(json))
  const { code, out } = await cli('status')
  assert.is(code, 0)
  assert.match(out, /^views +(\d+) of \1 are current$/m)
})

test.run()
