import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { jobLists } from '../../src/jobs/job-lists.ts'
import { processes } from '../../src/processes/processes.ts'
import { endcap } from '../support/programs/endcap.ts'
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
    ['jobs', '--limit', '0'],
    ['jobs', '--limit', 'some'],
    ['keys', 'list', '--account', 'acme'],
  ])
    assert.is((await cli(...args)).code, 2)
})

test('only a key of every account may read the status, which names nodes, views, processes, sizes and events', async () => {
  const { json } = await service.call('GET', '/v2/status')
  assert.is(json.nodes.length, 1)
  assert.ok(json.nodes[0].ready && json.nodes[0].feeds)
  assert.is(json.nodes[0].cacheBytes, 0)
  assert.ok(json.views.every((view: { state: string }) => view.state === 'current'))
  assert.equal(
    json.processes.map(({ process }: { process: string }) => process),
    jobLists.map(({ process }) => process),
  )
  assert.ok(json.sizes.log > 0 && json.sizes.views > 0)
  // files are counted when somebody asks
  await until(
    async () => (await service.call('GET', '/v2/status')).json.sizes.blobs,
    blobs => blobs > 0,
  )
  const metrics = await service.call('GET', '/metrics', undefined, { key: undefined })
  for (const what of ['log', 'views', 'blobs', 'cache'])
    assert.match(metrics.text, `endcap_stored_bytes{of="${what}"} `)
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

const generation = `${account}/tmplGenAI`
const workflow = { process: 'template-workflows', id: 'acme:away' }
const post = (verb: string, { process, id } = workflow, body: object = { reason: 'The page is back.' }) =>
  service.call('POST', `${account}/jobs/${process}/${encodeURIComponent(id)}/${verb}`, body)
const failed = () =>
  until(
    async () => (await service.call('GET', `${account}/jobs?state=failed`)).json.jobs,
    jobs => jobs.length === 1,
  )

test('a job that failed is listed with its reason, is tried again, and its audit names who and why', async () => {
  const body = {
    brandUrl: 'http://169.254.169.254/latest/',
    retailer: { id: '7', name: 'Fernhollow' },
    inventoryType: 'OnSite',
    requestId: 'away',
  }
  await service.must('POST', `${generation}/sync-flow`, body)
  const [job] = await failed()
  const { since, trace, reason, attempt, ...rest } = job
  assert.equal(rest, { ...workflow, accountId: 'acme', state: 'failed', node: null, due: null })
  assert.ok(attempt > 0 && since && trace && reason, JSON.stringify(job))
  const listed = await cli('jobs', '--state', 'failed', '--json')
  assert.equal([listed.code, JSON.parse(listed.out)], [0, job])

  assert.equal((await post('retry')).json, { ...workflow, changed: true })
  const again = await until(failed, ([now]) => now.attempt > attempt)
  assert.not.equal(again[0].since, since)
  const { events } = (await service.call('GET', `${account}/events?filters=type%20=%20TemplateWorkflowRetried`)).json
  assert.equal(
    events.map((e: { data: { reason: string }; metadata: { actor: string } }) => [e.data.reason, e.metadata.actor]),
    [['The page is back.', 'admin']],
  )
})

test('a reason stays in the log, so it must not have a mail address (JOBS-4)', async () => {
  const job = { process: 'feed-runs', id: 'acme:feed-9-1' }
  for (const verb of ['retry', 'skip', 'cancel']) {
    const { status, json } = await post(verb, job, { reason: 'for Ann <ann@example.com>' })
    assert.equal([status, json.errors?.[0]?.pointer], [400, '/reason'], verb)
    assert.is((await post(verb, job, { reason: 'ticket 7 @ shop' })).status, 404, verb)
  }
})

test('the command line tries one job or all of a process again', async () => {
  const [{ attempt }] = await failed()
  const reason = ['--process', workflow.process, '--reason', 'again']
  assert.is((await cli('jobs', 'retry', '--all', ...reason)).code, 0)
  const [now] = await until(failed, ([job]) => job.attempt > attempt)
  assert.is((await cli('jobs', 'retry', workflow.id, ...reason)).code, 0)
  await until(failed, ([job]) => job.attempt > now.attempt)
  const toNone = [
    ['jobs', 'retry', 'acme:none', ...reason],
    ['jobs', 'cancel', '--all', '--process', 'exports', '--reason', 'none is wanted'],
  ]
  for (const args of toNone) {
    const { code, out, err } = await cli(...args)
    assert.equal([code, out, err], [3, '', 'No jobs match.\n'])
  }
  assert.is((await cli('jobs', 'retry', ...reason)).code, 2)
})

test('a job that is not there, is foreign, or decides for itself is refused; one that failed is ended already', async () => {
  for (const id of ['acme:none', 'other:away']) assert.is((await post('retry', { ...workflow, id })).status, 404)
  assert.is((await post('cancel')).json.changed, false)
  assert.is((await post('skip')).json.changed, false)
  assert.is((await post('retry', workflow, {})).status, 400)
  assert.is((await post('retry', { ...workflow, process: 'gone' })).status, 404)
  assert.is((await service.call('GET', `${account}/jobs?next=nowhere`)).status, 400)
})

test('a list with a limit ends with how many jobs there are, also of an account', async () => {
  await service.must('POST', `${generation}/sync-flow`, {
    brandUrl: 'http://169.254.169.254/latest/',
    retailer: { id: '7', name: 'Fernhollow' },
    inventoryType: 'OnSite',
    requestId: 'gone',
  })
  await until(
    async () => (await service.call('GET', `${account}/jobs?state=failed`)).json.jobs,
    jobs => jobs.length === 2,
  )
  const last = (text: string) => text.trimEnd().split('\n').at(-1) ?? ''
  const table = await cli('jobs', '--limit', '1')
  assert.equal([table.code, table.out.split('\n').length], [0, 4])
  assert.match(last(table.out), /^1 of 2 jobs: a larger --limit shows more, and --state, --process and --account /)
  const lines = await cli('jobs', '--limit', '1', '--account', 'acme', '--json')
  assert.equal([lines.out.trim().split('\n').length, JSON.parse(lines.out).accountId], [1, 'acme'])
  assert.match(last(lines.err), /^1 of 2 jobs: /)
  assert.not.match((await cli('jobs', '--limit', '2')).out, /2 of 2/)
})

test.run()
