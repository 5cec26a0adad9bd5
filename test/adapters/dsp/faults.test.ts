import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openDsp } from '../../../src/adapters/dsp/open-dsp.ts'
import type { FaultKind } from '../../../src/dsp-sandbox/faults.ts'
import { type DspAccess, type DspFailure, isDspFailure } from '../../../src/ports/dsp.ts'
import { impatient, mustDo, noQuota, type StartedDsp, settingsOf, startDsp, tagOf } from '../../support/servers/dsp.ts'

type Given = { started: StartedDsp }
const test = suite<Given>('faults of a DSP')
test.before.each(async given => {
  given.started = await startDsp()
})
test.after.each(({ started }) => started.stop())

/** As `dsp`, but soon without patience for an answer; the consent, which is not repeated, had all the time that it needed. */
const hasty = ({ sandbox, fetcher, clock }: StartedDsp, retries = impatient.retries) =>
  openDsp({
    ...{ settings: settingsOf(sandbox), fetcher, quota: noQuota, clock },
    patience: { ...impatient, timeoutMs: 500, retries },
  })
const createdOf = ({ sandbox }: StartedDsp) => Array.from(sandbox.store.all(), ({ input }) => input.integrationCode)
const statusesOf = ({ sandbox }: StartedDsp, method: string) =>
  sandbox.arrivals.filter(arrival => arrival.path.startsWith('/v4/') && arrival.method === method).map(a => a.status)

for (const kind of ['rate-limited', 'internal'] satisfies FaultKind[])
  test(`a create is repeated after ${kind}, and there is one creative`, async ({ started }) => {
    const { sandbox, dsp, access, advertiserId } = started
    sandbox.faults.ask(kind, 2)
    const created = mustDo(await dsp.createCreative(access, advertiserId, tagOf('tag-1')))
    assert.is(created.tagId, 'tag-1')
    assert.equal(createdOf(started), ['tag-1'])
  })

test('after an exhausted quota nothing is listed, as the DSP has done nothing', async ({ started }) => {
  const { sandbox, dsp, access, advertiserId } = started
  sandbox.faults.ask('rate-limited', 1)
  mustDo(await dsp.createCreative(access, advertiserId, tagOf('tag-1')))
  assert.equal(statusesOf(started, 'GET'), [])
  assert.equal(statusesOf(started, 'POST'), [200, 429])
})

test('a time-out after the commit makes no twin: the creative is found', async ({ started }) => {
  const { sandbox, access, advertiserId } = started
  sandbox.faults.ask('timeout-after-commit', 1)
  const created = mustDo(await hasty(started).createCreative(access, advertiserId, tagOf('tag-1')))
  assert.equal([created.tagId, createdOf(started)], ['tag-1', ['tag-1']])
  assert.equal(statusesOf(started, 'POST').length, 1, 'nothing was created again')
})

test('a DSP that stays away is reported after all attempts, and that the creative may exist', async ({ started }) => {
  const { sandbox, dsp, access, advertiserId } = started
  sandbox.faults.ask('internal', 100)
  const failed = await dsp.createCreative(access, advertiserId, tagOf('tag-1'))
  assert.ok(isDspFailure(failed))
  assert.equal([failed.code, failed.transient, failed.unsure], ['unavailable', true, true])
  assert.is(sandbox.faults.left().get('internal'), 100 - 1 - impatient.retries)
})

test('a DSP that is out of quota for long is reported, and nothing is unsure', async ({ started }) => {
  started.sandbox.faults.ask('rate-limited', 100)
  const failed = await started.dsp.createCreative(started.access, started.advertiserId, tagOf('tag-1'))
  assert.ok(isDspFailure(failed))
  assert.equal([failed.code, failed.transient, failed.unsure], ['rate-limited', true, undefined])
})

test('without a token nothing is sent: nothing is listed, and nothing is unsure', async ({ started }) => {
  const { sandbox, dsp, advertiserId } = started
  const away: DspFailure = { code: 'timeout', detail: 'The DSP did not answer in time.', transient: true }
  let failures = 2
  const accessBy = (token: DspAccess['token']): DspAccess => ({ accountId: 'acme', token })
  const slow = accessBy(async refused => (failures-- > 0 ? away : started.access.token(refused)))
  mustDo(await dsp.createCreative(slow, advertiserId, tagOf('tag-1')))
  assert.equal([statusesOf(started, 'POST'), statusesOf(started, 'GET')], [[200], []])
  const failed = await dsp.createCreative(
    accessBy(async () => away),
    advertiserId,
    tagOf('tag-2'),
  )
  assert.ok(isDspFailure(failed))
  assert.equal([failed.code, failed.unsure], ['timeout', undefined])
  sandbox.grants.expireTokens()
  const refused = await dsp.createCreative(
    accessBy(async before => (before === undefined ? started.access.token() : away)),
    advertiserId,
    tagOf('tag-2'),
  )
  assert.ok(isDspFailure(refused))
  assert.equal([refused.code, refused.unsure], ['timeout', undefined], 'a request that was refused with its token')
  assert.equal([createdOf(started), statusesOf(started, 'GET')], [['tag-1'], []])
})

test('a refused creative is not sent again', async ({ started }) => {
  started.sandbox.faults.ask('creative-refused', 1)
  const failed = await started.dsp.createCreative(started.access, started.advertiserId, tagOf('tag-1'))
  assert.ok(isDspFailure(failed))
  assert.equal([failed.code, failed.transient, failed.unsure], ['refused', false, undefined])
  assert.match(failed.detail, 'The third-party tag cannot be accepted.')
  assert.equal(statusesOf(started, 'POST'), [400])
})

test('a rejected creative shows in its review', async ({ started }) => {
  const { sandbox, dsp, access, advertiserId } = started
  sandbox.faults.ask('review-rejected', 1)
  const { creativeId } = mustDo(await dsp.createCreative(access, advertiserId, tagOf('tag-1')))
  sandbox.store.review(creativeId, 'rejected')
  assert.is(mustDo(await dsp.getCreative(access, advertiserId, creativeId)).review, 'rejected')
})

test('a token that the DSP no longer accepts is replaced', async ({ started }) => {
  const { sandbox, dsp, access, advertiserId } = started
  sandbox.grants.expireTokens()
  assert.is(mustDo(await dsp.createCreative(access, advertiserId, tagOf('tag-1'))).tagId, 'tag-1')
  assert.equal(createdOf(started), ['tag-1'])
})

test('a withdrawn consent asks for authorisation again, and is not repeated', async ({ started }) => {
  const { sandbox, dsp, access, tokens, advertiserId } = started
  sandbox.faults.ask('invalid-grant', 1)
  const refreshed = await dsp.refreshTokens(tokens.refreshToken)
  assert.ok(isDspFailure(refreshed))
  assert.equal([refreshed.code, refreshed.transient], ['needs-authorisation', false])
  const failed = await dsp.createCreative(access, advertiserId, tagOf('tag-1'))
  assert.is(isDspFailure(failed) && failed.code, 'needs-authorisation')
})

test('an export of many tags over every fault makes one creative for each tag', async ({ started }) => {
  const { sandbox, access, advertiserId } = started
  const dsp = hasty(started, 8)
  const ids = Array.from({ length: 40 }, (_, i) => `tag-${i}`)
  for (const [i, id] of ids.entries()) {
    if (i % 4 === 0) sandbox.faults.ask('internal', 1)
    if (i % 5 === 0) sandbox.faults.ask('rate-limited', 1)
    if (i % 10 === 0) sandbox.faults.ask('timeout-after-commit', 1)
    if (i % 13 === 0) sandbox.grants.expireTokens()
    mustDo(await dsp.createCreative(access, advertiserId, tagOf(id)))
  }
  assert.equal(createdOf(started), ids)
})

test.run()
