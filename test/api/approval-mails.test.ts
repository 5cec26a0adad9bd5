import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Clock } from '../../src/ports/clock.ts'
import { type Treatment, withHostileServer } from '../support/servers/hostile-mail-server.ts'
import { answerLink, approvalOf, approvers, askApproval, linksOf, saveCreative } from '../support/service/flow.ts'
import { account, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('approval mails')
const [ann, bob, cyd] = ['ann@example.com', 'bob@example.com', 'cyd@example.com'] as const

/** A clock whose wall stands until a test moves it: limits are of its hours and minutes, and none of them may end during a test. */
const standingClock = (): Clock & { move(hours: number): void } => {
  let at = Date.now()
  return {
    now: () => new Date(at),
    monotonic: () => performance.now(),
    move: hours => {
      at += hours * 3_600_000
    },
  }
}
const withService = async (
  env: Record<string, string>,
  work: (service: Service, clock: ReturnType<typeof standingClock>) => Promise<void>,
  clock = standingClock(),
) => {
  const service = await startService(env, { clock })
  try {
    await provision(service)
    await work(service, clock)
  } finally {
    await service.stop()
  }
}
type Delivered = { userEmail: string; approvalStatus: string; delivery: Record<string, unknown> }
const deliveries = async (service: Service, campaign: string): Promise<Delivered[]> =>
  (await approvalOf(service, campaign)).approverDetails
const statuses = async (service: Service, campaign: string) =>
  (await deliveries(service, campaign)).map(a => a.delivery.status)
const hour = 3600

test('the status shows the delivery to each approver, and a repeated request tries again what was not sent (APPROVAL-17)', () => {
  const treatments: Record<string, Treatment> = { [ann]: 'defers', [bob]: 'refuses' }
  return withHostileServer(
    address => treatments[address] ?? 'accepts',
    ({ port, accepted }) =>
      withService({ SMTP_URL: `smtp://127.0.0.1:${port}` }, async service => {
        await approvers(service, true, ann, bob, cyd)
        const campaign = await campaignWith(service, ['one'])
        assert.is((await deliveries(service, campaign))[0]?.delivery, undefined)
        assert.is(await askApproval(service, campaign), 'Approval was requested from 3 approvers.')
        const settled = (all: unknown[]) => !all.includes('Waiting')
        assert.equal(await until(() => statuses(service, campaign), settled), ['Deferred', 'Bounced', 'Sent'])
        const [deferred, bounced, sent] = await deliveries(service, campaign)
        assert.match(String(deferred?.delivery.reason), 'temporarily rejected the mail (450)')
        assert.ok(String(deferred?.delivery.nextTryOn) > String(deferred?.delivery.updatedOn))
        assert.match(String(bounced?.delivery.reason), 'permanently rejected the mail (550)')
        assert.equal(
          [deferred, bounced, sent].map(a => a?.approvalStatus),
          ['Pending', 'Unavailable', 'Pending'],
        )
        treatments[ann] = 'accepts'
        treatments[bob] = 'accepts'
        assert.match(
          await askApproval(service, campaign),
          /is pending\. Mails that could not be sent are tried again for 2 approvers\.$/,
        )
        await until(
          () => statuses(service, campaign),
          all => all.every(status => status === 'Sent'),
        )
        assert.equal([...accepted].sort(), [ann, bob, cyd])
        assert.match(await askApproval(service, campaign), /is pending\.$/)
      }),
  )
})

test('beyond its recipients in an hour an account gets 429, which a repeat under the same key does not get again', () =>
  withService({ MAIL_LIMIT: '100' }, async (service, clock) => {
    await approvers(service, false, ...Array.from({ length: 60 }, (_, n) => `a${n}@example.com`))
    const [first, second] = [await campaignWith(service, ['one']), await campaignWith(service, ['one'])]
    await askApproval(service, first)
    await askApproval(service, first)
    const again = () =>
      service.call(
        'POST',
        `${second}/approvalRequest`,
        { userName: 'Rob', userEmail: 'rob@example.com' },
        { headers: { 'idempotency-key': 'once' } },
      )
    const refused = await again()
    assert.equal([refused.status, refused.json.code], [429, 'too-many-recipients'])
    assert.match(refused.json.detail, /100 recipients in an hour; 60 are used, and this request needs 60/)
    const wait = Number(refused.headers.get('retry-after'))
    assert.ok(wait > 0 && wait <= hour)
    assert.is((await approvalOf(service, second)).approvalIdx, 0)
    clock.move(wait / hour)
    assert.is((await again()).status, 200)
    assert.is((await approvalOf(service, second)).status, 'Pending')
  }))

test('a request says when mails are sent that must wait after earlier ones (APPROVAL-13)', () =>
  withService({}, async service => {
    await approvers(service, false, ann, bob)
    const campaign = await campaignWith(service, ['one'])
    await askApproval(service, campaign)
    await until(
      () => statuses(service, campaign),
      all => all.every(status => status === 'Sent'),
    )
    await approvers(service, false, ann, bob, cyd)
    await saveCreative(service, campaign, 'two', 'Changed')
    const [, mails, from = ''] =
      /^Approval was requested from 3 approvers\. (\d) mails will be sent from (\S+) on, because /.exec(
        await askApproval(service, campaign),
      ) ?? []
    assert.is(mails, '2')
    const waiting = (await deliveries(service, campaign)).filter(a => a.userEmail !== cyd)
    assert.equal(
      waiting.map(a => a.delivery.status),
      ['Waiting', 'Waiting'],
    )
    assert.is(waiting.map(a => String(a.delivery.nextTryOn)).sort()[0], from)
  }))

test('recipients count after a restart, too', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'endcap-api-'))
  const env = { DATA_DIR: dataDir, MAIL_LIMIT: '100' }
  const clock = standingClock()
  try {
    let second = ''
    const before = async (service: Service) => {
      await approvers(service, false, ...Array.from({ length: 60 }, (_, n) => `a${n}@example.com`))
      const first = await campaignWith(service, ['one'])
      second = await campaignWith(service, ['one'])
      await askApproval(service, first)
    }
    await withService(env, before, clock)
    const after = async (service: Service) => {
      const body = { userName: 'Rob', userEmail: 'rob@example.com' }
      const refused = await service.call('POST', `${second}/approvalRequest`, body)
      assert.equal([refused.status, refused.json.code], [429, 'too-many-recipients'])
    }
    await withService(env, after, clock)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('a mail about a decision counts as a recipient', () =>
  withService({ MAIL_LIMIT: '100' }, async service => {
    await approvers(service, false, ...Array.from({ length: 50 }, (_, n) => `a${n}@example.com`))
    const [first, second] = [await campaignWith(service, ['one']), await campaignWith(service, ['one'])]
    await askApproval(service, first)
    const names = () => service.mails().then(mails => mails.map(m => m.name))
    await until(names, all => all.length === 50)
    const [link = ''] = await linksOf(service, first, 'a7@example.com')
    await answerLink(service, link, 'Approved')
    // the mail is counted once it is sent, and only then in the log
    await until(
      async () => (await service.must('GET', `${account}/events?filters=type=RequesterNotified`)).events,
      events => events.length === 1,
    )
    assert.ok((await names()).some(name => name.startsWith('decision-')))
    const refused = await service.call('POST', `${second}/approvalRequest`, {
      userName: 'Rob',
      userEmail: 'rob@example.com',
    })
    assert.equal([refused.status, refused.json.code], [429, 'too-many-recipients'])
    assert.match(refused.json.detail, '51 are used, and this request needs 50')
  }))

test('an approval request counts as a start (HTTP-19)', () =>
  withService({ RATE_LIMIT: '600,150,2' }, async service => {
    await approvers(service, false, ann)
    const campaign = await campaignWith(service, ['one'])
    for (let n = 0; n < 2; n++) await askApproval(service, campaign)
    const refused = await service.call('POST', `${campaign}/approvalRequest`, {
      userName: 'Rob',
      userEmail: 'rob@example.com',
    })
    assert.equal([refused.status, refused.json.code], [429, 'rate-limited'])
    assert.match(refused.json.detail, 'limit of 2 starts')
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
  }))

test.run()
