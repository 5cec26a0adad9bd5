import { join } from 'node:path'
import Database from 'better-sqlite3'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { endcap } from '../support/programs/endcap.ts'
import { answerLink, approvalOf, askApproval, linksOf } from '../support/service/flow.ts'
import { account, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('endcap erase while the service runs')
let service: Service
let campaign: string
let links: readonly string[]
const tool = (...args: string[]) => endcap(args, service.stores)
const erase = (person: string, reason = 'ticket 4711') =>
  tool('erase', '--account', 'acme', '--person', person, '--reason', reason, '--json')
const page = async (link: string) => (await service.call('GET', link, undefined, { key: undefined })).text
type Approver = { readonly delivery?: { readonly status: string } }
const ofAnn = /ann@example|Ann Ashby|471208154|shade of green/i

/** Ann approves with a comment, and Bob has not answered yet. */
test.before(async () => {
  service = await startService()
  await provision(service)
  await service.must('PUT', `${account}/retail-settings`, {
    approvers: [
      { userEmail: 'ann@example.com', userName: 'Ann Ashby', userId: 471208154 },
      { userEmail: 'bob@example.com', userName: 'Bob Birch' },
    ],
    allApproversRequired: true,
  })
  campaign = await campaignWith(service, ['one'])
  await askApproval(service, campaign)
  links = await linksOf(service, campaign, 'ann@example.com', 'bob@example.com')
  const key = { owner: 'Ann Ashby', ownerEmail: 'ann@example.com', permissions: ['Campaigns_View'] }
  await service.must('POST', `${account}/api-keys`, key)
  assert.is((await answerLink(service, links[0]!, 'Approved', 'I like this shade of green')).status, 200)
  // the log says that a mail was sent after it was
  await until(
    () => approvalOf(service, campaign),
    ({ approverDetails }) => approverDetails.every((one: Approver) => one.delivery?.status === 'Sent'),
  )
})
test.after(() => service.stop())

test('the log has no name, address or comment in plain text, and auditors read names and comments', async () => {
  const db = new Database(join(service.dataDir, 'log.db'), { readonly: true })
  const written = db.prepare<[], string>('SELECT data FROM event').pluck().all().join('\n')
  db.close()
  assert.match(written, /sealedUserName.*sealedRequesterName.*sealedComment/s)
  assert.not.match(written, ofAnn)
  assert.not.match(written, /"Rob"/)
  const { out } = await tool('audit', '--json')
  for (const text of ['Ann Ashby', 'I like this shade of green', 'a•••@example.com', '"userId":471208154', 'Rob'])
    assert.ok(out.includes(text), text)
  assert.match((await tool('audit', '--type', 'ApprovalDecisionRecorded')).out, /“I like this shade of green”/)
})

test('wrong use ends with 2, and an unknown person with 3', async () => {
  const wrong = await Promise.all([erase('nobody'), erase('ann@example.com', 'asked by Ann@Example.com')])
  assert.equal(
    wrong.map(({ code, err }) => [code, err]),
    [
      [2, '--person is a mail address\n'],
      [2, '--reason stays in the log, so it must not have the address; name a ticket\n'],
    ],
  )
  const { code, out, err } = await erase('ann@example.com', 'asked by ann ashby')
  assert.equal([code, out], [2, ''])
  assert.match(err, /must not have the person’s name; name a ticket\.\n$/)
  const none = await erase('cyd@example.com')
  assert.equal([none.code, none.out, none.err.endsWith('Nothing of this person was found.\n')], [3, '', true], none.err)
})

test('an erased approver reads erased everywhere, the answer still counts, and the link is void', async () => {
  const { code, out, err } = await erase('Ann@example.com')
  assert.is(code, 0, err)
  const { remains, ...done } = JSON.parse(out)
  assert.equal(done, {
    account: 'acme',
    keys: 1,
    settings: 1,
    requests: 0,
    asked: 1,
    answers: 1,
    mails: 1,
    apiKeys: 1,
    isApprover: true,
  })
  assert.match(remains.join('\n'), /Backups.+delete them[\s\S]+Mails to the person \(1\)[\s\S]+settings of acme/)
  const { status, approverDetails } = await until(
    () => approvalOf(service, campaign),
    found => found.approverDetails[0].userEmail === 'erased',
  )
  const [ann, bob] = approverDetails
  assert.equal(
    [status, ann.userName, ann.userId, ann.approvalStatus, bob.userName],
    ['Pending', 'erased', -1, 'Approved', 'Bob Birch'],
  )
  assert.equal((await service.call('GET', `${account}/retail-settings`)).json.approvers, [
    { userEmail: 'erased', userName: 'erased' },
    { userEmail: 'bob@example.com', userName: 'Bob Birch' },
  ])
  const [key] = (await service.call('GET', `${account}/api-keys`)).json.apiKeys
  assert.equal([key.owner, key.ownerEmail], ['erased', null])
  const [printed] = JSON.parse((await tool('keys', 'list', '--json')).out)
  assert.equal([printed.owner, printed.ownerEmail], ['erased', null])
  const shown = await page(links[1]!)
  assert.match(shown, /erased/)
  assert.not.match(shown, ofAnn)
  assert.not.match(await page(links[0]!), ofAnn)
  const { history } = (await service.call('GET', `${campaign}/history?limit=500`)).json
  assert.not.match(JSON.stringify(history), ofAnn)
  assert.match(JSON.stringify(history), /An approver answered Approved: “erased”/)
})

test('audit, replay, rebuild and verify go on working, and show nothing of the person', async () => {
  const stream = `approval-acme:${campaign.split('/').at(-1)}`
  for (const args of [['audit', '--json'], ['audit'], ['replay', stream], ['audit', '--type', 'ApiKeyIssued']]) {
    const { code, out } = await tool(...args)
    assert.is(code, 0)
    assert.not.match(out, ofAnn)
    assert.match(out, /erased/)
    if (args.join() === 'audit') assert.match(out, /erase: A person was erased: ticket 4711\./)
  }
  assert.is((await tool('rebuild', 'retail-campaigns')).code, 0)
  const { code, out: verified } = await tool('verify', '--json')
  assert.equal([code, JSON.parse(verified).faults], [0, []])
})

test('an erasure that is run again finds nothing', async () => {
  assert.is((await erase('ann@example.com')).code, 3)
})

test('an erased requester reads erased, and the others are left as they are', async () => {
  const { code, out } = await tool('erase', '--account', 'acme', '--person', 'rob@example.com', '--reason', 'again')
  assert.is(code, 0)
  assert.match(
    out,
    /^The person was erased in acme: 1 key was destroyed\. Named in 1 request made, 0 requests to approve/,
  )
  const shown = await until(
    () => page(links[1]!),
    html => html.includes('<bdi>erased</bdi> has requested your approval'),
  )
  assert.not.match(shown, /rob@example/)
  assert.match(shown, /Bob Birch/)
  await answerLink(service, links[1]!, 'Approved')
  assert.is((await approvalOf(service, campaign)).status, 'Approved')
})

test('damaged addresses are named on stderr, end with 1, and keep nobody else from being erased', async () => {
  const db = new Database(join(service.dataDir, 'log.db'))
  const { data } = db
    .prepare<[], { data: string }>(
      "SELECT data FROM event WHERE type = 'RetailSettingsConfigured' ORDER BY position DESC",
    )
    .get()!
  const [, ofBob = ''] = JSON.parse(data).value.approvers.map((one: { sealedEmail: string }) => one.sealedEmail)
  const key = ofBob.split('.').slice(0, 2).join('.')
  db.prepare('UPDATE event SET data = replace(data, ?, ?)').run(key, `${key}.x`)
  db.close()
  const unknown = await erase('cyd@example.com')
  assert.equal([unknown.code, unknown.out], [1, ''])
  assert.match(unknown.err, /Nothing of this person was found\.\nThese cannot be opened, .*: retail-settings-acme@0, /)
  const { code, out, err } = await erase('bob@example.com')
  assert.is(code, 0, err)
  assert.equal([JSON.parse(out).keys, JSON.parse(out).isApprover], [1, true])
})

test.run()
