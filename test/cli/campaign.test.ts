import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { endcap } from '../support/programs/endcap.ts'
import { account, activated, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('endcap campaign')
let service: Service
let campaign: string
let id: string
/** When the campaign was approved, as tables print it. */
let approvedAt: string
const tool = (...args: string[]) => endcap(['campaign', id, ...args], service.stores)
const events = async (query: string) =>
  (await service.call('GET', `${account}/events?limit=500&filters=${query}`)).json.events

/** The address of the page in the only mail to an approver. */
const approvalLink = async (): Promise<string> => {
  const [mail] = await until(
    () => service.mails(),
    mails => mails.length === 1,
  )
  const plain = mail!.text.replace(/=\r?\n/g, '')
  return /\/approvals\/[\w-]+/.exec(plain)?.[0] ?? (assert.unreachable('the mail has no link') as never)
}

test.before(async () => {
  service = await startService()
  await provision(service)
  await service.must('PUT', `${account}/media-plans/7`, {
    mediaPlanName: 'Spring plan',
    sites: [{ id: 1, siteId: 501, siteName: 'The Shed', placements: [{ placementId: 'P-1', placementName: 'Top' }] }],
  })
  campaign = await campaignWith(service, ['one', 'two'], {
    mediaPlanId: 7,
    placements: [{ adUnitId: 1, siteId: 501, placementId: 'P-1' }],
  })
  id = `acme:${campaign.split('/').at(-1)}`
  const approvers = [{ userEmail: 'ann@example.com', userName: 'Ann Ashby' }]
  await service.must('PUT', `${account}/retail-settings`, { approvers })
  await service.must('POST', `${campaign}/approvalRequest`, { userName: 'Rob', userEmail: 'rob@example.com' })
  const body = new URLSearchParams({ decision: 'Approved', comment: 'Lovely' })
  assert.is((await service.call('POST', await approvalLink(), undefined, { key: undefined, body })).status, 200)
  const [decided] = await until(
    () => events('type=ApprovalDecided'),
    found => found.length === 1,
  )
  // a moment before its event was written: states and pages show it
  approvedAt = decided.data.at
  await service.must('POST', `${campaign}/creative`, {
    creativeName: 'one',
    dynamicAssets: [{ columnName: 'headline', columnValue: 'Changed' }],
  })
})
test.after(() => service.stop())

test('shows who approved what, and that the content is no longer the approved one', async () => {
  const { code, out } = await tool()
  assert.is(code, 0)
  assert.match(out, /^campaign +acme:\d+ “Spring” at \S+Z: DRAFT$/m)
  assert.match(out, /^content +[0-9a-f]{16}…: not the approved content, which was [0-9a-f]{16}…$/m)
  assert.match(out, /by Rob <r•••@example\.com>: Approved; 1 of 1 approver needed/)
  assert.match(out, /^Ann Ashby +a•••@example\.com +Approved +\S+Z +Sent +Lovely$/m)
  assert.match(out, /^media plan +7 “Spring plan”\n +Small on The Shed \/ Top, 0 trackers$/m)
  assert.match(out, /^trackers +GCM, MOAT$/m)
  assert.match(out, /^template +1 “Template”: its ad units are those of the template$/m)
  assert.match(out, /^one +– +headline: Changed$/m)
  assert.not.match(out, /ann@example|rob@example|v1\.[\w-]+\./)
})

test('shows the campaign at a time as JSON, with the hash that was approved then', async () => {
  const then = JSON.parse((await tool('--at', approvedAt, '--json')).out)
  assert.is(then.at, approvedAt)
  assert.is(then.isApproved, true)
  assert.is(then.approval.approvedHash, then.contentHash)
  assert.equal(Object.keys(then.creatives), ['one', 'two'])
  assert.is(then.approval.request.approvers[0].email, 'a•••@example.com')
})

test('says what changed since a time', async () => {
  const changes = await tool('--diff', approvedAt)
  assert.match(changes.out, /^creatives\.one\.columns\.0\.columnValue: "one" → "Changed"$/m)
  assert.match(changes.out, /^isApproved: true → false$/m)
  assert.not.match(changes.out, /creatives\.two/)
})

test('says that the campaign of a feed is no longer the approved one because its asset source was loaded', async () => {
  const adUnits = [{ adUnitId: 1, adUnitName: 'Product', dimension: '80x40', html: '<p>{{title}}</p>' }]
  await service.must('PUT', `${account}/template-campaigns/7`, { templateCampaignName: 'Products', adUnits })
  const sources = `${account}/asset-sources/inline`
  const data = (title: string) => [{ sku: 'pot-1', title }]
  const made = { assetSourceName: 'Pots', assetKeyColumn: 'sku', data: data('Pot') }
  const { id: source } = await service.must('POST', sources, made)
  const feed = { templateCampaignIdx: 7, assetSourceType: 'productFeed', productAssetSourceId: Number(source) }
  const ofFeed = await campaignWith(service, [], feed)
  const idx = ofFeed.split('/').at(-1)!
  const shown = async (...args: string[]) => (await endcap(['campaign', `acme:${idx}`, ...args], service.stores)).out
  assert.match(await shown(), /^products +asset source \d+ “Pots”, version 1 of \S+Z, 1 row$/m)
  const { at, products } = JSON.parse(await shown('--json'))
  assert.equal([products.assetSourceId, products.version, products.rows], [Number(source), 1, 1])
  await service.must('PUT', `${sources}/${source}`, { data: data('Pot of clay') })
  const changes = await shown('--at', at, '--diff', '0m')
  assert.match(changes, /^products\.version: 1 → 2$/m)
  assert.match(changes, /^contentHash: /m)
  const { out } = await endcap(['audit', '--account', 'acme', '--campaign', idx], service.stores)
  assert.match(out, /AssetSourceLoaded/)
})

test('draws what the approvers saw, from the log, although the content changed since', async () => {
  const file = join(service.dataDir, 'page.html')
  const drawn = await tool('--page', file, '--json')
  assert.is(drawn.code, 0, drawn.err)
  const { isRequested, creatives, pictures, faults } = JSON.parse(drawn.out)
  assert.equal(
    { isRequested, creatives, pictures, faults },
    { isRequested: true, creatives: 2, pictures: 4, faults: 0 },
  )
  const html = await readFile(file, 'utf8')
  assert.is(html.match(/src="data:image\/png;base64,/g)?.length, 4)
  assert.match(html, /Ann Ashby/)
  assert.match(html, /<blockquote dir="auto">Lovely<\/blockquote>/)
  assert.not.match(html, /ann@example|rob@example|<script|<form/)
})

test('says what the ads show when that is not the content of the campaign: after an edit, and after a run that failed', async () => {
  const adUnits = [{ adUnitId: 1, adUnitName: 'Logo', dimension: '80x40', html: '<img src="{{logo}}">' }]
  await service.must('PUT', `${account}/template-campaigns/6`, { templateCampaignName: 'Six', adUnits })
  const dates = { startDate: '2026-01-01', endDate: '2099-12-31' }
  const running = await campaignWith(service, [], { templateCampaignIdx: 6, ...dates })
  const shows = (columnValue: string) =>
    service.must('POST', `${running}/creative`, {
      creativeName: 'one',
      dynamicAssets: [{ columnName: 'logo', columnValue }],
    })
  const shown = async (...args: string[]) =>
    (await endcap(['campaign', `acme:${running.split('/').at(-1)}`, ...args], service.stores)).out
  await service.must('PUT', `${account}/retail-settings`, { approvers: [] })
  await shows('data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=')
  assert.not.match(await shown(), /^served/m)
  assert.is((await activated(service, running)).status, 'ACTIVE')
  assert.match(
    await shown(),
    /^served +this content, of run 1, requested \S+Z, since \S+Z\ndates +2026-01-01 to 2099-12-31$/m,
  )
  await shows('/assets/acme/none.png')
  assert.is((await activated(service, running)).status, 'FAILED')
  assert.match(
    await shown(),
    /^activation +run 2, of this content, FAILED: .*\nserved +other content, [0-9a-f]{16}…, of run 1, /m,
  )
  const { served, contentHash, activation } = JSON.parse(await shown('--json'))
  assert.equal([served.run, served.snapshot], [1, activation.snapshot])
  assert.not.equal(served.contentHash, contentHash)
  const then = JSON.parse(await shown('--at', served.requestedAt, '--json'))
  assert.equal([then.contentHash, then.served], [served.contentHash, null])
  await service.must('POST', `${running}/end`, {})
  assert.match(await shown(), /^served +nothing$/m)
})

test('a page is never written over a file', async () => {
  const { code, err } = await tool('--page', join(service.dataDir, 'log.db'))
  assert.is(code, 2)
  assert.match(err, /log\.db cannot be written: EEXIST/)
})

test('a campaign that did not exist yet is exit code 3', async () => {
  for (const [args, expected] of [
    [[], /There was no campaign acme:\d+ at 2000-01-01T23:59:59\.999Z\./],
    [['--page', join(service.dataDir, 'none.html')], /No approval of acme:\d+ was requested by then\./],
  ] as const) {
    const { code, err, out } = await tool('--at', '2000-01-01', ...args)
    assert.is(code, 3)
    assert.match(err, expected)
    assert.is(out, '')
  }
})

test('says that an approver asked for the approval, under another name and spelling', async () => {
  const approvers = ['ann', 'abe'].map(name => ({ userEmail: `${name}@example.com`, userName: name }))
  await service.must('PUT', `${account}/retail-settings`, { approvers })
  const own = await campaignWith(service, ['one'])
  await service.must('POST', `${own}/approvalRequest`, { userName: 'Studio', userEmail: 'Ann@Example.com' })
  const idx = own.split('/').at(-1)!
  const { out } = await endcap(['campaign', `acme:${idx}`], service.stores)
  assert.match(out, /^ann +a•••@example\.com \(requester\) +Pending/m)
  assert.match(out, /^abe +a•••@example\.com +Pending/m)
  const { out: events } = await endcap(['audit', '--account', 'acme', '--campaign', idx], service.stores)
  assert.match(events, /approver ann <a•••@example\.com> \(requester\); approver abe <a•••@example\.com>$/m)
})

test.run()
