import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { givenService } from '../support/given/http.ts'
import { filteredByEachField } from '../support/service/filtered-lists.ts'
import { productFeed, upload } from '../support/service/flow.ts'
import {
  account,
  activated,
  campaignWith,
  provision,
  type Service,
  startService,
  statusPath,
} from '../support/service/service.ts'

const test = suite('creatives')
let service: Service
test.before(async () => {
  service = await startService()
  await provision(service)
})
test.after(() => service.stop())

const headline = (columnValue: string, over: object = {}) => ({ columnName: 'headline', columnValue, ...over })
const save = (campaign: string, creativeName: string, more: object = {}) =>
  service.call('POST', `${campaign}/creative`, { creativeName, ...more })
const saved = async (campaign: string, creativeName: string, more: object = {}) => {
  const answer = await save(campaign, creativeName, more)
  assert.is(answer.status, 200, answer.text)
  return answer.json.message as string
}
const detailsOf = async (campaign: string, name: string) =>
  (await service.call('GET', `${campaign}/creative/${encodeURIComponent(name)}`)).json
const list = async (campaign: string, query = '') => (await service.call('GET', `${campaign}/creatives${query}`)).json
const columnOf = async (campaign: string, name: string, column = 'headline') =>
  (await detailsOf(campaign, name)).dynamicAssets.find((a: { columnName: string }) => a.columnName === column)
    ?.columnValue
const position = async (campaign: string) => (await service.call('GET', campaign)).headers.get('endcap-position')

test('without a service a creative is created or changed; ADD only creates and UPDATE only changes (CREATIVE-3)', async () => {
  const campaign = await campaignWith(service, [])
  await saved(campaign, 'pot', { dynamicAssets: [headline('Grow')] })
  await saved(campaign, 'pot', { dynamicAssets: [headline('Bloom')] })
  assert.is(await columnOf(campaign, 'pot'), 'Bloom')
  const added = await save(campaign, 'pot', { service: 'ADD', dynamicAssets: [headline('No')] })
  assert.equal([added.status, added.json.code], [409, 'creative-exists'])
  const missing = await save(campaign, 'lamp', { service: 'UPDATE' })
  assert.equal([missing.status, missing.json.code], [404, 'not-found'])
  await saved(campaign, 'lamp', { service: 'ADD' })
  await saved(campaign, 'pot', { service: 'UPDATE', dynamicAssets: [headline('Last')] })
  assert.is(await columnOf(campaign, 'pot'), 'Last')
})

test('a column may have a name that all objects of JavaScript know, and may be missing', async () => {
  const campaign = await campaignWith(service, [], {
    productImageColumn: 'constructor',
    brandColumn: 'toString',
    rotationWeightColumn: 'valueOf',
  })
  await saved(campaign, 'lamp')
  const values = { constructor: 'https://img.example.com/pot.png', toString: 'Terra', valueOf: '2' }
  const dynamicAssets = Object.entries(values).map(([columnName, columnValue]) => ({ columnName, columnValue }))
  await saved(campaign, 'pot', { dynamicAssets })
  const { creatives } = await list(campaign)
  assert.equal(
    creatives.map((c: { productImageUrl: string | null }) => c.productImageUrl),
    [null, values.constructor],
  )
  assert.is((await list(campaign, '?filters=productImageUrl(like)pot')).count, 1)
  assert.equal((await service.must('GET', `${campaign}/brands`)).values, ['Terra'])
})

test('columns are set individually; dynamicAssetsModified false sets none (CREATIVE-3)', async () => {
  const campaign = await campaignWith(service, [])
  await saved(campaign, 'pot', { dynamicAssets: [headline('Grow'), { columnName: 'price', columnValue: '3' }] })
  await saved(campaign, 'pot', { dynamicAssets: [headline('Bloom')] })
  assert.equal([await columnOf(campaign, 'pot'), await columnOf(campaign, 'pot', 'price')], ['Bloom', '3'])
  await saved(campaign, 'pot', { dynamicAssetsModified: false, dynamicAssets: [headline('No')], dspColumns: { a: 1 } })
  assert.equal([await columnOf(campaign, 'pot'), (await detailsOf(campaign, 'pot')).dspColumns], ['Bloom', { a: 1 }])
})

test('a repeated save changes nothing and says so (CREATIVE-3)', async () => {
  const campaign = await campaignWith(service, ['pot'])
  const before = await position(campaign)
  assert.match(await saved(campaign, 'pot', { dynamicAssets: [headline('pot')] }), /already/)
  assert.is(await position(campaign), before)
})

test('applyAllVariants changes the named creatives in the same append; an unknown one is refused with its pointer (CREATIVE-3)', async () => {
  const campaign = await campaignWith(service, ['pot', 'can', 'lamp'])
  const before = BigInt((await position(campaign)) ?? 0)
  await saved(campaign, 'pot', { dynamicAssets: [headline('Sale')], applyAllVariants: ['can'] })
  assert.is(BigInt((await position(campaign)) ?? 0) - before, 2n, 'two events')
  assert.equal([await columnOf(campaign, 'can'), await columnOf(campaign, 'lamp')], ['Sale', 'lamp'])
  const refused = await save(campaign, 'pot', { dynamicAssets: [headline('No')], applyAllVariants: ['can', 'nobody'] })
  assert.is(refused.status, 400)
  assert.equal(
    refused.json.errors.map((e: { pointer: string }) => e.pointer),
    ['/applyAllVariants/1'],
  )
  assert.is(await columnOf(campaign, 'can'), 'Sale')
})

test('applyAllVariants applies the click-through and the DSP columns too; an asset for all variants goes alone (CREATIVE-4)', async () => {
  const campaign = await campaignWith(service, ['pot', 'can', 'lamp'])
  await saved(campaign, 'pot', {
    clickthroughUrl: 'https://shop.example.com/sale',
    dspColumns: { brand: 'Acme' },
    dynamicAssets: [headline('Sale', { applyToAllVariants: true })],
    applyAllVariants: ['can'],
  })
  const [can, lamp] = [await detailsOf(campaign, 'can'), await detailsOf(campaign, 'lamp')]
  assert.equal([can.clickthroughUrl, can.dspColumns], ['https://shop.example.com/sale', { brand: 'Acme' }])
  assert.equal([lamp.clickthroughUrl, lamp.dspColumns], [undefined, undefined])
  assert.is(await columnOf(campaign, 'lamp'), 'Sale')
  await saved(campaign, 'pot', { clickthroughUrl: null })
  assert.is((await detailsOf(campaign, 'pot')).clickthroughUrl, undefined)
})

test('the name of a column that is refused is told its letters (CREATIVE-2)', async () => {
  const refused = await save(await campaignWith(service, []), 'pot', {
    dynamicAssets: [{ columnName: 'größe', columnValue: '1' }],
  })
  assert.is(refused.json.errors[0].pointer, '/dynamicAssets/0/columnName')
  assert.match(refused.json.errors[0].detail, /letter from A to Z or _, and have only these/)
})

test('an asset source or an ad unit of another campaign is refused with its pointer (CREATIVE-3)', async () => {
  const campaign = await campaignWith(service, ['pot'])
  const { dataServiceId } = await service.must('GET', campaign)
  const pointers = async (more: object) => {
    const answer = await save(campaign, 'pot', more)
    assert.is(answer.status, 400)
    return answer.json.errors.map((e: { pointer: string }) => e.pointer)
  }
  assert.equal(await pointers({ dataServiceId: dataServiceId + 1 }), ['/dataServiceId'])
  const adUnitTransformations = [{ adUnitId: 99, transformations: [] }]
  assert.equal(await pointers({ dynamicAssets: [headline('x', { adUnitTransformations })] }), [
    '/dynamicAssets/0/adUnitTransformations/0/adUnitId',
  ])
  await saved(campaign, 'pot', { dataServiceId })
})

test('a creative can be sent back as it was read when the campaign has lost an ad unit that it transforms (HTTP-8)', async () => {
  const unit = (adUnitId: number) => ({
    adUnitId,
    adUnitName: `Unit ${adUnitId}`,
    dimension: '80x40',
    html: '{{headline}}',
  })
  const template = (...adUnits: readonly object[]) =>
    service.must('PUT', `${account}/template-campaigns/8`, { templateCampaignName: 'Shrinks', adUnits })
  await template(unit(1), unit(2))
  const campaign = await campaignWith(service, [], { templateCampaignIdx: 8 })
  const crop = { type: 'crop', transformation: { x: 0, y: 0, width: 50, height: 50 } }
  const adUnitTransformations = [1, 2].map(adUnitId => ({ adUnitId, transformations: [crop] }))
  await saved(campaign, 'pot', { dynamicAssets: [headline('Grow', { adUnitTransformations })] })
  await template(unit(1))
  await service.must('PUT', campaign, { refreshTemplate: true })
  const read = await detailsOf(campaign, 'pot')
  assert.is(await saved(campaign, 'pot', read), 'Creative pot was already up to date.')
  const [column] = read.dynamicAssets
  await saved(campaign, 'pot', { dynamicAssets: [{ ...column, columnValue: 'Bloom' }] })
  assert.equal(await detailsOf(campaign, 'pot'), { dynamicAssets: [{ ...column, columnValue: 'Bloom' }] })
  // another creative does not have it
  assert.is((await save(campaign, 'vase', { dynamicAssets: [column] })).status, 400)
})

test('the server assigns the ids of a transformation, keeps its index and increments its version (CREATIVE-3)', async () => {
  const campaign = await campaignWith(service, [])
  const { dataServiceId } = await service.must('GET', campaign)
  const sized = (fontSize: number) => ({
    dynamicAssets: [
      headline('Grow', {
        adUnitTransformations: [
          {
            adUnitId: 2,
            transformations: [
              { type: 'textStyle', transformation: { fontSize }, versionId: 99, transformationIdx: 99, adIdx: 99 },
            ],
          },
        ],
      }),
    ],
  })
  const stored = async () =>
    (await detailsOf(campaign, 'pot')).dynamicAssets[0].adUnitTransformations[0].transformations[0]
  await saved(campaign, 'pot', sized(12))
  const first = await stored()
  const adIdx = Number(campaign.split('/').pop())
  assert.equal(
    [
      first.adIdx,
      first.adUnitIdx,
      first.dataServiceId,
      first.assetKey,
      first.versionId,
      first.isActive,
      first.isArchived,
    ],
    [adIdx, 2, dataServiceId, 'pot', 1, true, false],
  )
  await saved(campaign, 'pot', sized(14))
  const second = await stored()
  assert.equal([second.transformationIdx, second.versionId], [first.transformationIdx, 2])
  assert.not.ok('assetId' in second, 'a field without a value is omitted')
})

test('the picture of a creative is where its ad loads it from, also without a scheme (CREATIVE-7)', async () => {
  const campaign = await campaignWith(service, [], { productImageColumn: 'image' })
  const dynamicAssets = [{ columnName: 'image', columnValue: '//cdn.example.com/pot.png' }]
  await saved(campaign, 'pot', { dynamicAssets })
  assert.is((await list(campaign)).creatives[0].productImageUrl, 'http://cdn.example.com/pot.png')
})

test('the list sorts by name, filters and includes nulls; the details omit them (CREATIVE-3)', async () => {
  const campaign = await campaignWith(service, [], { productImageColumn: 'image', ctaText: 'Buy now' })
  await saved(campaign, 'b', {
    dynamicAssets: [headline('Grow, bloom'), { columnName: 'image', columnValue: 'https://i.example/b.png' }],
  })
  await saved(campaign, 'a')
  await saved(campaign, 'Z', { clickthroughUrl: 'https://shop.example.com/z', dspColumns: { brand: 'Acme' } })
  const all = await list(campaign)
  assert.equal(
    [all.count, all.ctaText, all.creatives.map((c: { creativeName: string }) => c.creativeName)],
    [3, 'Buy now', ['Z', 'a', 'b']],
  )
  await service.must('PUT', campaign, { ctaText: '' })
  assert.not.ok('ctaText' in (await list(campaign)))
  const [, a, b] = all.creatives
  assert.equal([a.productImageUrl, a.dspColumns, a.assetData], [null, null, null])
  assert.is(b.productImageUrl, 'https://i.example/b.png')
  const shown = await filteredByEachField(service, `${campaign}/creatives`, 'creatives')
  assert.equal(shown, ['creativeName', 'productImageUrl'])
  assert.equal(await detailsOf(campaign, 'a'), { dynamicAssets: [] })
  for (const [name, dspColumns] of [
    ['a', null],
    ['Z', { brand: 'Acme' }],
  ] as const) {
    await saved(campaign, name, { dspColumns })
    assert.equal((await detailsOf(campaign, name)).dspColumns, dspColumns ?? undefined)
  }
  const names = async (filters: string) =>
    (await list(campaign, `?filters=${encodeURIComponent(filters)}`)).creatives.map(
      (c: { creativeName: string }) => c.creativeName,
    )
  assert.equal(await names('assetData.headline(like)%bloom'), ['b'])
  assert.equal(await names('creativeName in a|b'), ['a', 'b'])
  assert.equal(await names('clickthroughUrl=https://shop.example.com/z'), ['Z'])
  const page = await list(campaign, '?limit=2')
  const next = await list(campaign, `?limit=2&next=${encodeURIComponent(page.next)}`)
  assert.equal([page.creatives.length, next.creatives.length, next.next], [2, 1, null])
})

test('a creative is deleted once, and with it its details and previews; what is live stays (CREATIVE-19)', async () => {
  const campaign = await campaignWith(service, ['pot', 'can'])
  await activated(service, campaign)
  const [, pot] = (await list(campaign)).creatives
  const remove = givenService(service)(async () => `${campaign}/creative/pot`).when(path => ['DELETE', path])
  assert.equal((await service.call('DELETE', `${campaign}/creative/pot`)).json, {
    message: 'Creative pot was deleted.',
  })
  await remove.thenRefused(404, 'not-found')
  assert.equal(
    (await list(campaign)).creatives.map((c: { creativeName: string }) => c.creativeName),
    ['can'],
  )
  assert.is((await service.call('GET', `${campaign}/creative/pot`)).status, 404)
  assert.is((await service.call('GET', pot.previewUrls[0].url, undefined, { key: undefined })).status, 404)
  await service.must('DELETE', `${campaign}/creative/can`)
  assert.is((await service.call('GET', statusPath(campaign))).json.status, 'ACTIVE')
  const ad = await service.call('GET', `/serve/acme/${campaign.split('/').pop()}/1`, undefined, { key: undefined })
  assert.match(ad.text, />(pot|can)</)
  assert.match(await saved(campaign, 'pot', { service: 'ADD' }), /was saved/)
})

test('a preview is a page at a signed link; the same path with .png is its picture (CREATIVE-3)', async () => {
  const campaign = await campaignWith(service, ['pot'])
  const [{ previewUrls }] = (await list(campaign)).creatives
  assert.equal(
    previewUrls.map((p: { adUnitId: number; dimension: string }) => [p.adUnitId, p.dimension]),
    [
      [1, '80x40'],
      [2, '40x90'],
    ],
  )
  const page = await service.call('GET', previewUrls[0].url, undefined, { key: undefined })
  assert.equal([page.status, /text\/html/.test(page.headers.get('content-type') ?? '')], [200, true])
  assert.match(page.text, /<iframe[^>]+sandbox/)
  const picture = await fetch(previewUrls[1].url.replace('?', '.png?'))
  const { width, height, format } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata()
  assert.equal([width, height, format], [40, 90, 'png'])
})

test('known transformations are rendered; unknown ones are kept and named in the message (CREATIVE-6)', async () => {
  const html =
    '<style>body{margin:0;background:#fff}</style><div data-asset="headline" style="height:40px">{{headline}}</div>'
  const adUnits = [{ adUnitId: 1, adUnitName: 'Small', dimension: '80x40', html }]
  await service.must('PUT', `${account}/template-campaigns/9`, { templateCampaignName: 'Nine', adUnits })
  const campaign = await campaignWith(service, [], { templateCampaignIdx: 9 })
  const as = (type: string, transformation: object, more: object = {}) => [
    headline('.', { adUnitTransformations: [{ adUnitId: 1, transformations: [{ type, transformation, ...more }] }] }),
  ]
  const cornerOf = async (name: string) => {
    const { creatives } = await list(campaign)
    const { previewUrls } = creatives.find((c: { creativeName: string }) => c.creativeName === name)
    const bytes = Buffer.from(await (await fetch(previewUrls[0].url.replace('?', '.png?'))).arrayBuffer())
    return [...(await sharp(bytes).removeAlpha().raw().toBuffer()).subarray(0, 3)]
  }
  const blue = { backgroundColor: '#0000ff' }
  assert.not.match(await saved(campaign, 'blue', { dynamicAssets: as('colour', blue) }), /not rendered/i)
  assert.equal(await cornerOf('blue'), [0, 0, 255])
  await saved(campaign, 'hidden', { dynamicAssets: as('colour', blue, { isActive: false }) })
  assert.equal(await cornerOf('hidden'), [255, 255, 255])
  const glow = { nested: { any: ['thing', 1, null] } }
  assert.match(await saved(campaign, 'glow', { dynamicAssets: as('glow', glow) }), /not rendered.*glow/)
  assert.equal(await cornerOf('glow'), [255, 255, 255])
  const [kept] = (await detailsOf(campaign, 'glow')).dynamicAssets
  assert.equal(kept.adUnitTransformations[0].transformations[0].transformation, glow)
  const ignored = { dynamicAssets: as('sparkle', glow), dynamicAssetsModified: false }
  assert.not.match(await saved(campaign, 'glow', ignored), /sparkle/)
  const evil = { backgroundColor: 'red}body{background:#0000ff' }
  await saved(campaign, 'evil', { dynamicAssets: as('colour', evil) })
  assert.equal(await cornerOf('evil'), [255, 255, 255], 'nothing can be injected into the stylesheet')
})

test('data and transformation are limited to 64 KiB each (CREATIVE-6)', async () => {
  const campaign = await campaignWith(service, [])
  const of = (field: string, length: number) => ({
    dynamicAssets: [
      headline('x', {
        adUnitTransformations: [
          { adUnitId: 1, transformations: [{ type: 'glow', [field]: { text: 'x'.repeat(length) } }] },
        ],
      }),
    ],
  })
  for (const field of ['data', 'transformation']) {
    await saved(campaign, field, of(field, 60_000))
    assert.is((await save(campaign, field, of(field, 66_000))).status, 400)
  }
})

test('a campaign with another asset source has its own operations', async () => {
  const productAssetSourceId = await productFeed(service)
  const campaign = await campaignWith(service, [], { assetSourceType: 'hybridAsset', productAssetSourceId })
  for (const answer of [await save(campaign, 'pot'), await service.call('GET', `${campaign}/creatives`)])
    assert.equal([answer.status, answer.json.code], [409, 'wrong-asset-source-type'])
  const feed = await campaignWith(service, [], { assetSourceType: 'productFeed', productAssetSourceId })
  const remove = givenService(service)(async () => `${feed}/creative/pot`).when(path => ['DELETE', path])
  await remove.thenRefused(409, 'wrong-asset-source-type')
})

const pathsOf = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => `/assets/acme/${from + i}.png`).join('\n')

test('a creative names at most 500 library paths, in one request or in several', async () => {
  const path = `${await campaignWith(service, [])}/creative`
  const saving = (columnName: string, columnValue: string) => ({
    creativeName: 'many',
    dynamicAssets: [{ columnName, columnValue }],
  })
  const given = givenService(service)(async () => path)
  await given.when(at => ['POST', at, saving('a', pathsOf(501))]).thenRefused(400, 'invalid-request', '/dynamicAssets')
  await given.when(at => ['POST', at, saving('a', pathsOf(500))]).thenAnswered()
  await given
    .when(at => ['POST', at, saving('b', pathsOf(1, 500))])
    .thenRefused(400, 'invalid-request', '/dynamicAssets')
  await given.when(at => ['POST', at, saving('b', pathsOf(1, 499))]).thenAnswered()
})

test('an ad unit names at most 500 library paths, and all of a template 2,000', async () => {
  const template = (...html: string[]) => ({
    templateCampaignName: 'Many',
    adUnits: html.map((text, i) => ({ adUnitId: i + 1, adUnitName: `Unit ${i}`, dimension: '80x40', html: text })),
  })
  const put = (...html: string[]) =>
    givenService(service)(async () => `${account}/template-campaigns/9`).when(at => ['PUT', at, template(...html)])
  await put('<p>', pathsOf(501)).thenRefused(400, 'invalid-request', '/adUnits/1/html')
  const units = [0, 1, 2, 3].map(n => pathsOf(500, n * 500))
  await put(...units, pathsOf(1, 2_000)).thenRefused(400, 'invalid-request', '/adUnits')
  await put(...units, pathsOf(1, 1_999)).thenAnswered()
})

test('saves say what activation would reject: columns, files and addresses (CREATIVE-20, PROVISION-8)', async () => {
  await upload(service, 'warned/not.png', '<!doctype html><p>Not a picture</p>')
  const html =
    '<img src="{{hero}}"><p>{{headline}} {{price}}</p><script src="https://cdn.example.com/x.js?key=1"></script>'
  const adUnits = [{ adUnitId: 1, adUnitName: 'Warned', dimension: '80x40', html }]
  const warningsOf = ({ json }: { readonly json: { readonly warnings: readonly Record<string, string>[] } }) =>
    json.warnings.map(({ pointer, code }) => `${pointer} ${code}`)
  const put = (units: object) =>
    service.call('PUT', `${account}/template-campaigns/10`, { templateCampaignName: 'Ten', adUnits: units })
  const stored = await put(adUnits)
  assert.equal(warningsOf(stored), ['/adUnits/0/html external-address'])
  assert.not.match(stored.text, 'key=1')
  const campaign = await campaignWith(service, [], { templateCampaignIdx: 10 })
  const hero = (columnValue: string) => [{ columnName: 'hero', columnValue }]
  const first = await save(campaign, 'one', { dynamicAssets: [...hero('/assets/acme/warned/not.png'), headline('x')] })
  assert.equal(warningsOf(first), ['/dynamicAssets/0/columnValue image-undecodable', '/dynamicAssets missing-column'])
  const sent = [...hero('/assets/acme/warned/gone.png'), { columnName: 'prize', columnValue: '5' }]
  assert.equal(warningsOf(await save(campaign, 'one', { dynamicAssets: sent })), [
    '/dynamicAssets/0/columnValue image-missing',
    '/dynamicAssets missing-column',
    '/dynamicAssets/1/columnName unknown-column',
  ])
  assert.equal(warningsOf(await save(campaign, 'two', { dynamicAssets: sent, dynamicAssetsModified: false })), [
    '/dynamicAssets image-missing',
    '/dynamicAssets missing-column',
  ])
  const price = [{ columnName: 'price', columnValue: '5' }]
  assert.equal(warningsOf(await save(campaign, 'one', { dynamicAssets: [...price, ...hero('')] })), [])
  const codesOf = async (text: string) =>
    (await put([{ ...adUnits[0], html: text }])).json.warnings.map(({ code }: { code: string }) => code)
  assert.equal(await codesOf('<p>{{headline}}</p><img src="/assets/other/x.png">'), ['foreign-image'])
  assert.equal(await codesOf('<p style="background:url(/assets/acme/warned/not.png)">{{headline}}</p>'), [
    'image-undecodable',
  ])
  assert.equal(await codesOf('<p>{{headline}}</p><div'), ['html-broken'])
  const byColumns = `<img src="/assets/acme/{{file}}"><img src="/assets/acme/warned/{{n}}.png">{{#dark}}<img src="/assets/acme/dark.png">{{/dark}}{{^dark}}<img src="/assets/acme/light.png">{{/dark}}`
  const { warnings } = (await put([{ ...adUnits[0], html: byColumns }])).json
  assert.equal(
    warnings.map(({ detail }: { detail: string }) => detail),
    [
      '/assets/acme/dark.png cannot be shown: dark.png is not in the asset library.',
      '/assets/acme/light.png cannot be shown: light.png is not in the asset library.',
    ],
    'a path that columns complete names no file yet',
  )
  const newest = `${account}/events?filters=type=TemplateCampaignConfigured&order=descending&limit=1`
  const { events } = await service.must('GET', newest)
  assert.equal(events[0].data.value.adUnits[0].assets, ['dark.png', 'light.png'])
  const escaped = (await put([{ ...adUnits[0], html: '<img src="pics/r&amp;d.png">' }])).json.warnings
  assert.match(escaped[0].detail, 'pics/r&d.png cannot be shown: it is neither a file')
  await put([{ ...adUnits[0], html: '{{#open}}' }])
  const broken = await campaignWith(service, [], { templateCampaignIdx: 10 })
  assert.equal(warningsOf(await save(broken, 'one', { dynamicAssets: price }))[0], ' template-broken')
})

test.run()
