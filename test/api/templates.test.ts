import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { exampleFile, serveExamples } from '../support/brands/example.ts'
import { account, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

type World = { service: Service; pages: Awaited<ReturnType<typeof serveExamples>> }
const test = suite<World>('generation of templates')
const generation = `${account}/tmplGenAI`

test.before(async world => {
  world.pages = await serveExamples()
  world.service = await startService({ EGRESS_ALLOW: world.pages.host })
  await provision(world.service)
})
test.after(async ({ service, pages }) => {
  await service?.stop()
  await pages?.close()
})

const syncFlow = ({ pages }: Pick<World, 'pages'>, requestId: string, over: object = {}) => ({
  ...{ brandUrl: `${pages.base}/page/index.html`, retailer: { id: '7', name: 'Fernhollow' } },
  ...{ inventoryType: 'OnSite', requestId, ...over },
})
const form = (
  requestId: string,
  files: Readonly<Record<string, Buffer | string>>,
  over: Record<string, string> = {},
) => {
  const body = new FormData()
  const own = { requestId, retailerId: '7', retailerName: 'Fernhollow', inventoryType: 'OnSite', ...over }
  for (const [name, value] of Object.entries(own)) body.set(name, value)
  for (const [name, bytes] of Object.entries(files))
    body.set(name, new Blob([new Uint8Array(Buffer.from(bytes))]), 'file')
  return body
}
const send = (service: Service, operation: string, body: FormData) =>
  service.call('POST', `${generation}/${operation}`, undefined, { body })
const ended = (service: Service, requestId: string) =>
  until(
    async () => (await service.call('GET', `${generation}/workflow-status/${requestId}`)).json,
    ({ status }) => ['COMPLETED', 'FAILED', 'TERMINATED'].includes(status),
  )
const shown = async (service: Service, requestId: string) =>
  (await service.call('GET', `${generation}/ui-response/${requestId}`)).json
const sizes = ['300x250', '728x90', '970x250', '320x50']

test('a brand page becomes templates with previews', async world => {
  const { service } = world
  const started = await service.call('POST', `${generation}/sync-flow`, syncFlow(world, 'spring'))
  assert.is(started.status, 200, started.text)
  assert.is(started.json.status, 'INITIATED')
  assert.equal(await ended(service, 'spring'), { requestId: 'spring', status: 'COMPLETED', progress: 100 })

  const { templates } = (await service.call('GET', `${generation}/workflow-result/spring`)).json
  assert.equal(
    templates.map((made: { adUnitSize: string }) => made.adUnitSize),
    sizes,
  )
  for (const { html } of templates) assert.match(html, /\{\{productName\}\}/)

  const ui = await shown(service, 'spring')
  assert.is(ui.stage, 'publish')
  assert.equal(
    ui.stages.map(({ name, status }: { name: string; status: string }) => `${name} ${status}`),
    ['read-brand COMPLETED', 'compose COMPLETED', 'check COMPLETED', 'publish COMPLETED'],
  )
  assert.ok(ui.brand.colors.length > 0)
  assert.is((await service.call('GET', ui.brand.logoUrl, undefined, { key: undefined })).status, 200)
  assert.match(ui.templates[0].conversationId, /^spring-\d+x\d+$/)
  for (const { previewUrl } of ui.templates) {
    const preview = await service.call('GET', previewUrl, undefined, { key: undefined })
    assert.is(preview.headers.get('content-type'), 'image/png', preview.text.slice(0, 300))
  }
  const forged = ui.templates[0].previewUrl.replace(
    /signature=(.)/,
    (_: string, first: string) => `signature=${first === 'a' ? 'b' : 'a'}`,
  )
  assert.is((await service.call('GET', forged, undefined, { key: undefined })).status, 403)

  const again = await service.call('POST', `${generation}/sync-flow`, syncFlow(world, 'spring'))
  assert.equal(again.json, started.json)
  const other = await service.call('POST', `${generation}/sync-flow`, syncFlow(world, 'spring', { inventoryType: 'x' }))
  assert.equal([other.status, other.json.code], [409, 'request-id-reused'])
  assert.is((await service.call('GET', `${generation}/ui-response/spring`)).json.error, null)
  for (const path of ['workflow-status', 'workflow-result', 'ui-response', 'terminate-request']) {
    const foreign = await service.call('GET', `/v2/accounts/other/tmplGenAI/${path}/spring`)
    assert.is(foreign.status, 404, path)
  }
  for (const method of ['GET', 'POST']) {
    const over = await service.call(method, `${generation}/terminate-request/spring`)
    assert.equal(over.json, { requestId: 'spring', status: 'COMPLETED' })
    assert.is(over.headers.get('cache-control'), 'no-store')
  }
})

test('a brand is read once in an hour for a retailer of an account, which is shown (TEMPLATE-33)', async world => {
  const { service, pages } = world
  await service.must('PUT', '/v2/accounts/other', { name: 'Other', orgId: 'org1' })
  const fetches = async (requestId: string, path = generation, over: object = {}) => {
    const before = pages.hits.length
    await service.must('POST', `${path}/sync-flow`, syncFlow(world, requestId, over))
    const { json } = await until(
      () => service.call('GET', `${path}/ui-response/${requestId}`),
      ({ json: shownNow }) => shownNow.brand !== undefined || shownNow.status === 'FAILED',
    )
    await service.must('POST', `${path}/terminate-request/${requestId}`)
    return { count: pages.hits.length - before, detail: json.stages[0].detail, brand: json.brand }
  }
  const source = { brandUrl: `${pages.base}/page/index.html?again` }
  const first = await fetches('once', generation, source)
  assert.ok(first.count > 0)
  assert.is(first.detail, undefined)
  const second = await fetches('twice', generation, source)
  assert.is(second.count, 0)
  assert.match(second.detail, 'Used again: the brand that was read for “once” at')
  assert.equal(second.brand.colors, first.brand.colors)
  assert.match(second.brand.logoUrl, '/generated/twice/')
  assert.is((await service.call('GET', second.brand.logoUrl, undefined, { key: undefined })).status, 200)
  assert.is((await fetches('thrice', '/v2/accounts/other/tmplGenAI', source)).count, first.count)
  assert.is(
    (await fetches('retailer', generation, { ...source, retailer: { id: '8', name: 'Mossy' } })).count,
    first.count,
  )
})

test('a PDF, a ZIP of pictures and a PSD become templates', async ({ service }) => {
  const [pdf, zip, psd] = await Promise.all(['guideline.pdf', 'pictures.zip', 'design.psd'].map(exampleFile))
  const sent = [
    await send(service, 'sync-flow-upload', form('pdf', { file: pdf! })),
    await send(service, 'design-brief', form('zip', { designBriefZip: zip!, brandBriefDoc: pdf! })),
    await send(service, 'design-brief', form('psd', { psdFile: psd! })),
  ]
  for (const { status, text } of sent) assert.is(status, 200, text)
  for (const id of ['pdf', 'zip', 'psd'])
    assert.is((await ended(service, id)).status, 'COMPLETED', JSON.stringify(await shown(service, id)))
  // a size that does not pass the checks is a warning
  for (const id of ['pdf', 'zip', 'psd']) {
    const { templates, warnings } = await shown(service, id)
    const lacking = warnings.filter((warning: string) => warning.includes('could not be made'))
    assert.is(templates.length + lacking.length, sizes.length)
  }
})

test('a design brief has exactly one design, of the right kind', async ({ service }) => {
  const [zip, psd] = await Promise.all(['pictures.zip', 'design.psd'].map(exampleFile))
  const refused = async (operation: string, body: FormData) => {
    const { status, json } = await send(service, operation, body)
    return [status, json.code, json.errors?.map(({ pointer }: { pointer: string }) => pointer)]
  }
  const both = [400, 'design-brief-input', ['/designBriefZip', '/psdFile']]
  assert.equal(await refused('design-brief', form('none', {})), both)
  assert.equal(await refused('design-brief', form('both', { designBriefZip: zip!, psdFile: psd! })), both)
  const page = form('page', { designBriefZip: zip! }, { brandUrl: '' })
  // inputs of the page that were left empty
  page.set('psdFile', new File([], ''))
  assert.is((await send(service, 'design-brief', page)).status, 200)
  const kind = (part: string) => [400, 'brand-file-kind', [`/${part}`]]
  assert.equal(await refused('design-brief', form('swap', { psdFile: zip! })), kind('psdFile'))
  assert.equal(await refused('design-brief', form('swap', { designBriefZip: psd! })), kind('designBriefZip'))
  const doc = form('doc', { psdFile: psd!, brandBriefDoc: zip! })
  assert.equal(await refused('design-brief', doc), kind('brandBriefDoc'))
  assert.equal(await refused('sync-flow-upload', form('bin', { file: Buffer.from([0, 1, 2, 3]) })), kind('file'))
  assert.equal(await refused('sync-flow-upload', form('empty', { file: '' })), kind('file'))
  assert.equal(await refused('sync-flow-upload', form('missing', {})), [400, 'invalid-request', ['/file']])
  const large = Buffer.alloc(25 * 1024 * 1024 + 1, 'a')
  assert.equal(await refused('sync-flow-upload', form('large', { file: large })), [413, 'too-large', ['/file']])
  const largeDoc = await refused('design-brief', form('large', { psdFile: psd!, brandBriefDoc: large }))
  assert.equal(largeDoc, [413, 'too-large', ['/brandBriefDoc']])
})

test('what is not valid is refused with a pointer', async world => {
  const pointers = async (over: object) => {
    const { status, json } = await world.service.call('POST', `${generation}/sync-flow`, syncFlow(world, 'bad', over))
    return [status, json.errors?.[0]?.pointer]
  }
  assert.equal(await pointers({ requestId: '../up' }), [400, '/requestId'])
  assert.equal(await pointers({ requestId: 'x'.repeat(129) }), [400, '/requestId'])
  assert.equal(await pointers({ brandUrl: 'ftp://brand.example.com/' }), [400, '/brandUrl'])
  assert.equal(await pointers({ brandUrl: 'https://me:secret@brand.example.com/' }), [400, '/brandUrl'])
  assert.equal(await pointers({ retailer: { id: '7' } }), [400, '/retailer/name'])
})

test('a file that cannot be read, and an address that is not allowed, fail the workflow with a reason', async world => {
  const { service } = world
  const broken = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2_000, 'x')])
  await send(service, 'sync-flow-upload', form('broken', { file: broken }))
  const metadata = syncFlow(world, 'inside', { brandUrl: 'http://169.254.169.254/latest/' })
  await service.must('POST', `${generation}/sync-flow`, metadata)
  for (const id of ['broken', 'inside']) {
    assert.is((await ended(service, id)).status, 'FAILED')
    assert.ok((await shown(service, id)).error.length > 10)
    assert.equal((await service.call('GET', `${generation}/workflow-result/${id}`)).json.templates, [])
    const edit = { requestId: id, editPrompt: 'make it dark', adUnitSize: '300x250' }
    const { status, json } = await service.call('POST', `${generation}/regenerate`, edit)
    assert.equal([status, json.code], [409, 'workflow-failed'])
    assert.match(json.detail, 'failed. ')
    const campaign = { templateCampaignIdx: 9, templateCampaignName: 'None' }
    const made = await service.call('POST', `${generation}/${id}/template-campaign`, campaign)
    assert.equal([made.status, made.json.code], [409, 'workflow-failed'])
  }
})

test('a workflow that runs is terminated', async world => {
  const { service } = world
  await service.must('POST', `${generation}/sync-flow`, syncFlow(world, 'stop', { inventoryType: 'OffSite' }))
  const edit = { requestId: 'stop', editPrompt: 'make it dark', adUnitSize: '300x250' }
  const early = await service.call('POST', `${generation}/regenerate`, edit)
  assert.equal([early.status, early.json.code], [409, 'workflow-running'])
  const { json } = await service.call('GET', `${generation}/terminate-request/stop`)
  assert.equal(json, { requestId: 'stop', status: 'TERMINATED' })
  assert.is((await ended(service, 'stop')).status, 'TERMINATED')
  assert.is((await service.call('POST', `${generation}/regenerate`, edit)).json.code, 'workflow-terminated')
})

test.run()
