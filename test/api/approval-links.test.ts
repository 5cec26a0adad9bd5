import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { numberOf } from '../support/service/dsp-exports.ts'
import { answerLink, approvalOf, approvers, askApproval, linksOf, saveCreative } from '../support/service/flow.ts'
import { account, activated, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('approval links')
let service: Service
test.before(async () => {
  service = await startService()
  await provision(service)
})
test.after(() => service.stop())

const [ann, bob] = ['ann@example.com', 'bob@example.com'] as const
const statusOf = async (campaign: string) => (await approvalOf(service, campaign)).status as string
const each = async (campaign: string) =>
  (await approvalOf(service, campaign)).approverDetails.map((a: { approvalStatus: string }) => a.approvalStatus)
const open = (link: string) => service.call('GET', link, undefined, { key: undefined })
/** The types of the events of a campaign's approval. Other campaigns' mails may be written in the background. */
const eventsOf = async (campaign: string): Promise<readonly string[]> => {
  const stream = `approval-acme:${numberOf(campaign)}`
  const { events } = (await service.call('GET', `${account}/events?filters=stream=${stream}&fields=type`)).json
  return events.map(({ type }: { readonly type: string }) => type)
}
/** Returns when the log records the sent mails: from then on nothing of this campaign is written in the background. */
const approvalRequested = async (...emails: readonly string[]) => {
  const campaign = await campaignWith(service, ['one'])
  await askApproval(service, campaign)
  const links = await linksOf(service, campaign, ...emails)
  await until(
    () => eventsOf(campaign),
    types => types.includes('ApprovalMailFinished'),
  )
  return { campaign, links }
}

test('a new request gets a new number, and links of the old one open a page that says so (APPROVAL-4, APPROVAL-9)', async () => {
  await approvers(service, true, ann)
  const { campaign, links } = await approvalRequested(ann)
  const { approvalIdx } = await approvalOf(service, campaign)
  await saveCreative(service, campaign, 'one', 'second try')
  assert.match((await open(links[0]!)).text, /changed/i)
  await askApproval(service, campaign)
  const next = await approvalOf(service, campaign)
  assert.ok(next.approvalIdx > approvalIdx)
  assert.is(next.status, 'Pending')
  assert.match((await open(links[0]!)).text, /newer|replaced/i)
  await answerLink(service, links[0]!, 'Approved')
  assert.is(await statusOf(campaign), 'Pending', 'the old link decides nothing')
  const own = (await service.mails()).filter(m => m.name.startsWith(`approval-acme-${campaign.split('/').pop()}-`))
  assert.is(own.length, 1, 'the second mail waits for ten minutes')
})

test('a comment whose answer comes too late is shown, so that it is not lost (APPROVAL-11)', async () => {
  await approvers(service, true, ann)
  const { campaign, links } = await approvalRequested(ann)
  const [first] = links
  await saveCreative(service, campaign, 'one', 'second try')
  const late = (await answerLink(service, first!, 'Approved', 'Larger, & blue')).text
  assert.match(late, /has changed[\s\S]*not recorded[\s\S]*Larger, &amp; blue/)
  await saveCreative(service, campaign, 'one', 'one')
  await answerLink(service, first!, 'Approved', 'Fine')
  const again = (await answerLink(service, first!, 'Rejected', 'Fine')).text
  assert.match(again, /already decided[\s\S]*Fine/)
  assert.not.match(again, 'not recorded')
  await approvers(service, true, 'other@example.com')
  const left = await approvalRequested('other@example.com')
  await approvers(service, true, ann)
  assert.match((await answerLink(service, left.links[0]!, 'Rejected', 'Too late')).text, /not recorded[\s\S]*Too late/)
})

test('a link that was answered says so when the campaign has changed since (APPROVAL-11)', async () => {
  await approvers(service, true, ann)
  const { campaign, links } = await approvalRequested(ann)
  await answerLink(service, links[0]!, 'Approved')
  assert.match((await open(links[0]!)).text, /already decided[\s\S]*campaign is <strong/)
  await saveCreative(service, campaign, 'one', 'second try')
  assert.is(await statusOf(campaign), 'Invalid')
  assert.match((await open(links[0]!)).text, /has changed[\s\S]*campaign was <strong[\s\S]*does not count any more/)
})

test('an answer that is sent again after the campaign has changed does not hear that it can be activated (APPROVAL-10)', async () => {
  await approvers(service, true, ann)
  const { campaign, links } = await approvalRequested(ann)
  await answerLink(service, links[0]!, 'Approved', 'Fine')
  assert.match((await answerLink(service, links[0]!, 'Approved', 'Fine')).text, 'can be activated')
  await saveCreative(service, campaign, 'one', 'second try')
  const { text } = await answerLink(service, links[0]!, 'Approved', 'Fine')
  assert.match(text, /has changed[\s\S]*Fine[\s\S]*does not count any more/)
  assert.not.match(text, /can be activated|not recorded/)
})

test('nobody is asked about a campaign that has ended, and an answer about it is not recorded (APPROVAL-11)', async () => {
  await approvers(service, false)
  const campaign = await campaignWith(service, ['one'])
  await activated(service, campaign)
  await approvers(service, true, ann, bob)
  await askApproval(service, campaign)
  const [first, second] = await linksOf(service, campaign, ann, bob)
  await answerLink(service, first!, 'Approved', 'Fine')
  await service.must('POST', `${campaign}/end`)
  assert.match((await open(second!)).text, 'The campaign has ended')
  const late = (await answerLink(service, second!, 'Approved', 'Larger')).text
  assert.match(late, /has ended[\s\S]*not recorded[\s\S]*Larger/)
  const again = (await answerLink(service, first!, 'Approved', 'Fine')).text
  assert.match(again, /already answered[\s\S]*Fine/)
  assert.not.match(again, /can be activated|not recorded/)
  assert.equal(await each(campaign), ['Approved', 'Pending'])
})

test('reading the page with HEAD or GET, any number of times, changes nothing (APPROVAL-9)', async () => {
  await approvers(service, true, ann)
  const { campaign, links } = await approvalRequested(ann)
  const before = await eventsOf(campaign)
  for (const method of ['GET', 'HEAD', 'GET']) {
    const { status, headers } = await service.call(method, links[0]!, undefined, { key: undefined })
    assert.is(status, 200)
    assert.is(headers.get('referrer-policy'), 'no-referrer')
    assert.match(headers.get('cache-control') ?? '', 'no-store')
  }
  assert.equal(await eventsOf(campaign), before)
  assert.match(links[0]!, new RegExp(`^${service.url}/approvals/[A-Za-z0-9_-]+$`))
})

test('a link records one decision; the same decision again changes nothing (APPROVAL-9)', async () => {
  await approvers(service, true, ann, bob)
  const { campaign, links } = await approvalRequested(ann, bob)
  const first = await answerLink(service, links[0]!, 'Approved', 'Lovely & "good"')
  assert.equal([first.status, /text\/html/.test(first.headers.get('content-type') ?? '')], [200, true])
  assert.match(first.text, 'Lovely &amp; &quot;good&quot;')
  const before = await eventsOf(campaign)
  assert.is((await answerLink(service, links[0]!, 'Approved')).status, 200)
  assert.match((await answerLink(service, links[0]!, 'Rejected')).text, /already/i)
  assert.equal(await eventsOf(campaign), before)
  assert.equal(await each(campaign), ['Approved', 'Pending'])
})

test('an unknown decision or a comment that is too long returns the form with the entered text (APPROVAL-9)', async () => {
  await approvers(service, true, ann)
  const { campaign, links } = await approvalRequested(ann)
  const maybe = await answerLink(service, links[0]!, 'Maybe', 'keep this')
  assert.is(maybe.status, 400)
  assert.match(maybe.text, 'keep this')
  const tooLong = await answerLink(service, links[0]!, 'Approved', 'x'.repeat(2_001))
  assert.is(tooLong.status, 400)
  assert.match(tooLong.text, 'Please keep the comment to 2000 characters; it has 2001.')
  assert.is(await statusOf(campaign), 'Pending')
  assert.is((await answerLink(service, links[0]!, 'Approved', 'x'.repeat(2_000))).status, 200)
})

test('a link with one letter changed neither opens the page nor records a decision (APPROVAL-9)', async () => {
  await approvers(service, true, ann)
  const { campaign, links } = await approvalRequested(ann)
  const forged = links[0]!.replace(/.$/, last => (last === 'A' ? 'B' : 'A'))
  assert.is((await open(forged)).status, 404)
  assert.is((await answerLink(service, forged, 'Approved')).status, 404)
  assert.is(await statusOf(campaign), 'Pending')
})

test('the mail to the approver shows the pictures, and no address is in the request log (APPROVAL-9)', async () => {
  await approvers(service, true, ann)
  const { campaign } = await approvalRequested(ann)
  const name = `approval-acme-${campaign.split('/').pop()}-`
  const [mail] = (await until(service.mails, all => all.some(m => m.name.startsWith(name)))).filter(m =>
    m.name.startsWith(name),
  )
  assert.match(mail?.text ?? '', /^To:.*ann@example\.com/m)
  assert.match(mail?.text ?? '', /Content-Type: image\/png/)
  assert.match(mail?.text ?? '', /text\/plain/)
  assert.match(mail?.text ?? '', /text\/html/)
})

test.run()
