import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { givenService } from '../support/given/http.ts'
import { filtered } from '../support/service/filtered-lists.ts'
import {
  answerLink,
  approvalOf,
  approvers,
  askApproval,
  linksOf,
  rob,
  saveCreative,
  upload,
} from '../support/service/flow.ts'
import { account, activated, campaignWith, provision, type Service, startService } from '../support/service/service.ts'

const test = suite('approval')
let service: Service
test.before(async () => {
  service = await startService()
  await provision(service)
})
test.after(() => service.stop())

const [ann, bob, cyd] = ['ann@example.com', 'bob@example.com', 'cyd@example.com'] as const
const statusOf = async (campaign: string) => (await approvalOf(service, campaign)).status as string
const each = async (campaign: string) =>
  (await approvalOf(service, campaign)).approverDetails.map((a: { approvalStatus: string }) => a.approvalStatus)
const open = (link: string) => service.call('GET', link, undefined, { key: undefined })
const approvalRequested = async (...emails: readonly string[]) => {
  const campaign = await campaignWith(service, ['one'])
  await askApproval(service, campaign)
  return { campaign, links: await linksOf(service, campaign, ...emails) }
}

test('before a request the status lists the configured approvers, each Unavailable (APPROVAL-4)', async () => {
  await service.must('PUT', `${account}/retail-settings`, {
    approvers: [{ userEmail: ann, userName: 'Ann', userId: 7 }, { userEmail: bob }],
    allApproversRequired: true,
  })
  const campaign = await campaignWith(service, ['one'])
  const record = await approvalOf(service, campaign)
  assert.equal([record.status, record.approvalIdx, record.requesterEmail], ['Unavailable', 0, ''])
  assert.equal(record.approverDetails, [
    { userEmail: ann, userName: 'Ann', userId: 7, approvalStatus: 'Unavailable' },
    { userEmail: bob, userName: 'External User', userId: -1, approvalStatus: 'Unavailable' },
  ])
})

test('without approvers a campaign counts as approved and a request changes nothing (APPROVAL-4)', async () => {
  await approvers(service, false)
  const campaign = await campaignWith(service, ['one'])
  const record = await approvalOf(service, campaign)
  assert.equal([record.status, record.requiredApprovals, record.approverDetails], ['Approved', 0, []])
  // the first request reserves a block of ids
  await askApproval(service, campaign)
  const before = (await service.call('GET', campaign)).headers.get('endcap-position')
  assert.match(await askApproval(service, campaign), /no approval is needed/i)
  assert.is((await service.call('GET', campaign)).headers.get('endcap-position'), before)
})

test('a campaign without a creative has nothing to approve (APPROVAL-4)', async () => {
  await approvers(service, true, ann)
  await givenService(service)(() => campaignWith(service, []))
    .when(campaign => ['POST', `${campaign}/approvalRequest`, { userName: 'Rob', userEmail: 'r@example.com' }])
    .thenRefused(409, 'nothing-to-approve')
})

test('a campaign that has ended is not sent to approvers (APPROVAL-5)', async () => {
  await approvers(service, true)
  const campaign = await campaignWith(service, ['one'])
  assert.is((await activated(service, campaign)).status, 'ACTIVE')
  await service.must('POST', `${campaign}/end`)
  await approvers(service, true, ann)
  const refused = await service.call('POST', `${campaign}/approvalRequest`, rob)
  assert.equal([refused.status, refused.json.code], [409, 'campaign-ended'])
  assert.is(await statusOf(campaign), 'Unavailable')
})

test('a campaign of which nothing can be shown is not sent to approvers; one with a single picture is (APPROVAL-5, APPROVAL-12)', async () => {
  await approvers(service, true, ann)
  const adUnits = [{ adUnitId: 1, adUnitName: 'Pictured', dimension: '80x40', html: '<img src="{{hero}}">' }]
  await service.must('PUT', `${account}/template-campaigns/8`, { templateCampaignName: 'Eight', adUnits })
  const hero = (file: string) => ({
    dynamicAssets: [{ columnName: 'hero', columnValue: `/assets/acme/shown/${file}` }],
  })
  const campaign = await campaignWith(service, ['bare'], { templateCampaignIdx: 8 })
  await saveCreative(service, campaign, 'gone', '', hero('gone.svg'))
  const refused = await service.call('POST', `${campaign}/approvalRequest`, rob)
  assert.equal([refused.status, refused.json.code], [409, 'nothing-to-preview'])
  assert.match(refused.json.detail, 'bare / Pictured 80x40: the creative has no picture in hero; gone / Pictured')
  await upload(service, 'shown/not.png', '<!doctype html><p>Not a picture</p>')
  await saveCreative(service, campaign, 'page', '', hero('not.png'))
  assert.match(
    (await service.call('POST', `${campaign}/approvalRequest`, rob)).json.detail,
    'shown/not.png is no picture, but application/octet-stream',
  )
  await saveCreative(service, campaign, 'relative', '', {
    dynamicAssets: [{ columnName: 'hero', columnValue: 'shown/yes.svg' }],
  })
  assert.equal(
    (await service.call('POST', `${campaign}/approvalRequest`, rob)).json.code,
    'nothing-to-preview',
    'a path alone is no address',
  )
  await service.must('DELETE', `${campaign}/creative/relative`)
  await upload(service, 'shown/yes.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')
  await saveCreative(service, campaign, 'shown', '', hero('yes.svg'))
  await askApproval(service, campaign)
  const [link = ''] = await linksOf(service, campaign, ann)
  const { text } = await open(link)
  const reasons = [...text.matchAll(/This picture cannot be shown: <bdi>([^<]*)/g)].map(([, reason]) => reason)
  assert.equal(reasons.slice(0, 2), [
    'the creative has no picture in hero',
    'shown/gone.svg is not in the asset library (column hero)',
  ])
  assert.match(reasons[2] ?? '', /^shown\/not\.png is no picture/)
  assert.is(reasons.length, 3)
})

test('the page of an approval names the columns that each creative lacks', async () => {
  await service.must('PUT', `${account}/template-campaigns/12`, {
    templateCampaignName: 'Twelve',
    adUnits: [
      { adUnitId: 1, adUnitName: 'Sale', dimension: '80x40', html: '<p>Sale: {{headline}} {{price}} {{claim}}</p>' },
    ],
  })
  const campaign = await campaignWith(service, ['one'], { templateCampaignIdx: 12 })
  await service.must('POST', `${campaign}/creative`, { creativeName: 'bare' })
  await askApproval(service, campaign)
  const [link = ''] = await linksOf(service, campaign, ann)
  const { text } = await open(link)
  const lacking = [...text.matchAll(/Left empty, because the creative has no value for it: <bdi>([^<]*)/g)]
  assert.equal(
    lacking.map(([, columns]) => columns),
    ['headline, price, claim', 'price, claim'],
  )
})

test('a duplicate address is refused, however it is written (APPROVAL-4)', async () => {
  for (const [one, same] of [
    [ann, 'ANN@Example.com'],
    ['eve@bücher.example', 'eve@xn--bcher-kva.example'],
  ]) {
    const twice = { approvers: [{ userEmail: one }, { userEmail: same }] }
    const answer = await service.call('PUT', `${account}/retail-settings`, twice)
    assert.is(answer.status, 400)
    assert.match(answer.text, 'An approver is listed twice')
  }
})

test('when one approval is enough, a rejection leaves the request Pending and the first approval decides (APPROVAL-4, APPROVAL-9)', async () => {
  await approvers(service, false, ann, bob)
  const { campaign, links } = await approvalRequested(ann, bob)
  assert.is((await approvalOf(service, campaign)).requiredApprovals, 1)
  assert.is((await answerLink(service, links[0]!, 'Rejected')).status, 200)
  assert.is(await statusOf(campaign), 'Pending', 'one more could still approve')
  await answerLink(service, links[1]!, 'Approved')
  assert.is(await statusOf(campaign), 'Approved')
  assert.equal(await each(campaign), ['Rejected', 'Approved'])
})

test('when all must approve, the first rejection makes approval impossible (APPROVAL-4)', async () => {
  await approvers(service, true, ann, bob, cyd)
  const { campaign, links } = await approvalRequested(ann, bob, cyd)
  assert.is((await approvalOf(service, campaign)).requiredApprovals, 3)
  await answerLink(service, links[0]!, 'Approved')
  await answerLink(service, links[1]!, 'Rejected')
  assert.is(await statusOf(campaign), 'Rejected')
  assert.equal(await each(campaign), ['Approved', 'Rejected', 'Pending'])
  assert.match((await answerLink(service, links[2]!, 'Approved')).text, /already/i)
  assert.is(await statusOf(campaign), 'Rejected')
  assert.is((await service.call('POST', `${campaign}/activate`)).json.code, 'approval-required')
})

test('the number of required approvals is fixed at the request, whatever the settings are later (APPROVAL-4)', async () => {
  await approvers(service, true, ann, bob)
  const { campaign, links } = await approvalRequested(ann, bob)
  await approvers(service, false, ann, bob)
  await answerLink(service, links[0]!, 'Approved')
  assert.equal([await statusOf(campaign), (await approvalOf(service, campaign)).requiredApprovals], ['Pending', 2])
})

test('an approver who left the settings is Unavailable, and their link decides nothing (APPROVAL-4)', async () => {
  await approvers(service, true, ann, bob)
  const { campaign, links } = await approvalRequested(ann, bob)
  await approvers(service, true, ann)
  assert.equal(await each(campaign), ['Pending', 'Unavailable'])
  const { text } = await answerLink(service, links[1]!, 'Approved')
  assert.not.match(text, /thank you/i)
  assert.equal(await each(campaign), ['Pending', 'Unavailable'])
})

test('after the address of the only approver was corrected, asking again asks the corrected one (APPROVAL-6)', async () => {
  await approvers(service, true, 'an@example.com')
  const { campaign, links } = await approvalRequested('an@example.com')
  await approvers(service, true, ann)
  assert.match(await askApproval(service, campaign), /requested from 1 approver/)
  const [link] = await linksOf(service, campaign, ann)
  const { text } = await open(links[0]!)
  assert.match(text, /no longer an approver/)
  assert.not.match(text, /most recent|newer/)
  await answerLink(service, link!, 'Approved')
  assert.is(await statusOf(campaign), 'Approved')
})

test('when one of two left the settings after the other approved, asking again asks the one who is left (APPROVAL-6)', async () => {
  await approvers(service, true, ann, bob)
  const { campaign, links } = await approvalRequested(ann, bob)
  await approvers(service, true, ann)
  const { text: thanks } = await answerLink(service, links[0]!, 'Approved')
  assert.match(thanks, /ask again/)
  assert.is(await statusOf(campaign), 'Rejected')
  const found = await service.must('GET', `${account}/retail-campaigns?filters=approvalStatus=Rejected&limit=500`)
  assert.ok(
    found.retailCampaigns.some((one: { retailCampaignIdx: number }) => campaign.endsWith(`/${one.retailCampaignIdx}`)),
  )
  const refused = await service.call('POST', `${campaign}/activate`)
  assert.equal([refused.status, refused.json.code], [409, 'approval-required'])
  assert.match(refused.json.detail, /Submit a new approval request/)
  for (const { text } of [await open(links[1]!), await answerLink(service, links[1]!, 'Approved')])
    assert.match(text, /no longer an approver/)
  assert.match(await askApproval(service, campaign), /requested from 1 approver/)
  assert.equal([await statusOf(campaign), await each(campaign)], ['Pending', ['Pending']])
  assert.match((await open(links[0]!)).text, /newer/)
})

test('a second request for the same content while Pending changes nothing and says so (APPROVAL-4)', async () => {
  await approvers(service, true, ann)
  const { campaign, links } = await approvalRequested(ann)
  const { approvalIdx } = await approvalOf(service, campaign)
  assert.match(await askApproval(service, campaign), /already requested and is pending/)
  assert.is((await approvalOf(service, campaign)).approvalIdx, approvalIdx)
  assert.is((await open(links[0]!)).status, 200)
})

test('a change makes the request Invalid at the next read; undoing it makes the request valid again (CAMPAIGN-9, APPROVAL-4)', async () => {
  await approvers(service, true, ann)
  const { campaign, links } = await approvalRequested(ann)
  await answerLink(service, links[0]!, 'Approved')
  await saveCreative(service, campaign, 'one', 'changed')
  assert.equal([await statusOf(campaign), await each(campaign)], ['Invalid', ['Invalid']])
  assert.match((await answerLink(service, links[0]!, 'Approved')).text, /that answer does not count any more/)
  assert.is((await service.call('GET', campaign)).json.approvalStatus, 'Invalid')
  assert.is((await service.call('POST', `${campaign}/activate`)).json.code, 'approval-required')
  await saveCreative(service, campaign, 'one', 'one')
  assert.is(await statusOf(campaign), 'Approved')
  await service.must('PUT', campaign, { clickthroughUrl: 'https://elsewhere.example.com/' })
  assert.is(await statusOf(campaign), 'Invalid', 'the click-through is part of the content')
})

test('a creative less is a change; without the one that came later the content is again what was approved (CREATIVE-19)', async () => {
  await approvers(service, true, ann)
  const { campaign, links } = await approvalRequested(ann)
  await answerLink(service, links[0]!, 'Approved')
  await saveCreative(service, campaign, 'later', 'later')
  assert.equal(
    [await statusOf(campaign), (await service.call('POST', `${campaign}/activate`)).json.code],
    ['Invalid', 'approval-required'],
  )
  await service.must('DELETE', `${campaign}/creative/later`)
  assert.is(await statusOf(campaign), 'Approved', 'as if it had never been there')
  await service.must('DELETE', `${campaign}/creative/one`)
  assert.is(await statusOf(campaign), 'Invalid')
})

test('campaigns are filtered by their approval status, in exact pages (HTTP-14, HTTP-29)', async () => {
  await approvers(service, true, ann)
  const campaigns = `${account}/retail-campaigns`
  const make = () => campaignWith(service, ['one'], { retailCampaignName: 'Filtered by status' })
  const [unasked, pending, stale, approved] = [await make(), await make(), await make(), await make()]
  for (const campaign of [pending, stale, approved]) await askApproval(service, campaign)
  await saveCreative(service, stale, 'two', 'Two')
  const [link = ''] = await linksOf(service, approved, ann)
  await answerLink(service, link, 'Approved')
  const own = 'retailCampaignName=Filtered by status'
  const found = async (filter: string) => {
    const { retailCampaigns, count } = await filtered(service, campaigns, own, filter)
    assert.is(count, retailCampaigns.length)
    return retailCampaigns.map((one: { retailCampaignIdx: number }) => `${campaigns}/${one.retailCampaignIdx}`)
  }
  assert.equal(await found('approvalStatus=Unavailable'), [unasked])
  assert.equal(await found('approvalStatus=Pending'), [pending])
  assert.equal(await found('approvalStatus=Invalid'), [stale])
  assert.equal(await found('approvalStatus=Approved'), [approved])
  assert.equal(await found('approvalStatus<>Unavailable'), [pending, stale, approved])
  assert.equal(await found('approvalStatus<>Pending'), [unasked, stale, approved])
  assert.equal(await found('approvalStatus(in)Pending|Rejected|Approved'), [pending, approved])
  assert.equal(await found('approvalStatus like valid'), [stale])
  const query = `filters=${encodeURIComponent(own)}&filters=${encodeURIComponent('approvalStatus<>Invalid')}&limit=2`
  const page = await service.must('GET', `${campaigns}?${query}`)
  const next = await service.must('GET', `${campaigns}?${query}&next=${page.next}`)
  assert.equal([page.retailCampaigns.length, page.count, next.retailCampaigns.length, next.next], [2, 3, 1, null])
  await approvers(service, false)
  assert.is((await found('approvalStatus=Approved')).length, 4)
  assert.equal(await found('approvalStatus=Pending'), [])
})

test('a name, a date or a tracker type is not part of the content (CAMPAIGN-9)', async () => {
  await approvers(service, true, ann)
  const { campaign } = await approvalRequested(ann)
  await service.must('PUT', campaign, { retailCampaignName: 'Other', endDate: '2999-01-01', trackerTypes: ['GCM'] })
  assert.is(await statusOf(campaign), 'Pending')
})

test('a picture uploaded to a path that the content names changes the content (CAMPAIGN-9)', async () => {
  await approvers(service, true, ann)
  const campaign = await campaignWith(service, ['one'])
  await saveCreative(service, campaign, 'one', 'one', {
    dynamicAssets: [{ columnName: 'logo', columnValue: '/assets/acme/late/logo.png' }],
  })
  await askApproval(service, campaign)
  await linksOf(service, campaign, ann)
  assert.is(await statusOf(campaign), 'Pending')
  await upload(service, 'elsewhere/logo.png', 'bytes')
  assert.is(await statusOf(campaign), 'Pending')
  await upload(service, 'late/logo.png', 'bytes')
  assert.is(await statusOf(campaign), 'Invalid')
})

test('a picture uploaded to a path that only an ignored column names is not part of the content (CREATIVE-3)', async () => {
  await approvers(service, true, ann)
  const campaign = await campaignWith(service, ['one'])
  await saveCreative(service, campaign, 'one', 'another', {
    clickthroughUrl: 'https://shop.example/',
    dynamicAssetsModified: false,
    dynamicAssets: [{ columnName: 'logo', columnValue: '/assets/acme/ignored/logo.png' }],
  })
  await askApproval(service, campaign)
  await linksOf(service, campaign, ann)
  await upload(service, 'ignored/logo.png', 'bytes')
  assert.is(await statusOf(campaign), 'Pending')
})

test('the previews that approvers see can be listed, with links to their pictures (APPROVAL-19)', async () => {
  const campaign = await campaignWith(service, ['two', 'one', 'three'])
  const { json } = await givenService(service)(async () => campaign)
    .when(path => ['GET', `${path}/approvalPreviews?limit=2`])
    .thenAnswered()
  assert.equal(
    json.creatives.map(({ creativeName }: { creativeName: string }) => creativeName),
    ['one', 'three'],
  )
  const [{ url, dimension }] = json.creatives[0].previewUrls
  assert.is(dimension, '80x40')
  const picture = await service.call('GET', url.replace('?', '.png?'), undefined, { key: undefined })
  assert.equal([picture.status, picture.headers.get('content-type')], [200, 'image/png'])
  await givenService(service)(async () => campaign)
    .when(path => ['GET', `${path}/approvalPreviews?limit=101`])
    .thenRefused(400, 'invalid-request', '/query/limit')
})

test.run()
