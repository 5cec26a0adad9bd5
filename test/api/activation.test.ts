import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { givenService } from '../support/given/http.ts'
import { answerLink, approvers, askApproval, linksOf, saveCreative, upload } from '../support/service/flow.ts'
import {
  account,
  activated,
  campaignWith,
  provision,
  type Service,
  startService,
  statusPath,
} from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('activation')
let service: Service
test.before(async () => {
  service = await startService()
  await provision(service)
})
test.after(() => service.stop())

const statusOf = async (campaign: string) => (await service.call('GET', statusPath(campaign))).json
const activate = (campaign: string, body: object = {}) => service.call('POST', `${campaign}/activate`, body)
const served = async (campaign: string) =>
  (await service.call('GET', `/serve/acme/${campaign.split('/').pop()}/1`, undefined, { key: undefined })).text

test('a booked placement that the media plan lacks is named when the campaign goes live (PLAN-10)', async () => {
  const placements = [{ placementId: 'P-1', placementName: 'Top' }]
  const sites = [{ id: 1, siteId: 501, siteName: 'Magazine', placements }]
  await service.must('PUT', `${account}/media-plans/77`, { mediaPlanName: 'Plan', sites })
  const booked = (adUnitId: number, placementId: string) => ({ adUnitId, siteId: 501, placementId })
  const more = { mediaPlanId: 77, placements: [booked(1, 'P-1'), booked(2, 'P-9')] }
  const { status, message } = await activated(service, await campaignWith(service, ['one'], more))
  assert.is(status, 'ACTIVE')
  assert.match(
    message,
    / Placements that media plan 77 lacks have none of its trackers: Tall \(site 501, placement P-9\)\.$/,
  )
})

test('an ad unit that is booked on several placements is named, because only the first counts (PLAN-10)', async () => {
  const booked = (adUnitId: number, placementId: string) => ({ adUnitId, siteId: 501, placementId })
  const placements = [booked(1, 'P-1'), booked(2, 'P-3'), booked(1, 'P-2'), booked(2, 'P-3')]
  const { message } = await activated(service, await campaignWith(service, ['one'], { placements }))
  assert.match(message, / Of several placements of an ad unit the first is used: Small \(site 501, placement P-1\)\.$/)
})

test('an ad server that the account has left is named when the campaign goes live (TAGS-6)', async () => {
  const campaign = await campaignWith(service, ['one'], { adServerId: 'dsp1' })
  await service.must('PUT', '/v2/org/org2', { name: 'Elsewhere', retailer: true })
  await service.must('PUT', account, { name: 'Acme', orgId: 'org2' })
  const { message } = await activated(service, campaign)
  await service.must('PUT', account, { name: 'Acme', orgId: 'org1' })
  assert.match(message, / Ad server dsp1 is none of the organisation of the account: the tags have no macros\.$/)
  assert.not.match((await activated(service, campaign)).message, 'Ad server')
})

test('a campaign is NEW, then DRAFT with its first creative, IN_PROGRESS when activated, and ACTIVE at 100 % (ACTIVATION-3)', async () => {
  const campaign = await campaignWith(service, [])
  const fresh = await statusOf(campaign)
  assert.equal([fresh.status, fresh.percentage], ['NEW', 0])
  await saveCreative(service, campaign, 'one', 'One')
  assert.is((await statusOf(campaign)).status, 'DRAFT')
  assert.is((await activate(campaign)).status, 200)
  const seen: { status: string; percentage: number }[] = []
  await until(
    async () => {
      seen.push(await statusOf(campaign))
      return seen.at(-1)
    },
    s => s?.status !== 'IN_PROGRESS',
  )
  assert.equal([seen.at(-1)?.status, seen.at(-1)?.percentage], ['ACTIVE', 100])
  for (const [i, { percentage }] of seen.entries())
    assert.ok(percentage >= (seen[i - 1]?.percentage ?? 0), 'it never decreases during a run')
})

test('caches never store a status response (HTTP-23)', async () => {
  const campaign = await campaignWith(service, [])
  const { headers } = await service.call('GET', statusPath(campaign))
  assert.equal([headers.get('cache-control'), headers.get('etag')], ['no-store', null])
})

test('an ad unit that cannot be rendered leads to EXAMINE, and the corrected campaign can be activated again (ACTIVATION-3)', async () => {
  const adUnits = [
    { adUnitId: 1, adUnitName: 'Good', dimension: '80x40', html: '<p>{{headline}}</p>' },
    { adUnitId: 2, adUnitName: 'Priced', dimension: '80x40', html: '<img src="{{price}}">' },
  ]
  await service.must('PUT', `${account}/template-campaigns/5`, { templateCampaignName: 'Five', adUnits })
  const campaign = await campaignWith(service, ['one'], { templateCampaignIdx: 5 })
  const examined = await activated(service, campaign)
  assert.is(examined.status, 'EXAMINE')
  assert.match(examined.message, 'Priced')
  const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
  const price = [{ columnName: 'price', columnValue: pixel }]
  await saveCreative(service, campaign, 'one', 'One', { dynamicAssets: price })
  assert.is((await activated(service, campaign)).status, 'ACTIVE')
})

test('a picture that a stylesheet shows from a column is drawn, and one that is missing is named (CREATIVE-10)', async () => {
  const html = '<style>p{background:url({{badge}})}</style><p>{{headline}}</p>'
  await service.must('PUT', `${account}/template-campaigns/6`, {
    templateCampaignName: 'Six',
    adUnits: [{ adUnitId: 1, adUnitName: 'Badged', dimension: '80x40', html }],
  })
  const campaign = await campaignWith(service, [], { templateCampaignIdx: 6 })
  const after = async (columnValue: string) => {
    await saveCreative(service, campaign, 'one', 'One', { dynamicAssets: [{ columnName: 'badge', columnValue }] })
    return activated(service, campaign)
  }
  const { json } = await upload(service, 'badge.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')
  const { status, message } = await after(json.assetUrl)
  assert.is(status, 'ACTIVE', message)
  assert.match((await after('/assets/acme/no-badge.svg')).message, 'drawn: /assets/acme/no-badge.svg')
})

test('an ad that moves without durationMs is named at its save, with its length at the activation, and texts without glyphs are named (ACTIVATION-8)', async () => {
  const html = '<style>p{animation:k 1.2s both}@keyframes k{from{opacity:0}to{opacity:1}}</style><p>{{headline}}</p>'
  const saved = await service.must('PUT', `${account}/template-campaigns/10`, {
    templateCampaignName: 'Ten',
    adUnits: [
      { adUnitId: 1, adUnitName: 'Moving', dimension: '80x40', html },
      { adUnitId: 2, adUnitName: 'Timed', dimension: '80x40', html, durationMs: 2000 },
      { adUnitId: 3, adUnitName: 'Still', dimension: '80x40', html: '<p>{{headline}}</p>' },
    ],
  })
  assert.equal(
    saved.warnings.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
    [['/adUnits/0/durationMs', 'duration-missing']],
  )
  const campaign = await campaignWith(service, [], { templateCampaignIdx: 10 })
  await saveCreative(service, campaign, 'one', 'Τιμή 夏 ქარვა')
  const live = await activated(service, campaign)
  assert.is(live.status, 'ACTIVE')
  assert.match(
    live.message,
    / Characters that no font has are shown as boxes: ქარვ in "Τιμή 夏 ქარვა" \(one \/ Moving 80x40\)\. .* Moving 80x40 ends after 1\.2 s\.$/,
  )
  assert.is((await activated(service, campaign)).message, live.message, 'also when the pictures are there already')
})

test('a column that a creative lacks renders empty with a warning; only a picture leads to EXAMINE (ACTIVATION-8)', async () => {
  const unit = { adUnitId: 1, adUnitName: 'Priced', dimension: '80x40', html: '<p>{{headline}} {{price}}</p>' }
  const put = (html: string) =>
    service.must('PUT', `${account}/template-campaigns/7`, {
      templateCampaignName: 'Seven',
      adUnits: [unit, { ...unit, adUnitId: 2, adUnitName: 'Pictured', html }],
    })
  await put('<style>p{background:url({{badge}})}</style><p>{{headline}}</p>')
  const campaign = await campaignWith(service, ['one'], { templateCampaignIdx: 7 })
  const examined = await activated(service, campaign)
  assert.is(examined.status, 'EXAMINE')
  assert.match(examined.message, /Pictured 80x40 \(image-missing: .*badge\)\. .*empty: one \(price\)\.$/)
  await put('<p>{{headline}}</p>')
  await service.must('PUT', campaign, { refreshTemplate: true })
  const { status, message } = await activated(service, campaign)
  assert.is(status, 'ACTIVE')
  assert.match(
    message,
    /live with 2 ad tags\. Creatives without a value for columns of their ad units, which are left empty: one \(price\)\.$/,
  )
  assert.match(await served(campaign), '<p>one </p>')
})

test('an ad of which the creative has nothing leads to EXAMINE, and each creative that lacks a text is named (ACTIVATION-8)', async () => {
  const unit = (adUnitId: number, adUnitName: string, html: string) => ({
    ...{ adUnitId, adUnitName, dimension: '80x40', html },
  })
  await service.must('PUT', `${account}/template-campaigns/9`, {
    templateCampaignName: 'Nine',
    adUnits: [
      unit(
        1,
        'Texts',
        '<title>Ad</title><body style="background:#08f"><h1>{{headline}}</h1>{{#price}}{{price}}{{/price}}',
      ),
      unit(2, 'Sale', '<p>Sale: {{headline}} {{price}}</p>'),
    ],
  })
  const campaign = await campaignWith(service, ['one'], { templateCampaignIdx: 9 })
  await service.must('POST', `${campaign}/creative`, { creativeName: 'bare' })
  await service.must('POST', `${campaign}/creative`, {
    creativeName: 'blank',
    dynamicAssets: [{ columnName: 'headline', columnValue: '  ' }],
  })
  const { status, message } = await activated(service, campaign)
  assert.is(status, 'EXAMINE')
  for (const name of ['bare', 'blank'])
    assert.match(
      message,
      `${name} / Texts 80x40 (no-content: the creative has no value in headline, price, so the ad would be empty)`,
    )
  assert.not.match(message, 'one / Texts')
  assert.match(message, /left empty: bare \(headline, price\), blank \(price\), one \(price\)\.$/)
})

test('a file that is no picture is not shown as one, whatever its name (ACTIVATION-8)', async () => {
  const adUnits = [{ adUnitId: 1, adUnitName: 'Logo', dimension: '80x40', html: '<img src="{{headline}}">' }]
  await service.must('PUT', `${account}/template-campaigns/8`, { templateCampaignName: 'Eight', adUnits })
  await upload(service, 'eight/not.png', '<!doctype html><p>Not a picture</p>')
  const campaign = await campaignWith(service, [], { templateCampaignIdx: 8 })
  await saveCreative(service, campaign, 'one', '/assets/acme/eight/not.png')
  const { status, message } = await activated(service, campaign)
  assert.is(status, 'FAILED')
  assert.match(message, /image-undecodable: \/assets\/acme\/eight\/not\.png is no picture/)
})

test('a picture that no browser can show is named when the campaign is activated (ACTIVATION-8)', async () => {
  const adUnits = [{ adUnitId: 1, adUnitName: 'Logo', dimension: '80x40', html: '<img src="{{headline}}">' }]
  await service.must('PUT', `${account}/template-campaigns/9`, { templateCampaignName: 'Nine', adUnits })
  await upload(service, 'nine/cut.svg', '<svg xmlns="http://www.w3.org/2000/svg"><rect></svg>')
  const campaign = await campaignWith(service, [], { templateCampaignIdx: 9 })
  for (const [picture, fault] of [
    ['/assets/acme/nine/cut.svg', 'image-undecodable: /assets/acme/nine/cut.svg is no picture that browsers can show'],
    ['C:\\Pictures\\pot.png', 'image-missing: c:\\Pictures\\pot.png is no address of the web'],
  ] as const) {
    await saveCreative(service, campaign, 'one', picture)
    const { status, message } = await activated(service, campaign)
    assert.equal([status, message.includes(fault)], ['FAILED', true], message)
  }
})

test('a FAILED campaign continues to serve its last completed snapshot and can be activated again (ACTIVATION-3, CAMPAIGN-9)', async () => {
  const html = '<body><img src="{{logo}}" alt="{{headline}}"></body>'
  const adUnits = [{ adUnitId: 1, adUnitName: 'Logo', dimension: '80x40', html }]
  await service.must('PUT', `${account}/template-campaigns/6`, { templateCampaignName: 'Six', adUnits })
  const campaign = await campaignWith(service, [], { templateCampaignIdx: 6 })
  const svg = (colour: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect fill="${colour}" width="8" height="8"/></svg>`
  await upload(service, 'six/a.svg', svg('red'))
  const logo = (path: string) => [
    { columnName: 'logo', columnValue: `/assets/acme/${path}` },
    { columnName: 'headline', columnValue: 'Logo' },
  ]
  await saveCreative(service, campaign, 'one', '', { dynamicAssets: logo('six/a.svg') })
  assert.is((await activated(service, campaign)).status, 'ACTIVE')
  await saveCreative(service, campaign, 'one', '', { dynamicAssets: logo('six/b.svg') })
  const failed = await activated(service, campaign)
  assert.is(failed.status, 'FAILED')
  assert.match(failed.message, /b\.svg/)
  assert.match(await served(campaign), /a\.svg/, 'the last completed snapshot is served')
  await upload(service, 'six/b.svg', svg('blue'))
  assert.is((await activated(service, campaign)).status, 'ACTIVE')
  assert.match(await served(campaign), /b\.svg/)
})

test('a second activation during the first returns 200 and changes nothing (ACTIVATION-4)', async () => {
  const campaign = await campaignWith(service, ['one', 'two', 'three'])
  const first = await activate(campaign, { trackerTypes: ['GCM'] })
  const again = await activate(campaign, { trackerTypes: [], assetGenerationType: 'mp4' })
  assert.equal([first.status, again.status], [200, 200])
  await until(
    () => statusOf(campaign),
    s => s.status === 'ACTIVE',
  )
  const trackers = (await service.call('GET', `${campaign}/trackers`)).json
  assert.equal(trackers.trackersSelected, ['GCM'], 'the first request counts')
})

test('a tracker type that a campaign names twice is listed once (TAGS-5)', async () => {
  const campaign = await campaignWith(service, ['one'], { trackerTypes: ['MOAT', 'GCM', 'MOAT'] })
  assert.equal((await service.must('GET', `${campaign}/trackers`)).trackerTypes, ['MOAT', 'GCM'])
})

const asks =
  (body: object = {}) =>
  (campaign: string) =>
    ['POST', `${campaign}/activate`, body] as const

test('a campaign without a creative cannot be activated (ACTIVATION-4)', async () => {
  await givenService(service)(() => campaignWith(service, []))
    .when(asks())
    .thenRefused(409, 'nothing-to-activate')
})

test('a campaign that needs approval cannot be activated before it (ACTIVATION-4)', async () => {
  await approvers(service, true, 'ann@example.com')
  const campaign = await campaignWith(service, ['one'])
  const refusal = async () => {
    const { status, json } = await activate(campaign)
    assert.equal([status, json.code], [409, 'approval-required'])
    return json.detail
  }
  assert.match(await refusal(), 'is Unavailable')
  await askApproval(service, campaign)
  assert.match(await refusal(), /is Pending\. Wait .* 14 days after the request, then submit a new one\.$/)
  await saveCreative(service, campaign, 'one', 'Changed')
  assert.match(await refusal(), 'is Invalid')
  await askApproval(service, campaign)
  const [link = ''] = await linksOf(service, campaign, 'ann@example.com')
  await answerLink(service, link, 'Rejected')
  assert.match(await refusal(), 'is Rejected')
  await approvers(service, true)
})

test('an activation that is tried again needs an end date and an approval that hold then (ACTIVATION-8)', async () => {
  const html = '<img src="https://nowhere.invalid/pot.png">'
  const adUnits = [{ adUnitId: 1, adUnitName: 'Remote', dimension: '80x40', html }]
  await service.must('PUT', `${account}/template-campaigns/8`, { templateCampaignName: 'Remote', adUnits })
  const campaign = await campaignWith(service, ['one'], { templateCampaignIdx: 8 })
  assert.match((await activated(service, campaign)).message, 'Nothing could be rendered')
  const job = `${account}/jobs/activation/acme:${campaign.split('/').pop()}`
  const triedAgain = async () => {
    await service.must('POST', `${job}/retry`, { reason: 'the host is back' })
    const { status, message } = await until(
      () => statusOf(campaign),
      s => s.status !== 'IN_PROGRESS',
    )
    return [status, message]
  }
  await service.must('PUT', campaign, { endDate: '2020-01-01' })
  assert.equal(await triedAgain(), ['FAILED', "The campaign's end date, 2020-01-01, has passed. Move it first."])
  await service.must('PUT', campaign, { endDate: null })
  await approvers(service, true, 'ann@example.com')
  const needed = 'The campaign needs approval first; it is Unavailable. Submit an approval request.'
  assert.equal(await triedAgain(), ['FAILED', needed])
  await approvers(service, true)
})

test('unknown trackers and formats are refused, and the activation does not start (ACTIVATION-4)', async () => {
  const campaign = await campaignWith(service, ['one'])
  const given = () => givenService(service)(async () => campaign)
  await given()
    .when(asks({ trackerTypes: ['GCM', 'NOBODY'] }))
    .thenRefused(400, 'invalid-request', '/trackerTypes/1')
  await given()
    .when(asks({ trackerTypes: ['MOAT'] }))
    .thenRefused(400, 'invalid-request')
  const { detail } = (await activate(campaign, { trackerTypes: ['MOAT'] })).json
  assert.is(detail, '/trackerTypes/0 must be a tracker type that activation accepts: GCM.')
  await given()
    .when(asks({ assetGenerationType: 'jpg' }))
    .thenRefused(400, 'invalid-request')
  assert.is((await statusOf(campaign)).status, 'DRAFT')
})

test('ENDED is final: it cannot be activated, ending it twice changes nothing, and a clone starts as a new campaign (ACTIVATION-3, ACTIVATION-4)', async () => {
  const campaign = await campaignWith(service, ['one'])
  const early = (await service.call('POST', `${campaign}/end`)).json
  assert.equal([early.code, /is DRAFT/.test(early.detail)], ['campaign-not-active', true])
  assert.is((await activated(service, campaign)).status, 'ACTIVE')
  await service.must('POST', `${campaign}/end`)
  await service.must('POST', `${campaign}/end`)
  assert.is((await statusOf(campaign)).status, 'ENDED')
  const again = await activate(campaign)
  assert.equal([again.status, again.json.code], [409, 'campaign-ended'])
  const { retailCampaignIdx } = await service.must('POST', `${campaign}/clone`, {})
  const clone = `${account}/retail-campaigns/${retailCampaignIdx}`
  assert.is((await statusOf(clone)).status, 'DRAFT')
  assert.is((await activated(service, clone)).status, 'ACTIVE')
})

test('the name of a clone is cut between characters', async () => {
  const campaign = await campaignWith(service, [], { retailCampaignName: `${'a'.repeat(246)}🎈` })
  const { retailCampaignIdx } = await service.must('POST', `${campaign}/clone`, {})
  const clone = await service.must('GET', `${account}/retail-campaigns/${retailCampaignIdx}`)
  assert.is(clone.retailCampaignName, `Copy of ${'a'.repeat(246)}`)
})

test('a campaign past its end date ends automatically and cannot be activated until the date is moved (ACTIVATION-3)', async () => {
  const campaign = await campaignWith(service, ['one'], { endDate: '2999-12-31' })
  assert.is((await activated(service, campaign)).status, 'ACTIVE')
  await service.must('PUT', campaign, { endDate: '2020-01-01' })
  await until(
    () => statusOf(campaign),
    s => s.status === 'ENDED',
  )
  // what has ended is not helped by another date
  assert.match((await activate(campaign)).json.detail, /^The campaign has ended and cannot be activated again\./)
  const late = await campaignWith(service, ['one'], { endDate: '2020-01-01' })
  assert.is((await activate(late)).json.code, 'campaign-ended')
  await service.must('PUT', late, { endDate: '2999-12-31' })
  assert.is((await activated(service, late)).status, 'ACTIVE')
})

test('null clears the end date, the click-through and the ad server of a campaign (CAMPAIGN-7)', async () => {
  const campaign = await campaignWith(service, ['one'], { endDate: '2020-01-01' })
  assert.is((await activate(campaign)).json.code, 'campaign-ended')
  await service.must('PUT', campaign, { endDate: null, clickthroughUrl: null, adServerId: null })
  const { endDate, clickthroughUrl, adServerId } = await service.must('GET', campaign)
  assert.equal([endDate, clickthroughUrl, adServerId], [undefined, undefined, undefined])
  assert.is((await activated(service, campaign)).status, 'ACTIVE')
  assert.is(
    (await service.must('PUT', campaign, { endDate: null })).message,
    'No changes: the retail campaign is already up to date.',
  )
  assert.is((await service.call('PUT', campaign, { ctaText: null })).status, 400)
})

test('null clears every other setting that has no empty form (CAMPAIGN-7)', async () => {
  await service.must('PUT', `${account}/media-plans/3`, { mediaPlanName: 'Plan', sites: [] })
  const columns = ['productImageColumn', 'brandColumn', 'rotationWeightColumn', 'productNameColumn', 'categoryColumn']
  const settings = {
    mediaPlanId: 3,
    startDate: '2026-05-01',
    ...Object.fromEntries(columns.map(name => [name, 'column'])),
  }
  const bare = await service.must('GET', await campaignWith(service, ['one']))
  const campaign = await campaignWith(service, ['one'], settings)
  const names = Object.keys(settings)
  await service.must('PUT', campaign, Object.fromEntries(names.map(name => [name, null])))
  assert.equal(Object.keys(await service.must('GET', campaign)).sort(), Object.keys(bare).sort())
})

test('a changed template reaches a campaign only when the campaign adopts it again (CAMPAIGN-9)', async () => {
  const unit = (html: string) => [{ adUnitId: 1, adUnitName: 'Small', dimension: '80x40', html }]
  const put = (html: string) =>
    service.must('PUT', `${account}/template-campaigns/7`, { templateCampaignName: 'Seven', adUnits: unit(html) })
  await put('<b>{{headline}}</b>')
  const campaign = await campaignWith(service, ['one'], { templateCampaignIdx: 7 })
  await put('<i>{{headline}}</i>')
  await activated(service, campaign)
  assert.match(await served(campaign), '<b>one</b>')
  await service.must('PUT', campaign, { refreshTemplate: true })
  assert.match(await served(campaign), '<b>one</b>', 'what is served is frozen')
  await activated(service, campaign)
  assert.match(await served(campaign), '<i>one</i>')
})

test('a campaign of another account and a missing campaign get the same response', async () => {
  const answer = await service.call('POST', `${account}/retail-campaigns/999999/activate`, {})
  assert.equal([answer.status, answer.json.code], [404, 'not-found'])
  assert.is((await service.call('GET', statusPath(`${account}/retail-campaigns/999999`))).status, 404)
})

test.run()
