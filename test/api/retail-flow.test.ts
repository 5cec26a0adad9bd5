import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { filteredByEachField } from '../support/service/filtered-lists.ts'
import {
  answerLink,
  approvers,
  askExport,
  download,
  linksOf,
  queueEnd,
  saveCreative,
  unzipped,
} from '../support/service/flow.ts'
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

const test = suite('the retail flow')
let service: Service
test.before(async () => {
  service = await startService()
  await provision(service)
})
test.after(() => service.stop())

test('a campaign without approvers counts as approved, and a request says that none is needed', async () => {
  await approvers(service, true)
  const campaign = await campaignWith(service, ['one'])
  const before = await service.call('GET', `${campaign}/approvalStatus`)
  assert.equal([before.json.status, before.json.requiredApprovals], ['Approved', 0])
  assert.match(
    (await service.must('POST', `${campaign}/approvalRequest`, { userName: 'Rob', userEmail: 'rob@example.com' }))
      .message,
    /no approval is needed/i,
  )
})

test('approvers get a mail and decide on a page; the requester is informed; a change makes the approval invalid', async () => {
  await approvers(service, true, 'ann@example.com', 'bob@example.com')
  const campaign = await campaignWith(service, ['one', 'two'])
  const idx = campaign.split('/').pop()
  assert.is((await service.call('GET', `${campaign}/approvalStatus`)).json.status, 'Unavailable')
  assert.is((await service.call('POST', `${campaign}/activate`)).json.code, 'approval-required')
  await service.must('POST', `${campaign}/approvalRequest`, { userName: 'Rob', userEmail: 'rob@example.com' })
  assert.match(
    (await service.must('POST', `${campaign}/approvalRequest`, { userName: 'Rob', userEmail: 'rob@example.com' }))
      .message,
    /pending/,
  )
  const [first = '', second = ''] = await linksOf(service, campaign, 'ann@example.com', 'bob@example.com')

  const page = await service.call('GET', first, undefined, { key: undefined })
  assert.is(page.status, 200)
  assert.is(page.headers.get('referrer-policy'), 'no-referrer')
  assert.is(
    (await service.call('GET', `${campaign}/approvalStatus`)).json.status,
    'Pending',
    'reading the page changes nothing',
  )
  assert.is((await answerLink(service, first, 'Approved', 'Lovely')).status, 200)
  assert.is((await service.call('GET', `${campaign}/approvalStatus`)).json.status, 'Pending')
  assert.match((await answerLink(service, first, 'Rejected')).text, /You have already answered[\s\S]*not decided yet/)
  assert.is((await answerLink(service, second, 'Approved')).status, 200)
  const approved = (await service.call('GET', `${campaign}/approvalStatus`)).json
  assert.equal(
    [
      approved.status,
      approved.requesterEmail,
      approved.approverDetails.map((a: { approvalStatus: string }) => a.approvalStatus),
    ],
    ['Approved', 'rob@example.com', ['Approved', 'Approved']],
  )
  const isDecision = ({ name }: { readonly name: string }) => name.startsWith(`decision-acme-${idx}-`)
  const decision = (await until(service.mails, mails => mails.some(isDecision))).find(isDecision)?.text ?? ''
  for (const approver of ['ann@example.com', 'bob@example.com'])
    assert.ok(decision.includes(approver), `${approver} is named`)

  await service.must('POST', `${campaign}/creative`, {
    creativeName: 'one',
    dynamicAssets: [{ columnName: 'headline', columnValue: 'other' }],
  })
  assert.is((await service.call('GET', `${campaign}/approvalStatus`)).json.status, 'Invalid')
  await approvers(service, true)
})

test('a forged link is refused with a page that explains it', async () => {
  const { status, text } = await service.call(
    'GET',
    '/approvals/abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz',
    undefined,
    { key: undefined },
  )
  assert.is(status, 404)
  assert.match(text, /does not work/)
})

test('an activated campaign has tags, exports and a served ad; a change archives the exports but not what is served', async () => {
  const campaign = await campaignWith(service, ['one', 'two'])
  assert.is((await service.call('GET', `${campaign}/download-tags`)).json.code, 'campaign-not-active')
  const early = await service.must('POST', `${campaign}/exportAssets`, { assetExportType: 'png', resolution: '1' })
  assert.equal([early.status, early.queueId], ['FAILED_TO_INITIATE', null])
  assert.is((await activated(service, campaign, { trackerTypes: ['GCM'] })).status, 'ACTIVE')

  const requested = await askExport(service, campaign, 'png', '2')
  assert.is(requested.status, 'INITIATED')
  const queue = await queueEnd(service, requested.queueId)
  assert.equal([queue.status, queue.percentage, queue.total, queue.errors], ['COMPLETED', 100, 4, []])
  const files = await unzipped(await download(queue.url))
  assert.equal([...files.keys()].sort(), [
    'manifest.json',
    'one/Small_80x40@2x.png',
    'one/Tall_40x90@2x.png',
    'two/Small_80x40@2x.png',
    'two/Tall_40x90@2x.png',
  ])
  const picture = files.get('one/Small_80x40@2x.png') ?? Buffer.alloc(0)
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  assert.equal([info.width, info.height], [160, 80])
  assert.equal([...data.subarray(-3)], [0xcc, 0x33, 0x00], 'the corner has the colour of the ad unit')
  const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '{}')
  for (const file of manifest.files)
    assert.is(
      createHash('sha256')
        .update(files.get(file.name) ?? '')
        .digest('hex'),
      file.sha256,
    )

  const tags = await service.call('GET', `${campaign}/download-tags`)
  assert.match(tags.headers.get('content-disposition') ?? '', /attachment; filename="Spring_tags\.csv"/)
  const rows = parse(tags.text, { columns: true, bom: true }) as Record<string, string>[]
  assert.equal(
    rows.map(r => [r['Ad Unit Name'], r.Width, r['Tag Type'], r['Ad Server']]),
    [
      ['Small', '80', 'JAVASCRIPT', 'DSP'],
      ['Tall', '40', 'JAVASCRIPT', 'DSP'],
    ],
  )
  assert.match(rows[0]?.Tag ?? '', /\$\{CLICK_URL_ENC\}/)
  assert.equal((await service.call('GET', `${campaign}/trackers`)).json, {
    trackerTypes: ['GCM', 'MOAT'],
    trackersSelected: ['GCM'],
  })

  const idx = campaign.split('/').pop()
  const served = () => service.call('GET', `/serve/acme/${idx}/1`, undefined, { key: undefined })
  assert.match((await served()).text, /one|two/)
  for (const creativeName of ['one', 'two'])
    await service.must('POST', `${campaign}/creative`, {
      creativeName,
      dynamicAssets: [{ columnName: 'headline', columnValue: 'changed' }],
    })
  const [entry] = (await service.call('GET', `${campaign}/exportAssetStatus`)).json
  assert.equal([entry.resolutionsResponse[0].status, entry.resolutionsResponse[0].url], ['ARCHIVED', ''])
  assert.not.match((await served()).text, /changed/)

  await service.must('POST', `${campaign}/end`)
  assert.is((await service.call('GET', statusPath(campaign))).json.status, 'ENDED')
  assert.is((await service.call('POST', `${campaign}/activate`)).json.code, 'campaign-ended')
  assert.not.match((await served()).text, /one|two/)
})

test('campaigns are filtered by every field of their record, and times by their order (HTTP-14, HTTP-16)', async () => {
  const more = { retailCampaignName: 'Filtered', startDate: '2031-03-01', externalId: 'filtered', ctaText: 'Go' }
  const campaign = await campaignWith(service, [], more)
  const { retailCampaignIdx, createdOn, templateCampaignIdx } = await service.must('GET', campaign)
  const found = async (...filters: readonly string[]) => {
    const query = filters.map(filter => `filters=${encodeURIComponent(filter)}`).join('&')
    const { retailCampaigns } = await service.must('GET', `${account}/retail-campaigns?limit=500&${query}`)
    return retailCampaigns.map((c: { retailCampaignIdx: number }) => c.retailCampaignIdx)
  }
  const own = 'retailCampaignName=Filtered'
  for (const filter of [
    `templateCampaignIdx=${templateCampaignIdx}`,
    'assetSourceType like upload',
    'startDate>=2031-03-01',
    'startDate<2031-03-02',
    'externalId=filtered',
    'ctaText(in)Go|Stop',
    `createdOn>=${createdOn}`,
    `createdOn<=${createdOn}`,
    'updatedOn>2026-01-01',
    'status=NEW',
    'status(in)NEW|ACTIVE',
    'status<>DRAFT',
  ])
    assert.equal(await found(own, filter), [retailCampaignIdx], filter)
  await filteredByEachField(service, `${account}/retail-campaigns`, 'retailCampaigns')
  for (const filter of ['startDate>2031-03-01', 'endDate<2099-01-01', `createdOn<${createdOn}`, 'status like draft'])
    assert.equal(await found(own, filter), [], filter)
  await saveCreative(service, campaign, 'one', 'One')
  assert.equal([await found(own, 'status=DRAFT'), await found(own, 'status=NEW')], [[retailCampaignIdx], []])
})

test('an ad unit that cannot be rendered is named, and leads to EXAMINE, or to FAILED when none can be rendered', async () => {
  const adUnits = [
    { adUnitId: 1, adUnitName: 'Good', dimension: '80x40', html: '<p>{{headline}}</p>' },
    { adUnitId: 2, adUnitName: 'Needs picture', dimension: '80x40', html: '<img src="{{image}}">' },
    { adUnitId: 3, adUnitName: 'Broken', dimension: '80x40', html: '<p>{{#open}}</p>' },
    { adUnitId: 4, adUnitName: 'No picture', dimension: '80x40', html: '<img src="/assets/acme/nowhere.png?key=k">' },
    { adUnitId: 5, adUnitName: 'Cut off', dimension: '80x40', html: '<p>{{headline}}</p><p style="color:' },
  ]
  await service.must('PUT', `${account}/template-campaigns/2`, { templateCampaignName: 'Broken', adUnits })
  const campaign = await campaignWith(service, ['one'], { templateCampaignIdx: 2 })
  const examined = await activated(service, campaign)
  assert.is(examined.status, 'EXAMINE')
  for (const name of ['Needs picture', 'Broken', 'No picture', 'Cut off']) assert.match(examined.message, name)
  assert.match(
    examined.message,
    /not found, as only files of the asset library and reachable addresses are drawn: \/assets\/acme\/nowhere\.png\)/,
    'the address as written in the ad unit',
  )
  assert.not.match(examined.message, 'Good')
  await service.must('PUT', `${account}/template-campaigns/3`, {
    templateCampaignName: 'All broken',
    adUnits: adUnits.slice(1, 2),
  })
  const hopeless = await campaignWith(service, ['one'], { templateCampaignIdx: 3 })
  assert.is((await activated(service, hopeless)).status, 'FAILED')
})

test("an account never sees another account's data", async () => {
  const campaign = await campaignWith(service, ['one'])
  await service.must('PUT', '/v2/accounts/other', { name: 'Other', orgId: 'org1' })
  const { apiKey } = await service.must('POST', '/v2/accounts/other/api-keys', {
    owner: 'other',
    permissions: ['Campaigns_All', 'AssetSource_All'],
  })
  const own = await service.call('GET', campaign.replace('acme', 'other'), undefined, { key: apiKey })
  assert.equal([own.status, own.json.code], [404, 'not-found'])
  assert.is((await service.call('GET', campaign, undefined, { key: apiKey })).status, 403)
})

test.run()
