import { randomBytes } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { browserCookie, isConfirmedIn } from '../../src/dsp/consent/browser.ts'
import { newState } from '../../src/dsp/consent/state.ts'
import { keyPair, memorySecretStore, secretsUnder } from '../support/memory/secrets.ts'

const test = suite('browser of a consent')

test('only the cookie of the same consent is accepted', async () => {
  const secrets = await secretsUnder(keyPair('k1'), memorySecretStore())
  const state = newState({ accountId: 'acme', partnerId: 1 }, randomBytes, secrets)
  const other = newState({ accountId: 'acme', partnerId: 1 }, randomBytes, secrets)
  const cookieOf = (one: typeof state) =>
    /=([\w-]{43});/.exec(browserCookie(one, secrets, { publicUrl: 'http://endcap.test' }))?.[1]
  assert.ok(isConfirmedIn(() => cookieOf(state), state, secrets))
  for (const value of [undefined, '', 'x', cookieOf(other), secrets.sign('dsp-consent', state.text), 'é'.repeat(43)])
    assert.not.ok(
      isConfirmedIn(() => value, state, secrets),
      value,
    )
})

test('a service at https keeps the cookie off http', async () => {
  const secrets = await secretsUnder(keyPair('k1'), memorySecretStore())
  const state = newState({ accountId: 'acme', partnerId: 1 }, randomBytes, secrets)
  assert.match(browserCookie(state, secrets, { publicUrl: 'https://endcap.test' }), /; Secure$/)
  assert.not.match(browserCookie(state, secrets, { publicUrl: 'http://127.0.0.1:1' }), /Secure/)
  assert.match(browserCookie(state, secrets, { publicUrl: 'https://shop.test/ads' }), /; Path=\/ads\/dsp\/callback;/)
})

test.run()
