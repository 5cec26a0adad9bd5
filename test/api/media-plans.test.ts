import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { trackerArrays, trackerFieldNames, trackerFields } from '../../src/domain/media-plans/tracker-fields.ts'
import { account, provision, type Service, startService } from '../support/service/service.ts'

const test = suite('media plans')
let service: Service
let next = 0
const sites = [
  {
    id: 1,
    siteId: 501,
    siteName: 'Magazine',
    placements: [
      { placementId: 'P-1', placementName: 'Top' },
      { placementId: '20', placementName: 'Side' },
    ],
  },
  { id: 4, siteId: 7, siteName: 'Forum', placements: [] },
]
/** A separate plan for one test. */
const plan = async (): Promise<string> => {
  const path = `${account}/media-plans/${++next}`
  await service.must('PUT', path, { mediaPlanName: 'Plan', sites })
  return path
}
const trackers = (path: string, campaignId = 12) => `${path}/trackers/${campaignId}`
const update = (path: string, items: readonly object[], more: object = {}, campaignId = 12) =>
  service.must('PUT', trackers(path, campaignId), { mediaPlanDetails: items, type: 'inline', ...more })
const none = {
  siteUpdatedCount: 0,
  siteAppendedCount: 0,
  placementUpdatedCount: 0,
  placementAppendedCount: 0,
  trackerAppendedCount: 0,
  updatedCampaignId: false,
  updatedMediaPlanName: false,
  errorResponse: {},
}
const top = { siteName: 'Magazine', placementName: 'Top' }
const at = (name: string) => `https://count.example.com/${name}`

test.before(async () => {
  service = await startService()
  await provision(service)
})
test.after(() => service.stop())

test('a plan is read as it was put, and the same plan again changes nothing', async () => {
  const path = await plan()
  const { headers, json } = await service.call('GET', path)
  assert.equal(json, { mediaPlanId: next, mediaPlanName: 'Plan', sites })
  assert.match((await service.must('PUT', path, { mediaPlanName: 'Plan', sites })).message, /already/)
  assert.is((await service.call('GET', path)).headers.get('etag'), headers.get('etag'))
  const stale = { headers: { 'If-Match': '"99"' } }
  assert.is((await service.call('PUT', path, { mediaPlanName: 'Other', sites }, stale)).json.code, 'stale')
})

test('a save names the macros for which there is no value, and stores the tracker (TAGS-18)', async () => {
  const path = await plan()
  const tracker = 'https://px.example/imp?ord=%%CACHEBUSTER%%&us=$' + '{US_PRIVACY}'
  const known = await update(path, [{ ...top, bannerImpressionInTagPixelTracker: tracker }])
  assert.equal([known.warnings, known.trackerAppendedCount], [undefined, 1])
  const sent = { ...top, bannerImpressionInTagPixelTracker: `${tracker}&site=%%SITE%%&u=%u` }
  const { warnings, trackerAppendedCount } = await update(path, [sent])
  assert.is(trackerAppendedCount, 1)
  assert.equal(
    warnings.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
    [['/mediaPlanDetails/0/bannerImpressionInTagPixelTracker', 'unknown-macro']],
  )
  assert.match(warnings[0].detail, 'no value for %%SITE%%, %u')
})

test('every field is stored in the array that its name denotes, and all 21 arrays are listed', async () => {
  const path = await plan()
  const item = Object.fromEntries(trackerFieldNames.map(field => [field, at(field)]))
  const response = await update(path, [{ ...top, ...item }])
  assert.equal(response, {
    ...none,
    siteUpdatedCount: 1,
    placementUpdatedCount: 1,
    trackerAppendedCount: trackerFieldNames.length,
    updatedCampaignId: true,
  })
  const listed = await service.must('GET', trackers(path))
  assert.equal(Object.keys(listed), ['mediaPlanId', 'mediaPlanName', 'sites'])
  const [placement, other] = listed.sites[0].placements
  assert.is(trackerArrays.length, 21)
  assert.equal(Object.keys(placement).sort(), [...trackerArrays, 'placementId', 'placementName'].sort())
  for (const name of trackerArrays) {
    const fields = trackerFieldNames.filter(field => trackerFields[field] === name)
    assert.equal(placement[name], fields.map(at), name)
    assert.equal(other[name], [])
  }
})

test('a value replaces its array, an empty value clears it, an absent one keeps it; the same update again changes nothing', async () => {
  const path = await plan()
  await update(path, [{ ...top, primaryClickTracker: at('a'), secondaryClickTracker1: at('s1') }])
  const second = await update(path, [{ ...top, primaryClickTracker: at('b'), secondaryClickTracker1: '' }])
  assert.equal(second, { ...none, siteUpdatedCount: 1, placementUpdatedCount: 1, trackerAppendedCount: 1 })
  const shown = async () => (await service.must('GET', trackers(path))).sites[0].placements[0]
  const { primaryClickTracker, secondaryClickTrackers } = await shown()
  assert.equal([primaryClickTracker, secondaryClickTrackers], [[at('b')], []])
  assert.equal(await update(path, [{ ...top, primaryClickTracker: at('b') }]), none)
  assert.equal(await update(path, [{ ...top }]), none)
  assert.equal(await update(path, []), none)
})

test('new sites and placements are appended with unused ids', async () => {
  const path = await plan()
  const response = await update(path, [
    { ...top, primaryClickTracker: at('a') },
    { siteName: 'Magazine', placementName: 'New', primaryClickTracker: at('b') },
    { siteName: 'Weather', placementName: 'Map', bannerImpressionInTagPixelTracker: at('c') },
    { siteName: 'Weather', placementName: 'List' },
  ])
  assert.equal(response, {
    ...none,
    siteUpdatedCount: 1,
    siteAppendedCount: 1,
    placementUpdatedCount: 1,
    placementAppendedCount: 3,
    trackerAppendedCount: 3,
    updatedCampaignId: true,
  })
  const { sites: after } = await service.must('GET', path)
  assert.equal(
    after.map((s: (typeof sites)[number]) => [s.id, s.siteId, s.siteName, s.placements.map(p => p.placementId)]),
    [
      [1, 501, 'Magazine', ['P-1', '20', '21']],
      [4, 7, 'Forum', []],
      [5, 502, 'Weather', ['22', '23']],
    ],
  )
  await service.must('PUT', path, { mediaPlanName: 'Plan', sites })
  await update(path, [{ siteName: 'Weather', placementName: 'Map' }])
  const weather = (await service.must('GET', path)).sites[2]
  assert.equal([weather.id, weather.siteId, weather.placements[0].placementId], [6, 503, '24'])
})

test('a replaced plan keeps the trackers of the placements that remain', async () => {
  const path = await plan()
  await update(path, [{ ...top, primaryClickTracker: at('a') }])
  const renamed = [{ ...sites[0], siteName: 'Journal', placements: sites[0]?.placements.slice(0, 1) }]
  await service.must('PUT', path, { mediaPlanName: 'Plan 2', sites: renamed })
  const listed = await service.must('GET', trackers(path))
  assert.is(listed.mediaPlanName, 'Plan 2')
  assert.equal([listed.sites.length, listed.sites[0].placements.length], [1, 1])
  assert.equal(listed.sites[0].placements[0].primaryClickTracker, [at('a')])
})

test('updatedCampaignId shows whether the link to a campaign changed; the campaign need not exist', async () => {
  const path = await plan()
  const changed = async (campaignId: number) => (await update(path, [], {}, campaignId)).updatedCampaignId
  assert.equal([await changed(5), await changed(5), await changed(6), await changed(5)], [true, false, true, true])
})

test('invalid values are returned under their fields, and valid ones are stored', async () => {
  const path = await plan()
  const long = `https://count.example.com/${'x'.repeat(2_048)}`
  const item = {
    ...top,
    primaryClickTracker: 'http://count.example.com/click',
    secondaryClickTracker1: at('good'),
    secondaryClickTracker2: 'javascript:alert(1)',
    bannerImpressionInTagPixelTracker: 'no address',
    creativeLoadEventTracker: long,
  }
  const response = await update(path, [item], { isValidate: true })
  assert.equal(response.errorResponse, {
    primaryClickTracker: [item.primaryClickTracker],
    secondaryClickTracker2: [item.secondaryClickTracker2],
    bannerImpressionInTagPixelTracker: [item.bannerImpressionInTagPixelTracker],
    creativeLoadEventTracker: [long],
  })
  assert.is(response.trackerAppendedCount, 1)
  const huge = `https://count.example.com/${'x'.repeat(100_000)}`
  const { errorResponse } = await update(path, [{ ...top, creativeLoadEventTracker: huge }], { isValidate: false })
  assert.equal(errorResponse, { creativeLoadEventTracker: [huge] })
  const syntax = await update(path, [item], { isValidate: false })
  assert.equal(Object.keys(syntax.errorResponse).sort(), [
    'bannerImpressionInTagPixelTracker',
    'creativeLoadEventTracker',
    'secondaryClickTracker2',
  ])
  const [placement] = (await service.must('GET', trackers(path))).sites[0].placements
  assert.equal(
    [placement.primaryClickTracker, placement.secondaryClickTrackers, placement.bannerImpressionTrackers],
    [[item.primaryClickTracker], [at('good')], []],
  )
})

test('a dry run returns the counts of a real update and stores nothing', async () => {
  const path = await plan()
  const sent = { mediaPlanDetails: [{ ...top, primaryClickTracker: at('a') }] }
  const before = (await service.call('GET', path)).headers.get('etag')
  const dry = await service.must('PUT', `${trackers(path)}?dryRun=true`, sent)
  assert.is((await service.call('GET', path)).headers.get('etag'), before)
  for (const query of ['?dryRun=true', '']) {
    const stale = await service.call('PUT', trackers(path) + query, sent, { headers: { 'If-Match': '"99"' } })
    assert.equal([stale.status, stale.json.code], [412, 'stale'], query)
  }
  assert.equal(dry, await service.must('PUT', trackers(path), sent))
})

test('filters select sites and placements', async () => {
  const path = await plan()
  const found = async (filters: string) =>
    (await service.must('GET', `${trackers(path)}?filters=${encodeURIComponent(filters)}`)).sites.map(
      (s: (typeof sites)[number]) => [s.siteId, ...s.placements.map(p => p.placementId)],
    )
  assert.equal(await found('sites_siteId=501'), [[501, 'P-1', '20']])
  assert.equal(await found('sites_siteId(=)501,sites_placements_placementId(=)20'), [[501, '20']])
  assert.equal(await found('sites_siteId=7,sites_placements_placementId=20'), [])
  assert.equal(await found('sites_placements_placementId=P-1'), [[501, 'P-1']])
  assert.equal(await found(''), [[501, 'P-1', '20'], [7]])
})

test.run()
