import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { filtered, filteredByEachField } from '../support/service/filtered-lists.ts'
import { account, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('events and history')
let service: Service
let campaign: string
test.before(async () => {
  service = await startService()
  await provision(service)
  campaign = await campaignWith(service, ['one'])
  await service.must('PUT', `${account}/retail-settings`, { approvers: [{ userEmail: 'ann@example.com' }] })
  await service.must('POST', `${campaign}/approvalRequest`, { userName: 'Rob', userEmail: 'rob@example.com' })
  await until(
    () => events('filters=type=ApprovalMailFinished'),
    finished => finished.length === 1,
  )
})
test.after(() => service.stop())

const list = async (query: string) => (await service.call('GET', `${account}/events?${query}`)).json
const events = async (query: string) => (await list(query)).events

test('an auditor reads the events of an account in log order', async () => {
  const all = await events('limit=500')
  const positions = all.map((e: { position: string }) => Number(e.position))
  assert.equal(
    positions,
    [...positions].sort((a: number, b: number) => a - b),
  )
  const types = all.map((e: { type: string }) => e.type)
  for (const type of ['AccountConfigured', 'TemplateCampaignConfigured', 'RetailCampaignCreated', 'CreativeSaved'])
    assert.ok(types.includes(type), type)
  assert.is(all[0].metadata.actor, 'admin')
})

test('pages of events follow each other without gaps or duplicates', async () => {
  const all = await events('limit=500&filters=operation=updateCreative')
  const paged = []
  for (let next: string | null = ''; next !== null; ) {
    const page = await list(
      `limit=1&filters=operation=updateCreative${next ? `&next=${encodeURIComponent(next)}` : ''}`,
    )
    paged.push(...page.events)
    next = page.next
  }
  assert.equal(paged, all)
})

test('events are filtered by their time, and previous leads back from beyond the end', async () => {
  const all = await events('limit=500')
  const { at } = all[1].metadata
  assert.equal(
    await events(`limit=500&filters=at>=${at}`),
    all.filter((event: { metadata: { at: string } }) => event.metadata.at >= at),
  )
  const { previous } = await list('offset=100000')
  assert.equal(await events(`limit=1&previous=${encodeURIComponent(previous)}`), all.slice(-1))
})

test('mail addresses are masked, and sealed values are not shown', async () => {
  const text = JSON.stringify(await events('limit=500'))
  assert.not.match(text, /rob@example|ann@example|"v1\./)
  assert.match(text, /r•••@example\.com/)
})

test('names are sealed in the log, and auditors read them', async () => {
  const [asked] = await events('filters=type=ApprovalRequested')
  assert.is(asked.data.requesterName, 'Rob')
  assert.not.ok('sealedRequesterName' in asked.data)
})

test('with events and entries of the history are the people whom they name, with masked addresses', async () => {
  const key = { owner: 'Dora Dale', ownerEmail: 'dora@example.com', permissions: ['Campaigns_Create'] }
  const { apiKey, keyId } = await service.must('POST', `${account}/api-keys`, key)
  const named = { retailCampaignName: 'By Dora' }
  assert.is((await service.call('PUT', campaign, named, { key: apiKey })).status, 200)
  const requester = { role: 'requester', name: 'Rob', address: 'r•••@example.com' }
  const dora = { role: 'key-owner', keyId, name: 'Dora Dale', address: 'd•••@example.com' }
  for (const list of [`${account}/events`, `${campaign}/history`]) {
    const peopleOf = async (filter: string) => {
      const { json } = await service.call('GET', `${list}?fields=people&filters=${filter}`)
      return (json.events ?? json.history).at(-1).people
    }
    const [first, ...asked] = await peopleOf('type=ApprovalRequested')
    assert.equal(first, requester)
    assert.equal(
      asked.map(({ role, address }: { role: string; address: string }) => [role, address]),
      [['approver', 'a•••@example.com']],
    )
    assert.equal(await peopleOf(`actor=${keyId}`), [dora])
  }
})

test('a key reads only the events of its own account, and only with the right to do so', async () => {
  await service.must('PUT', '/v2/accounts/other', { name: 'Other', orgId: 'org1' })
  const others = (await service.call('GET', '/v2/accounts/other/events')).json.events
  assert.equal(
    others.map((e: { stream: string }) => e.stream),
    ['account-other'],
  )
  const { apiKey } = (
    await service.call('POST', `${account}/api-keys`, { owner: 'x', permissions: ['Campaigns_View'] })
  ).json
  assert.is((await service.call('GET', `${account}/events`, undefined, { key: apiKey })).status, 403)
})

test('a creative and a column that are named like something technical are shown', async () => {
  for (const columnValue of ['one', 'two'])
    await service.must('POST', `${campaign}/creative`, {
      creativeName: 'at',
      dynamicAssets: [{ columnName: 'attempts', columnValue }],
    })
  const { history } = (await service.call('GET', `${campaign}/history?order=descending&limit=1`)).json
  assert.is(history[0].summary, 'The creative “at” was changed.')
  assert.match(JSON.stringify(history[0].changes), /"from":"one","to":"two"/)
})

test('a campaign’s history shows who did what, and what changed', async () => {
  await service.must('POST', `${campaign}/creative`, {
    creativeName: 'one',
    dynamicAssets: [{ columnName: 'headline', columnValue: 'Half price' }],
  })
  const { history } = (await service.call('GET', `${campaign}/history?limit=500`)).json
  const summaries = history.map((entry: { summary: string }) => entry.summary)
  assert.ok(summaries.some((s: string) => /^The campaign “.+” was created with \d+ ad units?\.$/.test(s)))
  assert.ok(summaries.includes('Rob asked 1 approver for approval; 1 approval is needed.'), summaries.join('\n'))
  const last = history.at(-1)
  assert.is(last.summary, 'The creative “one” was changed.')
  assert.ok(
    last.changes.some((change: { path: string; to: unknown }) => JSON.stringify(change.to).includes('Half price')),
    JSON.stringify(last.changes),
  )
  assert.not.ok(history.some((entry: { type: string }) => /Heartbeat|Started/.test(entry.type)))
  const shown = await filteredByEachField(service, `${campaign}/history`, 'history')
  assert.ok(shown.includes('summary'))
  const like = await filtered(service, `${campaign}/history`, 'summary like was changed', 'type=CreativeSaved')
  assert.equal(like.history.at(-1), last)
})

test('the newest events come first on request', async () => {
  for (const path of [`${account}/events`, `${campaign}/history`]) {
    const positions = async (query: string): Promise<string[]> => {
      const { json } = await service.call('GET', `${path}?limit=500${query}`)
      return (json.events ?? json.history).map((e: { position: string }) => e.position)
    }
    assert.equal(await positions('&order=descending'), (await positions('')).reverse(), path)
  }
})

test('an event of a background process names the request that caused it', async () => {
  const [asked] = await events('filters=type=ApprovalRequested')
  const [sent] = await events('filters=type=ApprovalMailSent')
  assert.is(sent.metadata.correlationId, asked.metadata.correlationId)
  assert.is(sent.metadata.causationId, asked.id)
  assert.is(sent.metadata.actor, 'process:approval-mail')
})

test.run()
