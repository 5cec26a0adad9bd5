import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Answer } from '../../../src/adapters/dsp/exchange.ts'
import { oauth } from '../../../src/adapters/dsp/oauth.ts'
import type { Patience } from '../../../src/adapters/dsp/retrying.ts'
import { isDspFailure } from '../../../src/ports/dsp.ts'

const once: Patience = { timeoutMs: 30_000, retries: 0, firstPauseMs: 1, longestPauseMs: 30_000 }
const settings = {
  url: 'https://dsp.test',
  authUrl: 'https://dsp.test/auth',
  tokenUrl: 'https://dsp.test/token',
  clientId: 'endcap',
  clientSecret: 'secret',
}
const tokens: Answer = { status: 200, headers: {}, body: { access_token: 'access', expires_in: 3600 } }
const busy = (status: number, retryAfter?: string): Answer => ({
  status,
  headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  body: undefined,
})

/** A token endpoint that gives these answers, then tokens, to a node whose clock moves only with `pass`. */
const endpoint = (answers: readonly Answer[], patience = once) => {
  let now = Date.parse('2026-05-01T10:00:00.000Z')
  let asked = 0
  const exchange = async () => answers[asked++] ?? tokens
  const { refreshTokens } = oauth(settings, { exchange, patience, clock: { now: () => new Date(now) } })
  return {
    asked: () => asked,
    /** Asks with the refresh token of one of several accounts; the code of a failure. */
    refresh: async (token: string) => {
      const answer = await refreshTokens(token)
      return isDspFailure(answer) ? answer.code : 'tokens'
    },
    pass: (seconds: number) => {
      now += seconds * 1000
    },
  }
}

for (const [status, code] of [
  [429, 'rate-limited'],
  [503, 'unavailable'],
] as const)
  test(`a token endpoint that answers ${status} with Retry-After is not asked before, for any account`, async () => {
    const { asked, refresh, pass } = endpoint([busy(status, '20')])
    assert.is(await refresh('one'), code)
    pass(19)
    assert.is(await refresh('one'), 'rate-limited')
    assert.is(await refresh('another'), 'rate-limited')
    assert.is(asked(), 1)
    pass(1)
    assert.is(await refresh('another'), 'tokens')
    assert.is(asked(), 2)
  })

test('an answer that comes later, without Retry-After, does not end the wait', async () => {
  const { asked, refresh, pass } = endpoint([
    busy(429, '20'),
    { status: 400, headers: {}, body: { error: 'invalid_grant' } },
  ])
  const both = await Promise.all([refresh('one'), refresh('revoked')])
  assert.equal(both, ['rate-limited', 'needs-authorisation'])
  pass(19)
  assert.is(await refresh('another'), 'rate-limited')
  assert.is(asked(), 2)
  pass(1)
  assert.is(await refresh('another'), 'tokens')
})

test('a Retry-After of hours counts as the longest pause', async () => {
  const { asked, refresh, pass } = endpoint([busy(429, '7200')])
  await refresh('one')
  pass(30)
  assert.is(await refresh('one'), 'tokens')
  assert.is(asked(), 2)
})

test('a clock that is set back does not prolong the wait', async () => {
  const { refresh, pass } = endpoint([busy(429, '20')])
  await refresh('one')
  pass(-3600)
  assert.is(await refresh('one'), 'tokens')
})

test('a token endpoint that names no time is asked again after the usual pause', async () => {
  const { asked, refresh } = endpoint([busy(429)], { ...once, retries: 1, longestPauseMs: 2 })
  assert.is(await refresh('one'), 'tokens')
  assert.is(asked(), 2)
})

test.run()
