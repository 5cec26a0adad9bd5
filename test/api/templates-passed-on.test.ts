import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { exampleFile } from '../support/brands/example.ts'
import { type Page, servePages } from '../support/servers/page-server.ts'
import { account, provision, type Service, startService } from '../support/service/service.ts'

type World = { service: Service; remote: Awaited<ReturnType<typeof servePages>>; answer: Page }
const test = suite<World>('starts that are passed on to a generative service (TEMPLATE-26)')
const generation = `${account}/tmplGenAI`
const body = {
  ...{ brandUrl: 'https://brand.example.com/', retailer: { id: '7', name: 'Fernhollow' } },
  ...{ inventoryType: 'OnSite', requestId: 'spring' },
}

test.before(async world => {
  world.answer = {}
  world.remote = await servePages(() => world.answer)
  world.service = await startService({ GENERATIVE_SERVICE_URL: `${world.remote.base}/api` })
  await provision(world.service)
})
test.after(async ({ service, remote }) => {
  await service?.stop()
  await remote?.close()
})

test('the JSON of the start and of the answer pass unchanged', async world => {
  const answered = { requestId: 'spring', status: 'INITIATED', workflowId: 'theirs-1', queue: 7 }
  world.answer = { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(answered) }
  assert.equal(await world.service.must('POST', `${generation}/sync-flow`, body), answered)
  const [hit] = world.remote.hits
  assert.equal([hit?.method, hit?.path, JSON.parse(hit?.body ?? '')], ['POST', '/api/sync-flow', body])
  assert.is((await world.service.call('GET', `${generation}/workflow-status/spring`)).status, 404)
})

test('what the service refuses or cannot do is a clear problem', async world => {
  const { service } = world
  const answers = async (answer: Page) => {
    world.answer = answer
    const { status, json, headers } = await service.call('POST', `${generation}/sync-flow`, body)
    return [status, json.code, json.serviceStatus ?? headers.get('retry-after')]
  }
  assert.equal(await answers({ status: 422, body: '{}' }), [400, 'generative-service-refused', 422])
  assert.equal(await answers({ status: 500, body: '{}' }), [503, 'generative-service-unavailable', '30'])
  assert.equal(await answers({ body: '<html>' }), [503, 'generative-service-unavailable', '30'])
})

test('a start with files is done here', async world => {
  const form = new FormData()
  const own = { requestId: 'here', retailerId: '7', retailerName: 'Fernhollow', inventoryType: 'OnSite' }
  for (const [name, value] of Object.entries(own)) form.set(name, value)
  form.set('psdFile', new Blob([new Uint8Array(await exampleFile('design.psd'))]), 'design.psd')
  const before = world.remote.hits.length
  const started = await world.service.call('POST', `${generation}/design-brief`, undefined, { body: form })
  assert.is(started.status, 200, started.text)
  assert.is((await world.service.call('GET', `${generation}/terminate-request/here`)).json.status, 'TERMINATED')
  assert.is(world.remote.hits.length, before)
})

test.run()
