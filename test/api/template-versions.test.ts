import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { composeTemplate } from '../../src/domain/templates/compose/compose.ts'
import type { TemplateSize } from '../../src/domain/templates/size.ts'
import { givenService } from '../support/given/http.ts'
import { download, exported, unzipped } from '../support/service/flow.ts'
import { account, activated, provision, type Service, startService } from '../support/service/service.ts'
import { brand, brief } from '../support/templates/brands.ts'
import { seeded } from '../support/templates/seeded.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('versions of templates')
let service: Service
const given = <Made>(setUp: () => Promise<Made>) => givenService(service)(setUp)
test.before(async () => {
  service = await startService()
  await provision(service)
  await service.must('PUT', '/v2/accounts/other', { name: 'Other', orgId: 'org1' })
})
test.after(() => service.stop())

const generation = `${account}/tmplGenAI`
const rectangle = { width: 300, height: 250 }
const banner = { width: 320, height: 50 }
const template = (size: TemplateSize) => composeTemplate({ brand: brand(), retailerName: 'Fernhollow' }, size)

/** A conversation of a request of its own, or of this one. */
let requests = 0
const conversation = async (size: TemplateSize = rectangle, requestId = `spring-${++requests}`) => {
  const conversationId = await seeded(service, { requestId, size, brief: brief(), html: template(size) })
  return { requestId, conversationId, path: `${generation}/regenerate/conversation/${conversationId}` }
}
type Made = Awaited<ReturnType<typeof conversation>>
const asked = ({ requestId, conversationId }: Made, more: object) => ({ requestId, conversationId, ...more })

const resultOf = async (regenerateJobId: string) =>
  (
    await until(
      () => service.call('GET', `${generation}/regenerate/result/${regenerateJobId}`),
      ({ json }) => json.status === 'COMPLETED' || json.status === 'FAILED',
    )
  ).json
const prompted = async (made: Made, editPrompt: string, more: object = {}) => {
  const { regenerateJobId } = await service.must(
    'POST',
    `${generation}/regenerate`,
    asked(made, { editPrompt, ...more }),
  )
  return resultOf(regenerateJobId)
}
const retried = async (made: Made, majorVersion: number) => {
  const { regenerateJobId } = await service.must(
    'POST',
    `${generation}/regenerate/retry`,
    asked(made, { majorVersion }),
  )
  return resultOf(regenerateJobId)
}
const read = async ({ path }: Made) => (await service.call('GET', path)).json
const html = async ({ path }: Made, version: string) => service.call('GET', `${path}/${version}`)

test('prompts make major versions, retries minor ones, and a revert moves the head (TEMPLATE-9)', async () => {
  const made = await conversation()
  const red = await prompted(made, 'make the headline bigger')
  assert.is(red.status, 'COMPLETED', JSON.stringify(red))
  assert.is(red.version, '2.0')
  assert.is((await retried(made, 2)).version, '2.1')
  assert.is((await read(made)).headVersion, '2.1')
  await service.must('POST', `${generation}/regenerate/revert`, asked(made, { version: '1.0' }))
  assert.is((await html(made, 'html-latest')).text, template(rectangle))
  const third = await prompted(made, 'remove the badge')
  assert.is(third.version, '3.0')
  assert.is((await html(made, 'html-latest')).text, third.html)
  assert.is((await html(made, 'html/2.0')).text, red.html)
  const { latestVersion, headVersion, entries } = await read(made)
  assert.equal([latestVersion, headVersion], ['3.0', '3.0'])
  assert.equal(
    entries.map((entry: { version: string; prompt: string; status: string }) => [
      entry.version,
      entry.prompt,
      entry.status,
    ]),
    [
      ['1.0', null, 'COMPLETED'],
      ['2.0', 'make the headline bigger', 'COMPLETED'],
      ['2.1', 'make the headline bigger', 'COMPLETED'],
      ['3.0', 'remove the badge', 'COMPLETED'],
    ],
  )
  const minor = await service.must('GET', `${made.path}/versions/2`)
  assert.equal(
    minor.map(({ version }: { version: string }) => version),
    ['2.0', '2.1'],
  )
})

test('HTML is served so that nothing in it can run, and no cache keeps it (TEMPLATE-30)', async () => {
  const made = await conversation()
  for (const part of ['html/1.0', 'html-latest']) {
    const { headers, status } = await html(made, part)
    assert.is(status, 200)
    assert.is(headers.get('content-type'), 'text/html; charset=utf-8')
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /^sandbox; default-src 'none';/)
    assert.not.match(policy, /allow-scripts|script-src/)
    assert.is(headers.get('x-content-type-options'), 'nosniff')
    assert.is(headers.get('cache-control'), 'no-store')
  }
})

test('what a prompt asks for and the generator does not know is a warning, and the version stays the same', async () => {
  const made = await conversation()
  const { html: before } = await prompted(made, 'make the headline bigger')
  const { html: same, warnings } = await prompted(made, 'sing a song')
  assert.is(same, before)
  assert.match(warnings.join(), 'sing a song')
})

test('HTML of the caller is cleaned and edited, in a conversation or in a new one of its size (TEMPLATE-28)', async () => {
  const made = await conversation()
  const own = template(rectangle).replace('</body>', '<script>alert(1)</script></body>')
  const cleaned = await prompted(made, 'make the headline bigger', { templateHtml: own })
  assert.is(cleaned.version, '2.0')
  assert.not.match(cleaned.html, /script/)
  const sent = { requestId: made.requestId, editPrompt: 'make the headline bigger', templateHtml: template(banner) }
  const { regenerateJobId } = await service.must('POST', `${generation}/regenerate`, { ...sent, adUnitSize: '320x50' })
  const first = await resultOf(regenerateJobId)
  assert.equal([first.status, first.version], ['COMPLETED', '1.0'])
  // the answer was lost, and the conversation went on meanwhile
  const conversationId = regenerateJobId.split('.').slice(0, -2).join('.')
  const second = await prompted({ ...made, conversationId }, 'remove the badge')
  assert.is(second.version, '2.0')
  const again = await service.must('POST', `${generation}/regenerate`, { ...sent, adUnitSize: '320x50' })
  assert.equal(again, { status: 'INITIATED', regenerateJobId })
  const listed = await service.must('GET', `${generation}/regenerate/conversations/${made.requestId}`)
  assert.equal(
    listed.map(({ adUnitSize, latestVersion }: Record<string, string>) => [adUnitSize, latestVersion]),
    [
      ['300x250', '2.0'],
      ['320x50', '2.0'],
    ],
  )
  await given(async () => sent)
    .when(body => ['POST', `${generation}/regenerate`, body])
    .thenRefused(400, 'invalid-request', '/adUnitSize')
})

test('HTML that cannot be a template makes no version, says why, and can be retried (TEMPLATE-27)', async () => {
  const made = await conversation()
  const failed = await prompted(made, 'make the headline bigger', { templateHtml: '<p>{{#open}}</p>' })
  assert.equal([failed.status, failed.html, failed.version], ['FAILED', null, null])
  assert.ok(failed.error.length > 0)
  assert.is((await retried(made, 2)).status, 'FAILED')
  const { headVersion, latestVersion } = await read(made)
  assert.equal([headVersion, latestVersion], ['1.0', '1.0'])
  assert.is((await html(made, 'html/2.0')).status, 404)
  assert.is((await prompted(made, 'make the headline bigger')).version, '3.0')
})

test('a prompt and HTML have bounds (HTTP-20)', async () => {
  const made = await conversation()
  const post = (body: object) => ['POST', `${generation}/regenerate`, asked(made, body)] as const
  await given(async () => ({ editPrompt: 'x'.repeat(4_001) }))
    .when(post)
    .thenRefused(413, 'too-large', '/editPrompt')
  for (const templateHtml of ['x'.repeat(1_048_577), 'ü'.repeat(524_289), '"'.repeat(1_048_577), 'x'.repeat(3_000_000)])
    await given(async () => ({ editPrompt: 'x', templateHtml }))
      .when(post)
      .thenRefused(413, 'too-large')
})

test('an edit without a conversation is about its size, or about the only one of the request (TEMPLATE-28)', async () => {
  const made = await conversation()
  const edit = { requestId: made.requestId, editPrompt: 'make the headline bigger' }
  const { regenerateJobId } = await service.must('POST', `${generation}/regenerate`, edit)
  assert.is((await resultOf(regenerateJobId)).version, '2.0')
  await conversation(banner, made.requestId)
  const post = (body: object) => ['POST', `${generation}/regenerate`, body] as const
  await given(async () => edit)
    .when(post)
    .thenRefused(400, 'invalid-request', '/conversationId')
  await given(async () => ({ ...edit, adUnitSize: '320x50' }))
    .when(post)
    .thenAnswered({ status: 'INITIATED', regenerateJobId: `${made.requestId}-320x50.2.0` })
  await given(async () => ({ ...edit, adUnitSize: '160x600' }))
    .when(post)
    .thenRefused(404, 'not-found')
  await given(async () => ({ ...asked(made, { editPrompt: 'x' }), adUnitSize: '160x600' }))
    .when(post)
    .thenRefused(400, 'invalid-request', '/adUnitSize')
})

test('a version is liked or disliked, not both, and both can be taken back (TEMPLATE-10)', async () => {
  const made = await conversation()
  const say = (verb: string, body: object) =>
    service.must('POST', `${generation}/regenerate/${verb}`, asked(made, { version: '1.0', ...body }))
  const shown = ({ liked, disliked }: { liked: boolean; disliked: boolean }) => [liked, disliked]
  assert.equal(shown(await say('like', { likeValue: true })), [true, false])
  assert.equal(shown(await say('dislike', { dislikeValue: true })), [false, true])
  assert.equal(shown(await say('like', { likeValue: false })), [false, true])
  assert.equal(shown(await say('dislike', { dislikeValue: false })), [false, false])
})

test('another account and another request see nothing of a conversation', async () => {
  const made = await conversation()
  const job = (await prompted(made, 'make the headline bigger')).regenerateJobId
  const other = '/v2/accounts/other/tmplGenAI'
  const own = `${other}/regenerate/conversation/${made.conversationId}`
  for (const path of [
    own,
    `${own}/html/1.0`,
    `${own}/html-latest`,
    `${own}/versions/1`,
    `${other}/regenerate/result/${job}`,
    `${other}/regenerate/conversations/${made.requestId}`,
  ])
    assert.is((await service.call('GET', path)).status, 404, path)
  const posts = [
    ['regenerate', { editPrompt: 'x' }],
    ['regenerate/retry', { majorVersion: 2 }],
    ['regenerate/revert', { version: '1.0' }],
    ['regenerate/like', { version: '1.0', likeValue: true }],
    ['regenerate/dislike', { version: '1.0', dislikeValue: true }],
  ] as const
  for (const [path, more] of posts) {
    assert.is((await service.call('POST', `${other}/${path}`, asked(made, more))).status, 404, path)
    const wrong = { ...asked(made, more), requestId: 'another' }
    assert.is((await service.call('POST', `${generation}/${path}`, wrong)).status, 404, path)
  }
})

test('templates become a template campaign whose ads are previewed, activated and exported (TEMPLATE-31)', async () => {
  const made = await conversation()
  const flat = await conversation(banner, made.requestId)
  const edited = await prompted(made, 'make the background #112233')
  const path = `${generation}/${made.requestId}/template-campaign`
  const body = { templateCampaignIdx: 7, templateCampaignName: 'Generated' }
  await service.must('POST', path, body)
  assert.match((await service.must('POST', path, body)).message, 'No changes')
  const { adUnits } = await service.must('GET', `${account}/template-campaigns/7`)
  assert.equal(
    adUnits.map(({ adUnitId, adUnitName, dimension }: Record<string, unknown>) => [adUnitId, adUnitName, dimension]),
    [
      [1, '300x250', '300x250'],
      [2, '320x50', '320x50'],
    ],
  )
  assert.is(adUnits[0].html, edited.html)
  const only = { ...body, templateCampaignIdx: 8, conversationIds: [flat.conversationId] }
  await service.must('POST', path, only)
  await given(async () => ({ ...only, conversationIds: [flat.conversationId, 'none'] }))
    .when(wrong => ['POST', path, wrong])
    .thenRefused(400, 'invalid-request', '/conversationIds/1')
  assert.is((await service.call('POST', `${generation}/none/template-campaign`, body)).status, 404)

  const form = new FormData()
  form.set('path', 'products/pot.png')
  const pot = { width: 60, height: 60, channels: 3 as const, background: '#cc3300' }
  const png = await sharp({ create: pot }).png().toBuffer()
  form.set('file', new Blob([Buffer.from(png)]), 'pot.png')
  assert.is((await service.call('POST', `${account}/assets`, undefined, { body: form })).status, 200)
  const campaign = { retailCampaignName: 'Generated', templateCampaignIdx: 7, assetSourceType: 'uploadAsset' }
  const click = { clickthroughUrl: 'https://shop.example.com/', adServerId: 'dsp1' }
  const { retailCampaignIdx } = await service.must('POST', `${account}/retail-campaigns`, { ...campaign, ...click })
  const retail = `${account}/retail-campaigns/${retailCampaignIdx}`
  const columns = { productName: 'Clay pot', price: '€ 12', productImage: '/assets/acme/products/pot.png' }
  await service.must('POST', `${retail}/creative`, {
    creativeName: 'pot',
    dynamicAssets: Object.entries(columns).map(([columnName, columnValue]) => ({ columnName, columnValue })),
  })
  const { creatives } = await service.must('GET', `${retail}/creatives`)
  for (const { url } of creatives[0].previewUrls) {
    const picture = Buffer.from(await (await fetch(url.replace(/\?/, '.png?'))).arrayBuffer())
    assert.is((await sharp(picture).metadata()).format, 'png')
  }
  const { status, message } = await activated(service, retail, { assetGenerationType: 'png' })
  assert.is(status, 'ACTIVE', message)
  const queue = await exported(service, retail, 'png')
  assert.is(queue.status, 'COMPLETED', JSON.stringify(queue))
  const [entry] = await service.must('GET', `${retail}/exportAssetStatus?assetExportType=png&resolution=1`)
  const files = await unzipped(await download(entry.resolutionsResponse[0].url))
  const sizes = await Promise.all(
    [...files].filter(([name]) => name.endsWith('.png')).map(([, bytes]) => sharp(bytes).metadata()),
  )
  assert.equal(sizes.map(({ width, height }) => `${width}x${height}`).sort(), ['300x250', '320x50'])
})

test('a prompt of blanks is refused, and each version says who made it', async () => {
  const made = await conversation()
  for (const editPrompt of ['', '   ', '\n\t\u3000'])
    await given(async () => asked(made, { editPrompt }))
      .when(body => ['POST', `${generation}/regenerate`, body])
      .thenRefused(400, 'invalid-request', '/editPrompt')
  await prompted(made, 'make the headline red')
  const { entries } = await read(made)
  assert.is(entries[0].provenance.provider, 'built-in')
  assert.is(entries[1].provenance.provider, 'built-in')
  assert.match(entries[1].provenance.at, /^20\d\d-/)
})

test('"as before" goes back, and "it" is what the prompt before was about', async () => {
  const made = await conversation()
  const first = await prompted(made, 'make the price smaller')
  const second = await prompted(made, 'make it blue')
  assert.match(second.html, /data-part="price"[^>]*(?:color:#0000ff|data-wanted="#0000ff")/)
  assert.is((await prompted(made, 'Wie vorher')).html, first.html)
})

test.run()
