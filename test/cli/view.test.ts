import { parse } from 'csv-parse/sync'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { endcap } from '../support/programs/endcap.ts'
import { account, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('endcap view and own projections while the service runs')
const example = 'examples/projections/daily-approvals.ts'
let service: Service
const tool = (...args: string[]) => endcap(args, { ...service.stores, PROJECTIONS: example })
const lines = (out: string) =>
  out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
/** The day of the approval: midnight may be near. */
let day: string

test.before(async () => {
  service = await startService({ PROJECTIONS: example })
  await provision(service)
  await service.must('PUT', `${account}/retail-settings`, { approvers: [{ userEmail: 'ann@example.com' }] })
  const campaign = await campaignWith(service, ['one'])
  await service.must('POST', `${campaign}/approvalRequest`, { userName: 'Rob', userEmail: 'rob@example.com' })
  const [mail] = await until(
    () => service.mails(),
    mails => mails.length === 1,
  )
  const link = /approvals\/([\w.~-]+)/.exec(mail?.text.replaceAll('=\r\n', '') ?? '')?.[1]
  const answered = await fetch(`${service.url}/approvals/${link}`, {
    method: 'POST',
    body: new URLSearchParams({ decision: 'Approved', comment: '' }),
  })
  assert.is(answered.status, 200, await answered.text())
  const [decided] = lines((await tool('audit', '--json', '--type', 'ApprovalDecided')).out)
  day = decided.data.at.slice(0, 10)
})
test.after(() => service.stop())

test('the example of an own projection counts approvals by day, in lines of JSON and as CSV', async () => {
  const expected = { accountId: 'acme', day, approved: 1, rejected: 0 }
  const { out, code, err } = await tool('view', 'own-daily-approvals', '--ndjson')
  assert.is(code, 0, err)
  const [{ position, ...document }] = lines(out)
  assert.equal(document, { id: `acme:${day}`, ...expected })
  assert.match(position, /^\d+$/)
  const rows = parse((await tool('view', 'own-daily-approvals', '--csv')).out, { columns: true })
  assert.equal(rows, [{ id: `acme:${day}`, position, accountId: 'acme', day, approved: '1', rejected: '0' }])
})

test('a view of the release is printed without mail addresses and hashes of keys', async () => {
  await service.must('POST', `${account}/api-keys`, { owner: 'x', permissions: ['Audit_View'] })
  for (const [view, format, has] of [
    ['retail-campaigns', '--csv', /a•••@example\.com/],
    ['retail-settings', '--ndjson', /"sealed"/],
    ['api-keys', '--ndjson', /"permissions"/],
    ['accounts', '--json', /^\{"id"/],
  ] as const) {
    const { out, code, err } = await tool('view', view, format)
    assert.is(code, 0, err)
    assert.match(out, has, view)
    assert.not.match(out, /ann@example|rob@example|v1\.[\w-]+\.|"hash"/, view)
  }
})

test('the index of events names each event by its id, in both formats', async () => {
  const events = lines((await tool('audit', '--json', '--account', 'acme')).out)
  const shown = lines((await tool('view', 'account-events')).out).filter(({ accountId }) => accountId === 'acme')
  assert.equal(
    shown.map(({ ownId }) => ownId),
    events.map(({ id }) => id),
  )
  assert.ok(shown.every(({ id }) => /^\d{16}$/.test(id)))
  const rows = parse((await tool('view', 'account-events', '--csv')).out, { columns: true }) as { ownId: string }[]
  assert.ok(rows.some(({ ownId }) => ownId === events[0].id))
})

test('a view without documents is exit code 3', async () => {
  const { code, out, err } = await tool('view', 'data-signals')
  assert.equal([code, out], [3, ''])
  assert.match(err, /data-signals has no documents\./)
})

test('rebuild --json prints its progress and what it built, own views too', async () => {
  const { out, code, err } = await tool('rebuild', 'own-daily-approvals', 'accounts', '--json')
  assert.is(code, 0, err)
  const printed = lines(out)
  assert.equal(printed.at(-1).rebuilt, ['own-daily-approvals', 'accounts'])
  for (const { building, done, total } of printed.slice(0, -1))
    assert.ok(Array.isArray(building) && done <= total && Number.isInteger(done), JSON.stringify(printed))
  assert.is(lines((await tool('view', 'own-daily-approvals')).out).length, 1)
})

test.run()
