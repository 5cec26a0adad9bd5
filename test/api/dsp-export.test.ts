import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { RunningSandbox } from '../../src/dsp-sandbox/start.ts'
import { startDspSandbox } from '../../src/dsp-sandbox/start.ts'
import { authoriseAt, dspEnvironment } from '../support/servers/dsp.ts'
import { activeCampaign, configured, exportsOf } from '../support/service/dsp-exports.ts'
import {
  type Answered,
  account,
  campaignWith,
  provision,
  type Service,
  startService,
} from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

/** Every row of the table of DSP-10, and DSP-12, over HTTP. */
const test = suite('exports to the DSP')
let sandbox: RunningSandbox
let service: Service
let dsp: ReturnType<typeof exportsOf>
let campaign: number
let configId: number

test.before(async () => {
  sandbox = await startDspSandbox({ advertisers: 10 })
  service = await startService(dspEnvironment(sandbox))
  dsp = exportsOf(service)
  await provision(service)
  await authoriseAt(service, sandbox, 'acme')
  campaign = await activeCampaign(service)
  configId = await configured(service, sandbox, 0)
})
test.after(async () => {
  await service?.stop()
  await sandbox?.stop()
})

const manyFaults = 1_000
/** What the DSP does not answer now is asked again a second later: the export is held up. */
const held = async <A>(during: () => Promise<A>): Promise<A> => {
  sandbox.faults.ask('internal', manyFaults)
  return during().finally(() => sandbox.faults.clear())
}
const activeOf = (campaignId: number) =>
  Array.from(sandbox.store.all()).filter(
    ({ input }) =>
      input.entityStatus === 'ENTITY_STATUS_ACTIVE' && input.integrationCode?.startsWith(`acme:${campaignId}:`),
  ).length

type Expected = readonly [row: string, http: number, status: number, message: RegExp, more?: RegExp]
/** The answers to a row of the table: HTTP status, status of the body and of the header, message, and warning or error. */
const answers = ([row, http, status, message, more]: Expected, { status: got, json, headers, text }: Answered) => {
  assert.equal([got, json.status, headers.get('x-operation-status')], [http, status, String(status)], `${row}: ${text}`)
  assert.match(json.message, message, row)
  if (more === undefined) assert.equal([json.warning, json.error], [undefined, undefined], row)
  else assert.match(String(json.warning ?? json.error), more, row)
}

test('from the first question to the last: every status of an export that succeeds', async () => {
  const other = await configured(service, sandbox, 1, 'Other')
  const never: Expected = ['status 422', 422, 422, /could not be carried out/, /never exported/]
  answers(never, await dsp.status(configId, campaign))
  answers(['running 200', 200, 200, /No export/], await dsp.running(campaign))
  await held(async () => {
    const started: Expected = ['export 202', 202, 202, /^Tag Export in Progress$/]
    answers(started, await dsp.start(configId, campaign))
    answers(started, await dsp.start(configId, campaign))
    answers(['export 500', 500, 500, /failed/, /configuration \d+ runs/], await dsp.start(other, campaign))
    answers(['status 210', 200, 210, /0 of 2 tags exported, 0 failed/], await dsp.status(configId, campaign))
    const running = await dsp.running(campaign)
    answers(['running 200', 200, 200, /^Tag Export in Progress$/], running)
    assert.equal([running.json.configId, running.json.batchId], [configId, `dsp-export-${campaign}-1`])
    const queue = await service.must('GET', `${account}/queues/dsp-export-${campaign}-1`)
    assert.equal([queue.kind, queue.total, queue.done], ['DSP_EXPORT', 2, 0])
    const deleted = await service.call('DELETE', `${account}/dsp-configurations/${configId}`)
    answers(['delete 422', 422, 422, /could not be carried out/, /An export .* runs/], deleted)
  })
  await dsp.reaches(configId, campaign, 200)
  answers(['status 200', 200, 200, /All tags exported: 2 of 2 tags/], await dsp.status(configId, campaign))
  assert.is(activeOf(campaign), 2)
  const { status, done } = await service.must('GET', `${account}/queues/dsp-export-${campaign}-1`)
  assert.equal([status, done], ['COMPLETED', 2])
  answers(['export 210', 200, 210, /finished/, /has all tags/], await dsp.start(configId, campaign))
  answers(['cancel 210', 200, 210, /already completed/, /has ended/], await dsp.cancel(configId, campaign))
  assert.is(activeOf(campaign), 2, 'nothing was changed')
  answers(['running 200', 200, 200, /No export/], await dsp.running(campaign))
  assert.is((await service.call('DELETE', `${account}/dsp-configurations/${other}`)).status, 200)
})

test('a refusal under an Idempotency-Key has the shape of the others, also when it is repeated', async () => {
  const refused: Expected = ['export 422', 422, 422, /could not be carried out/, /There is no such campaign/]
  const headers = { 'Idempotency-Key': 'none-there' }
  for (const sent of [{}, headers, headers]) answers(refused, await dsp.start(configId, 999_999, sent))
})

test('tags that the DSP refuses are counted, and an export that fails says why', async () => {
  const own = await configured(service, sandbox, 2)
  sandbox.faults.ask('creative-refused', 1)
  await dsp.start(own, campaign)
  const refused = await dsp.reaches(own, campaign, 200)
  assert.match(refused.message, /1 of 2 tags exported, 1 failed/)
  const { errors } = await service.must('GET', `${account}/queues/dsp-export-${campaign}-2`)
  assert.match(errors[0].detail, /third-party tag cannot be accepted/)
  answers(['export 202', 202, 202, /in Progress/], await dsp.start(own, campaign))
  assert.match((await dsp.reaches(own, campaign, 200)).message, /2 of 2 tags/)
})

test('an export that is cancelled while the DSP creates: 202, 310, then 300, and nothing stays active', async () => {
  const own = await configured(service, sandbox, 3)
  await held(async () => {
    await dsp.start(own, campaign)
    await until(
      async () => sandbox.faults.left().get('internal') ?? 0,
      left => left < manyFaults,
    )
    const cancelling: Expected = ['cancel 202', 202, 202, /cancellation in progress/]
    answers(cancelling, await dsp.cancel(own, campaign))
    answers(cancelling, await dsp.cancel(own, campaign))
    answers(['status 310', 200, 310, /0 tags still to be archived/], await dsp.status(own, campaign))
    answers(['running 200', 200, 200, /cancellation in progress/], await dsp.running(campaign))
    answers(['export 500', 500, 500, /failed/, /is being cancelled/], await dsp.start(own, campaign))
  })
  await dsp.reaches(own, campaign, 300)
  answers(['status 300', 200, 300, /stopped: 0 of 2 tags associated/], await dsp.status(own, campaign))
  const at = Array.from(sandbox.store.all()).filter(c => c.advertiserId === sandbox.advertisers[3]?.advertiserId)
  assert.is(at.length, 1, 'the one that was under way')
  assert.ok(at.every(({ input }) => input.entityStatus === 'ENTITY_STATUS_ARCHIVED'))
  answers(['export 202', 202, 202, /in Progress/], await dsp.start(own, campaign))
  assert.match((await dsp.reaches(own, campaign, 200)).message, /2 of 2 tags/)
})

test('a dry run says what would be done, and starts nothing', async () => {
  const own = await configured(service, sandbox, 4)
  const first = await dsp.plan(own, campaign)
  answers(['plan 200', 200, 200, /2 to create, 0 to update, 0 to archive, 0 unchanged/], first)
  assert.equal(first.json.plan.create, [
    { tagId: `acme:${campaign}:1`, adUnitId: 1, adUnitName: 'Small' },
    { tagId: `acme:${campaign}:2`, adUnitId: 2, adUnitName: 'Tall' },
  ])
  assert.is((await dsp.status(own, campaign)).status, 422)
  await dsp.start(own, campaign)
  await dsp.reaches(own, campaign, 200)
  const { plan } = (await dsp.plan(own, campaign)).json
  assert.equal([plan.create, plan.left.length], [[], 2])
})

test('what cannot be exported is 422 with the reason, and whether there are tags is told', async () => {
  const inactive = Number((await campaignWith(service, ['one'])).split('/').pop())
  const ended = await activeCampaign(service)
  await service.must('POST', `${account}/retail-campaigns/${ended}/end`)
  for (const [row, path, reason] of [
    ['not active', dsp.start(configId, inactive), /Activate it first/],
    ['ended', dsp.start(configId, ended), /has ended/],
    ['no campaign', dsp.start(configId, 999_999), /There is no such campaign/],
    ['no configuration', dsp.start(999_999, campaign), /no such DSP configuration/],
    ['unreadable', dsp.start('seven', campaign), /configId/],
    ['missing', dsp.start(configId, undefined), /svcCampaignId/],
    ['cancel, unreadable', dsp.cancel('seven', campaign), /configId/],
    ['status, unreadable', dsp.status('seven', campaign), /configId/],
    ['status, no campaign', dsp.status(configId, 999_999), /There is no such campaign/],
    ['status, no configuration', dsp.status(999_999, inactive), /no such DSP configuration/],
    ['status, never exported', dsp.status(configId, inactive), /never exported/],
    ['running, unreadable', dsp.running('x'), /svcCampaignId/],
    ['running, no campaign', dsp.running(999_999), /There is no such campaign/],
  ] as const)
    answers([row, 422, 422, /could not be/, reason], await path)
  const generated = async (id: unknown) => (await dsp.tagsGenerated(id)).json
  assert.equal(await generated(campaign), { status: 'SUCCESS', tagsGenerated: 'true' })
  for (const without of [inactive, ended])
    assert.equal(await generated(without), { status: 'SUCCESS', tagsGenerated: 'false' })
  const unknown = await dsp.tagsGenerated(999_999)
  assert.equal([unknown.status, unknown.json.status], [500, 'FAILED'])
  assert.match(unknown.json.error, /no such campaign/)
})

test('a cancellation where nothing runs changes nothing and says why; of what does not exist it fails', async () => {
  const inactive = Number((await campaignWith(service, ['one'])).split('/').pop())
  answers(['never exported', 200, 210, /No Tag Export/, /never exported/], await dsp.cancel(configId, inactive))
  const unknown = [await dsp.cancel(999_999, inactive), await dsp.cancel(configId, 999_999)]
  for (const answer of unknown)
    answers(['unknown', 500, 500, /failed/, /no DSP configuration .* or no campaign/], answer)
  assert.is(unknown[0]?.text, unknown[1]?.text, 'the same text for configuration and campaign')
})

test('a key of another account learns nothing: the answers are those about what does not exist', async () => {
  await service.must('PUT', '/v2/accounts/rival', { name: 'Rival', orgId: 'org1' })
  const theirs = await configured(service, sandbox, 5, 'Theirs', '/v2/accounts/rival')
  const body = { owner: 'rival', permissions: ['Dsp_All'] }
  const { apiKey } = await service.must('POST', '/v2/accounts/rival/api-keys', body)
  const rival = exportsOf(service, { key: apiKey })
  const textOf = ({ status, text }: Answered) => `${status} ${text}`
  for (const ask of [
    (id: number) => rival.start(theirs, id),
    (id: number) => rival.plan(theirs, id),
    (id: number) => rival.cancel(theirs, id),
    (id: number) => rival.status(configId, id),
    (id: number) => rival.running(id),
    (id: number) => rival.tagsGenerated(id),
  ])
    assert.is(textOf(await ask(campaign)), textOf(await ask(999_999)))
  // a configuration of another account on the same key
  assert.is(textOf(await dsp.start(theirs, campaign)), textOf(await dsp.start(999_999, campaign)))
  const ofOther = await service.call('DELETE', `/v2/accounts/rival/dsp-configurations/${configId}`)
  assert.match(ofOther.json.error, /no such DSP configuration/)
})

test('without authorisation nothing is started; one that is withdrawn later ends the export', async () => {
  await service.must('PUT', '/v2/accounts/rival', { name: 'Rival', orgId: 'org1' })
  const own = await configured(service, sandbox, 6)
  sandbox.grants.revoke()
  await dsp.start(own, campaign)
  const failed = await dsp.reaches(own, campaign, 500)
  assert.match(failed.message, /failed: 0 of 2 tags exported/)
  assert.match(failed.error, /consent/)
  const refused: Expected = ['export 500', 500, 500, /failed/, /needs-authorisation/]
  answers(refused, await dsp.start(own, campaign))
  answers(['cancel 210', 200, 210, /already completed/, /has ended/], await dsp.cancel(own, campaign))
  await authoriseAt(service, sandbox, 'acme')
  answers(['export 202', 202, 202, /in Progress/], await dsp.start(own, campaign))
  await dsp.reaches(own, campaign, 200)
})

test('an export that is tried again after its campaign has ended creates nothing at the DSP (DSP-24)', async () => {
  const ending = await activeCampaign(service)
  sandbox.grants.revoke()
  await dsp.start(configId, ending)
  await dsp.reaches(configId, ending, 500)
  await authoriseAt(service, sandbox, 'acme')
  await service.must('POST', `${account}/retail-campaigns/${ending}/end`, {})
  await service.must('POST', `${account}/jobs/dsp-exports/acme:${ending}/retry`, { reason: 'authorised again' })
  const { json } = await until(
    () => dsp.status(configId, ending),
    ({ json: now }) => now.status === 200 || /ended/.test(now.error),
  )
  assert.match(json.error, /^The campaign has ended/)
  assert.is(activeOf(ending), 0)
})

test('two ad units of a campaign with a long name have creatives with names of their own', async () => {
  const long = await activeCampaign(service, { retailCampaignName: 'n'.repeat(240) })
  await dsp.start(configId, long)
  await dsp.reaches(configId, long, 200)
  const names = Array.from(sandbox.store.all())
    .filter(({ input }) => input.integrationCode?.startsWith(`acme:${long}:`))
    .map(({ input }) => input.displayName)
  assert.equal([names.length, new Set(names).size], [2, 2], names.join('\n'))
  for (const name of names) {
    assert.match(name, /^n+, .+, \d+x\d+$/)
    assert.is(Buffer.byteLength(name), 240)
  }
})

test.run()
