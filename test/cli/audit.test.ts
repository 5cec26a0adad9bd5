import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { bareEnvironment } from '../support/programs/bare-environment.ts'
import { endcap } from '../support/programs/endcap.ts'
import { account, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('endcap audit and replay while the service runs')
let service: Service
let campaign: string
let idx: string
const tool = (...args: string[]) => endcap(args, service.stores)
const lines = (out: string) =>
  out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))

test.before(async () => {
  service = await startService()
  await provision(service)
  campaign = await campaignWith(service, ['one'])
  idx = campaign.split('/').at(-1) ?? ''
  await service.must('PUT', `${account}/retail-settings`, {
    approvers: [{ userEmail: 'ann@example.com', userName: 'Ann Ashby' }],
  })
  await service.must('POST', `${campaign}/approvalRequest`, { userName: 'Rob', userEmail: 'rob@example.com' })
  await until(
    () => service.mails(),
    mails => mails.length === 1,
  )
  await until(
    async () => (await service.call('GET', `${account}/events?filters=type=ApprovalMailFinished`)).json.events,
    events => events.length === 1,
  )
})
test.after(() => service.stop())

test('events are found by account, campaign, type, operation, actor and time', async () => {
  const all = lines((await tool('audit', '--json')).out)
  const found = async (...args: string[]) => lines((await tool('audit', '--json', ...args)).out)
  const ids = (events: readonly { id: string }[]) => events.map(e => e.id)
  const where = (wanted: (e: (typeof all)[number]) => boolean) => ids(all.filter(wanted))
  assert.equal(
    ids(await found('--type', 'CreativeSaved')),
    where(e => e.type === 'CreativeSaved'),
  )
  assert.equal(
    ids(await found('--operation', 'putAccount')),
    where(e => e.metadata.operation === 'putAccount'),
  )
  assert.equal(
    ids(await found('--actor', 'process:approval-mail')),
    where(e => e.metadata.actor === 'process:approval-mail'),
  )
  // as shown in the table
  assert.equal(
    ids(await found('--actor', 'approval-mail')),
    where(e => e.metadata.actor === 'process:approval-mail'),
  )
  const ofCampaign = await found('--account', 'acme', '--campaign', idx)
  assert.ok(ofCampaign.length > 0)
  assert.ok(ofCampaign.every(e => new RegExp(`-acme:${idx}(:|$)`).test(e.stream)))
  const { at, correlationId } = all[3].metadata
  assert.equal(
    ids(await found('--correlation', correlationId)),
    where(e => e.metadata.correlationId === correlationId),
  )
  assert.equal(ids(await found('--after', all[2].position, '--stream', all[3].stream)), [all[3].id])
  assert.equal(
    ids(await found('--since', at, '--until', at)),
    where(e => e.metadata.at === at),
  )
})

test('the events of a campaign include its media plan, and no other', async () => {
  const plans = ['7', '8'].map(id => `${account}/media-plans/${id}`)
  for (const plan of plans) await service.must('PUT', plan, { mediaPlanName: 'Plan', sites: [] })
  const planned = await campaignWith(service, [], { mediaPlanId: 7 })
  const args = ['--json', '--account', 'acme', '--campaign', planned.split('/').at(-1) ?? '']
  const streams = lines((await tool('audit', ...args)).out).map(e => e.stream.replace(/-acme:\d+$/, ''))
  assert.equal(streams, ['media-plan', 'retail-campaign'])
})

test('names the people of an event, and finds events by a person or a key', async () => {
  const asked = await tool('audit', '--json', '--person', 'ANN@example.com')
  const approver = { role: 'approver', name: 'Ann Ashby', address: 'a•••@example.com' }
  assert.equal(
    lines(asked.out).map(({ type, people }) => [type, people.at(-1)]),
    [
      ['RetailSettingsConfigured', approver],
      ['ApprovalRequested', approver],
      ['ApprovalMailSent', { ...approver, role: 'recipient' }],
    ],
  )
  assert.not.match(asked.out, /ann@example/i)
  const issued = await service.must('POST', `${account}/api-keys`, { owner: 'Shop', permissions: ['AssetSource_All'] })
  const other = await campaignWith(service, [])
  const creative = { creativeName: 'by the shop', dynamicAssets: [] }
  const { status } = await service.call('POST', `${other}/creative`, creative, { key: issued.apiKey })
  assert.is(status, 200)
  const ofKey = lines((await tool('audit', '--json', '--key', issued.keyId)).out)
  const owner = { role: 'key-owner', keyId: issued.keyId, name: 'Shop' }
  assert.equal(
    ofKey.map(({ type, people }) => [type, people]),
    [
      ['ApiKeyIssued', [owner]],
      ['CreativeSaved', [owner]],
    ],
  )
  const dora = { owner: 'Dora Dale', ownerEmail: 'dora@example.com', permissions: ['AssetSource_All'] }
  const { keyId } = await service.must('POST', `${account}/api-keys`, dora)
  const ofDora = lines((await tool('audit', '--json', '--person', 'Dora@Example.com')).out)
  assert.equal(
    ofDora.map(({ type, people }) => [type, people]),
    [['ApiKeyIssued', [{ ...owner, keyId, name: 'Dora Dale', address: 'd•••@example.com' }]]],
  )
  assert.equal([ofDora[0]!.data.owner, ofDora[0]!.data.sealedOwnerEmail], ['Dora Dale', 'd•••@example.com'])
})

test('output contains no mail address and nothing sealed', async () => {
  for (const format of [['--json'], ['--csv'], []]) {
    const { out } = await tool('audit', ...format)
    assert.not.match(out, /rob@example|ann@example|v1\.[\w-]+\./)
    assert.match(out, /ApprovalRequested/)
  }
})

test('neither events of API keys nor their states show the hash of a key', async () => {
  const owner = { owner: 'bob@example.com', permissions: ['Campaigns_View'] }
  const { keyId } = await service.must('POST', `${account}/api-keys`, owner)
  const printed = [
    ['audit', '--json', '--key', keyId],
    ['audit', '--csv', '--key', keyId],
    ['replay', `api-key-${keyId}`],
    ['replay', '--view', 'api-keys', '--id', keyId],
  ]
  for (const args of printed) {
    const { code, out } = await tool(...args)
    assert.is(code, 0)
    assert.match(out, /Campaigns_View/)
    assert.not.match(out, /"hash"|bob@example|v1\.[\w-]+\./, args.join(' '))
  }
})

test('the table has a row of aligned columns per event, with what happened below it', async () => {
  const { out } = await tool('audit', '--account', 'acme', '--campaign', idx, '--type', 'ApprovalRequested')
  const [heading = '', row = '', below = '', people = ''] = out.split('\n')
  for (const [column, shown] of [
    ['at', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z {2}/],
    ['by', /^admin {2}/],
    ['type', /^ApprovalRequested {2}/],
    ['stream@revision', new RegExp(`^approval-acme:${idx}@0$`)],
  ] as const)
    assert.match(row.slice(heading.indexOf(column)), shown)
  assert.match(below, /^ {26}submitApprovalRequest: Rob asked 1 approver for approval; 1 approval is needed\.$/)
  assert.is(people.trim(), 'requester Rob <r•••@example.com>; approver Ann Ashby <a•••@example.com>')
})

test('an empty result is reported on stderr, not stdout, and is exit code 3', async () => {
  const { code, out, err } = await tool('audit', '--json', '--type', 'ClassicCampaignDeleted')
  assert.equal([code, out], [3, ''])
  assert.match(err, /No events match\.$/m)
})

test('the command ends without an error when the reader closes the pipe, as head does', async () => {
  const env = { ...bareEnvironment(), ...service.stores }
  const child = spawn(process.execPath, ['src/cli/endcap.ts', 'audit'], { env })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  child.stdout.destroy()
  assert.is(await new Promise(resolve => child.once('close', resolve)), 0)
  assert.not.match(output, 'EPIPE')
})

test('--explain shows who sent a request, and the events and mails that it caused', async () => {
  const [asked] = lines((await tool('audit', '--json', '--type', 'ApprovalRequested')).out)
  const { out } = await tool('audit', '--explain', asked.id)
  const sent = out.split('\n').findIndex(line => line.includes('ApprovalMailSent'))
  const request = out.split('\n').findIndex(line => line.includes('ApprovalRequested'))
  assert.ok(request > 0 && sent > request, out)
  assert.match(out, /submitApprovalRequest by admin at /)
  assert.match(out, /process approval-mail at /)
  // the idempotency records of the request are not shown
  assert.not.match(out, /CommandAccepted/)
  const tree = (await tool('audit', '--json', '--explain', asked.id)).out
  assert.match(tree, /"a•••@example\.com"/)
  assert.not.match(tree, /v1\.[\w-]+\./)
})

test('--follow prints new events until it is stopped', async () => {
  const args = ['src/cli/endcap.ts', 'audit', '--json', '--follow', '--type', 'OrganisationConfigured']
  const child = spawn(process.execPath, args, { env: { ...bareEnvironment(), ...service.stores } })
  const seen: string[] = []
  createInterface(child.stdout).on('line', line => seen.push(JSON.parse(line).stream))
  const ended = new Promise(resolve => child.once('close', resolve))
  await until(
    async () => seen.length,
    n => n === 1,
  )
  await service.must('PUT', '/v2/org/later', { name: 'Later', retailer: false })
  await until(
    async () => seen.length,
    n => n === 2,
  )
  child.kill('SIGINT')
  assert.is(await ended, 0)
  assert.equal(seen, ['organisation-org1', 'organisation-later'])
})

test('--explain finds every request of a caller’s trace, but an id of our own means one request only', async () => {
  const callers = '4bf92f3577b34da6a3ce929d0e0e4736'
  const put = (orgId: string, trace: string) =>
    service.call(
      'PUT',
      `/v2/org/${orgId}`,
      { name: orgId, retailer: false },
      {
        headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` },
      },
    )
  for (const orgId of ['traced-1', 'traced-2']) assert.is((await put(orgId, callers)).status, 200)
  const { out } = await tool('audit', '--explain', callers)
  assert.equal(out.match(/organisation-traced-\d/g), ['organisation-traced-1', 'organisation-traced-2'])
  assert.is(out.match(/^request /gm)?.length, 2)

  const [first] = lines((await tool('audit', '--json', '--stream', 'organisation-traced-1')).out)
  const { correlationId } = first.metadata
  assert.is((await put('traced-3', correlationId)).status, 200)
  assert.not.match((await tool('audit', '--explain', correlationId)).out, 'traced-3')
})

test('replays a stream to a revision, and compares two of its states', async () => {
  const first = JSON.parse((await tool('replay', `creatives-acme:${idx}@0`)).out)
  assert.equal([first.revision, Object.keys(first.state.creatives)], [0, ['one']])
  await service.must('POST', `${campaign}/creative`, {
    creativeName: 'one',
    dynamicAssets: [{ columnName: 'headline', columnValue: 'Changed' }],
  })
  const { out } = await tool('replay', `creatives-acme:${idx}`, '--diff', '0', '1')
  assert.match(out, /"one" → "Changed"/)
})

test('replay masks mail addresses in states, differences and documents', async () => {
  const stream = `approval-acme:${idx}`
  for (const args of [
    [stream],
    [stream, '--diff', '2000-01-01', '0'],
    ['--view', 'retail-campaigns', '--id', `acme:${idx}`],
  ]) {
    const { out } = await tool('replay', ...args)
    assert.match(out, /a•••@example\.com/)
    assert.not.match(out, /ann@example|v1\.[\w-]+\./)
  }
})

test('replays a document of a view to a time', async () => {
  const [, account1] = lines((await tool('audit', '--json', '--stream', 'account-acme')).out.repeat(2))
  await service.must('PUT', account, { name: 'Acme again', orgId: 'org1' })
  const then = JSON.parse(
    (await tool('replay', '--view', 'accounts', '--id', 'acme', '--at', account1.metadata.at)).out,
  )
  const now = JSON.parse((await tool('replay', '--view', 'accounts', '--id', 'acme')).out)
  assert.match(JSON.stringify(then.document), /"Acme"/)
  assert.match(JSON.stringify(now.document), /"Acme again"/)
  const changes = await tool('replay', '--view', 'accounts', '--id', 'acme', '--diff', account1.metadata.at, '0m')
  assert.match(changes.out, /^value\.name: "Acme" → "Acme again"$/m)
})

test('unknown ids and streams are reported in one line, with exit code 3', async () => {
  for (const [args, expected] of [
    [['audit', '--explain', 'nothing'], /The log has no event, command or request with the id nothing\./],
    [['replay', 'activation-acme:999'], /There is no stream/],
    [['replay', `approval-acme:${idx}`, '--at', '2000-01-01'], /did not exist yet: its first event is from /],
    [['replay', `creatives-acme:${idx}`, '--diff', '0', '9'], /has no revision 9; its last revision is \d\./],
    [['replay', `creatives-acme:${idx}`, '--at', '9'], /has no revision 9; its last revision is \d\./],
  ] as const) {
    const { code, err, out } = await tool(...args)
    assert.is(code, 3, args.join(' '))
    assert.match(err, expected)
    assert.not.match(err, /at file:/)
    assert.is(out, '')
  }
})

test.run()
