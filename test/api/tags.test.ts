import { parse } from 'csv-parse/sync'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { givenService } from '../support/given/http.ts'
import { saveCreative } from '../support/service/flow.ts'
import {
  account,
  activated,
  adminKey,
  campaignWith,
  provision,
  type Service,
  startService,
} from '../support/service/service.ts'

const test = suite('tags and trackers')
let service: Service
test.before(async () => {
  service = await startService({
    TRACKER_TYPES: JSON.stringify({
      OWN: {
        activation: true,
        impression: ['https://own.example/i?u={adUnitId}&s={siteId}&c={cachebuster}'],
        viewable: ['https://own.example/v?u={adUnitId}&c={cachebuster}'],
      },
    }),
  })
  await provision(service)
})
test.after(() => service.stop())

const tagsOf = (campaign: string) => service.call('GET', `${campaign}/download-tags`)
const rowsOf = async (campaign: string) =>
  parse((await tagsOf(campaign)).text, { columns: true, bom: true, record_delimiter: '\r\n' }) as Record<
    string,
    string
  >[]
const live = async (more: object = {}, body: object = {}) => {
  const campaign = await campaignWith(service, ['one'], more)
  assert.is((await activated(service, campaign, body)).status, 'ACTIVE')
  return campaign
}

test('before the first activation there are no tags (TAGS-1)', async () => {
  await givenService(service)(() => campaignWith(service, ['one']))
    .when(campaign => ['GET', `${campaign}/download-tags`])
    .thenRefused(409, 'campaign-not-active')
})

test('after a FAILED activation the refusal says so, and why (TAGS-3)', async () => {
  const adUnits = [{ adUnitId: 1, adUnitName: 'Broken', dimension: '80x40', html: '<p>{{#open}}</p>' }]
  await service.must('PUT', `${account}/template-campaigns/4`, { templateCampaignName: 'Four', adUnits })
  const campaign = await campaignWith(service, ['one'], { templateCampaignIdx: 4 })
  assert.is((await activated(service, campaign)).status, 'FAILED')
  const { status, json } = await tagsOf(campaign)
  assert.equal([status, json.code], [409, 'campaign-not-active'])
  assert.match(json.detail, /FAILED, so it has no tags: Nothing could be rendered: .*template-broken/)
})

test('the file is a CSV for spreadsheets: BOM, CRLF, columns in the documented order, a row per ad unit (TAGS-1)', async () => {
  const campaign = await live({
    startDate: '2020-01-01',
    endDate: '2999-12-31',
    placements: [{ adUnitId: 2, siteId: 5, placementId: 'P-77' }],
  })
  const answer = await tagsOf(campaign)
  assert.is(answer.headers.get('content-type'), 'application/x-download')
  const bytes = Buffer.from(
    await (await fetch(`${service.url}${campaign}/download-tags`, { headers: { svc_apikey: adminKey } })).arrayBuffer(),
  )
  assert.equal([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
  assert.not.match(answer.text.replaceAll('\r\n', ''), /\r|\n/)
  const header =
    'Campaign ID,Campaign Name,Media Channel,Ad Server,Placement ID,Placement Name,Ad Unit ID,Ad Unit Name,Width,Height,Tag Type,Secure,Tag,Click Tracker,Impression Tracker,Start Date,End Date'
  assert.is(answer.text.replace(/^\ufeff/, '').split('\r\n')[0], header)
  const rows = await rowsOf(campaign)
  assert.equal(
    rows.map(r => [r['Ad Unit ID'], r['Ad Unit Name'], r.Width, r.Height, r['Placement ID'], r['Ad Server'], r.Secure]),
    [
      ['1', 'Small', '80', '40', '', 'DSP', 'No'],
      ['2', 'Tall', '40', '90', 'P-77', 'DSP', 'No'],
    ],
  )
  assert.equal([rows[0]?.['Start Date'], rows[0]?.['End Date']], ['2020-01-01', '2999-12-31'])
})

test('a name that a spreadsheet would evaluate stays text, and the file name keeps every letter (TAGS-1)', async () => {
  const name = '=HYPERLINK("http://evil.example","Frühling")'
  const campaign = await live({ retailCampaignName: name })
  const [row] = await rowsOf(campaign)
  assert.is(row?.['Campaign Name'], `'${name}`)
  const disposition = (await tagsOf(campaign)).headers.get('content-disposition') ?? ''
  assert.match(disposition, /^attachment; filename="[ -!#-~]+_tags\.csv"; filename\*=UTF-8''/)
  const encoded = /filename\*=UTF-8''(\S+)$/.exec(disposition)?.[1] ?? ''
  assert.match(decodeURIComponent(encoded), /Frühling.*_tags\.csv$/)
  assert.not.match(disposition, /[\r\n]/)
})

test('download-tags requires its own right', async () => {
  const campaign = await live()
  const key = async (permission: string) =>
    (await service.must('POST', `${account}/api-keys`, { owner: 'x', permissions: [permission] })).apiKey
  const read = async (permission: string) =>
    (await service.call('GET', `${campaign}/download-tags`, undefined, { key: await key(permission) })).status
  assert.equal(
    [await read('MediaPlan_Tags_Download'), await read('MediaPlan_All'), await read('Campaigns_All')],
    [200, 200, 403],
  )
})

test('tags are those of the last completed activation, until the next one completes (CAMPAIGN-9)', async () => {
  const campaign = await live({}, { trackerTypes: ['GCM'] })
  const before = await rowsOf(campaign)
  await service.must('PUT', campaign, {
    endDate: '2999-12-31',
    placements: [{ adUnitId: 1, siteId: 5, placementId: 'P' }],
  })
  await saveCreative(service, campaign, 'one', 'changed')
  assert.equal(await rowsOf(campaign), before)
  await activated(service, campaign, { trackerTypes: ['GCM'] })
  const after = await rowsOf(campaign)
  assert.equal([after[0]?.['Placement ID'], after[0]?.['End Date']], ['P', '2999-12-31'])
})

test('trackers that name a placement lead to a warning in ad units without one (TAGS-4)', async () => {
  const campaign = await campaignWith(service, ['one'], { placements: [{ adUnitId: 1, siteId: 5, placementId: 'P' }] })
  const warned = await activated(service, campaign, { trackerTypes: ['OWN', 'GCM'] })
  assert.is(warned.status, 'ACTIVE')
  assert.match(warned.message, /Trackers of OWN, GCM count for placement 0 in ad units without a placement: Tall\.$/)
  assert.not.match((await activated(service, campaign)).message, /placement/)
  await service.must('PUT', campaign, {
    placements: [1, 2].map(adUnitId => ({ adUnitId, siteId: 5, placementId: `P${adUnitId}` })),
  })
  assert.not.match((await activated(service, campaign, { trackerTypes: ['GCM'] })).message, /placement/)
})

test('a tag has the macros of its ad server, and none when the ad server has none (TAGS-6)', async () => {
  const [dsp] = await rowsOf(await live())
  for (const macro of ['CLICK_URL_ENC}', 'CACHEBUSTER}', 'GDPR}', 'GDPR_CONSENT_'])
    assert.ok(dsp?.Tag?.includes(`$\{${macro}`), macro)
  assert.match(dsp?.Tag ?? '', /<noscript>.*<img src="[^"]+\/serve\/acme\/\d+\/1\.png/)
  await service.must('PUT', '/v2/org/org1/ad-servers/plain', { name: 'Plain', type: 'Off-site' })
  const [plain] = await rowsOf(await live({ adServerId: 'plain' }))
  assert.not.match(plain?.Tag ?? '', /\$\{/)
  assert.is(plain?.['Ad Server'], 'Plain')
})

test('what changes with each impression is filled in by the server, in tags without script and in the file (TAGS-15)', async () => {
  await service.must('PUT', '/v2/org/org1/ad-servers/plain', { name: 'Plain', type: 'Off-site' })
  const [row] = await rowsOf(await live({ adServerId: 'plain' }, { trackerTypes: ['GCM'] }))
  const address = row?.['Impression Tracker'] ?? ''
  assert.ok(row?.Tag?.includes(address), 'the pixel of the tag has the same address')
  assert.not.match(`${row?.Tag?.split('<noscript>')[1]} ${address}`, /\{cachebuster\}|\[timestamp\]/i)
  const { status, headers } = await service.call('GET', address, undefined, { key: undefined })
  assert.is(status, 302)
  assert.match(headers.get('location') ?? '', /^https:\/\/ad\.doubleclick\.net\/.*;ord=\d{13}\?$/)
  const other = address.replace(/[0-9a-f]{16}$/, '0'.repeat(16))
  assert.is((await service.call('GET', other, undefined, { key: undefined })).status, 404)
  const [dsp] = await rowsOf(await live({}, { trackerTypes: ['GCM'] }))
  assert.match(dsp?.['Impression Tracker'] ?? '', /ord=\$\{CACHEBUSTER\}\?$/)
})

test('the listing shows the campaign’s own tracker types and those of its last activation (TAGS-4)', async () => {
  const campaign = await campaignWith(service, ['one'], { trackerTypes: ['GCM', 'MOAT'] })
  const trackers = async () => (await service.call('GET', `${campaign}/trackers`)).json
  assert.equal(await trackers(), { trackerTypes: ['GCM', 'MOAT'], trackersSelected: [] })
  await activated(service, campaign, { trackerTypes: ['GCM'] })
  assert.equal(await trackers(), { trackerTypes: ['GCM', 'MOAT'], trackersSelected: ['GCM'] })
  await activated(service, campaign)
  assert.equal((await trackers()).trackersSelected, [])
})

test('a type of TRACKER_TYPES is accepted, and its addresses are filled in for each ad unit (TAGS-4)', async () => {
  const campaign = await live(
    { placements: [{ adUnitId: 1, siteId: 55, placementId: 'P' }] },
    { trackerTypes: ['OWN', 'GCM'] },
  )
  const rows = await rowsOf(campaign)
  assert.equal(
    rows.map(r => r['Impression Tracker']?.split(' ')[0]),
    [1, 2].map(unit => `https://own.example/i?u=${unit}&s=${unit === 1 ? 55 : 0}&c=\${CACHEBUSTER}`),
  )
  const idx = campaign.split('/').pop()
  const { text } = await service.call('GET', `/serve/acme/${idx}/1?cb=4711`, undefined, { key: undefined })
  assert.match(text, 'c=4711')
  assert.match(text, '"https://own.example/v?u=1\\u0026c=4711"')
  assert.not.match(text, '{cachebuster}')
})

test.run()
