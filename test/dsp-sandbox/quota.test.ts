import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openSandbox } from '../../src/dsp-sandbox/sandbox.ts'
import { isDspFailure } from '../../src/ports/dsp.ts'
import { impatient, mustDo, startDsp, tagOf } from '../support/servers/dsp.ts'
import { aheadClock } from '../support/service/ahead-clock.ts'

const test = suite('the DSP sandbox over time')

test('it admits 150 writes a minute of an advertiser, and 700 of all', () => {
  let at = 0
  const { quota } = openSandbox({ now: () => at })
  const admitted = (advertiserId: string, times: number) => {
    let count = 0
    for (let i = 0; i < times; i++)
      try {
        quota(advertiserId, true)
        count++
      } catch {
        return count
      }
    return count
  }
  assert.equal(
    ['1', '2', '3', '4', '5'].map(id => admitted(id, 200)),
    [150, 150, 150, 150, 100],
  )
  at += 59_999
  assert.is(admitted('1', 1), 0)
  at += 2
  assert.is(admitted('1', 200), 150)
})

test('an adapter without a quota of its own runs into that of the DSP', async () => {
  const one = { requests: 1, writes: 1 }
  const started = await startDsp({ quotas: { project: one, advertiser: one }, patience: { ...impatient, retries: 1 } })
  try {
    mustDo(await started.dsp.createCreative(started.access, started.advertiserId, tagOf('a')))
    const failed = await started.dsp.createCreative(started.access, started.advertiserId, tagOf('b'))
    assert.is(isDspFailure(failed) && failed.code, 'rate-limited')
  } finally {
    await started.stop()
  }
})

test('tokens expire, codes too, and a review ends and moves the update time', async () => {
  const clock = aheadClock()
  const started = await startDsp({ now: () => clock.now().getTime(), tokenSeconds: 60, reviewSeconds: 30 })
  try {
    const { dsp, access, sandbox, advertiserId, tokens } = started
    const created = mustDo(await dsp.createCreative(access, advertiserId, tagOf('a')))
    clock.pass(31_000)
    const reviewed = mustDo(await dsp.getCreative(access, advertiserId, created.creativeId))
    assert.equal([created.review, reviewed.review], ['pending', 'approved'])
    assert.ok(reviewed.updatedAt > created.updatedAt)
    clock.pass(60_000)
    assert.is(sandbox.grants.isValid(tokens.accessToken), false)
    assert.is(mustDo(await dsp.getCreative(access, advertiserId, created.creativeId)).review, 'approved', 'refreshed')
    const code = sandbox.grants.code({ redirectUri: 'https://a.test', challenge: undefined, isOffline: true })
    clock.pass(10 * 60_000 + 1)
    assert.is(sandbox.grants.exchange(code, 'https://a.test', ''), undefined)
  } finally {
    await started.stop()
  }
})

test.run()
