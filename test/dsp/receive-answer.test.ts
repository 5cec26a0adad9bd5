import { randomBytes } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { dspNotConfigured } from '../../src/adapters/dsp/not-configured.ts'
import { dspGrant } from '../../src/domain/dsp/grant.ts'
import { mostStrangers } from '../../src/domain/dsp/stranger-answers.ts'
import { browserCookie } from '../../src/dsp/consent/browser.ts'
import { receiveAnswer } from '../../src/dsp/consent/receive-answer.ts'
import { hashOfState, newState, readState } from '../../src/dsp/consent/state.ts'
import type { Dsp, DspFailureCode, DspTokens } from '../../src/ports/dsp.ts'
import type { Ports } from '../../src/ports/ports.ts'
import { memoryNodes } from '../support/memory/node.ts'
import { keyPair, memorySecretStore, secretsUnder } from '../support/memory/secrets.ts'

const test = suite('answers of a consent')
const expiresAt = '2026-03-01T13:00:00.000Z'

/** A node whose DSP answers an exchange so. */
const node = async (exchanged: () => Promise<DspTokens | DspFailureCode>) => {
  const memory = memoryNodes()
  const store = memorySecretStore()
  const secrets = await secretsUnder(keyPair('k1'), store)
  const dsp: Dsp = {
    ...dspNotConfigured,
    issuer: 'https://dsp.test',
    async exchangeCode() {
      const answer = await exchanged()
      return typeof answer === 'string' ? { code: answer, detail: 'It failed.', transient: false } : answer
    },
  }
  const config = { publicUrl: 'https://endcap.test', mailLimit: 'off' } as const
  const ports = { ...memory.ports, secrets, dsp, config } satisfies Ports
  return {
    ...memory,
    secretsKept: () => [...store.rows.keys()].filter(id => id.startsWith('secret:')),
    /** Asks for a consent. */
    async ask(partnerId = 1001) {
      const state = newState({ accountId: 'acme', partnerId }, randomBytes, secrets)
      const at = memory.clock.now().toISOString()
      const consent = { accountId: 'acme', partnerId, stateHash: hashOfState(state), keyId: 'admin', expiresAt, at }
      await memory.does(dspGrant, `acme:${partnerId}`, { kind: 'AskConsent', ...consent })
      return state.text
    },
    /** Comes back in the browser in which the consent was confirmed. */
    async receive(query: { readonly state?: string; readonly code?: string }) {
      const state = readState(query.state ?? '', secrets)
      const [own] = state === undefined ? [] : browserCookie(state, secrets, config).split(';')
      const cookie = (name: string) => (own?.startsWith(`${name}=`) ? own.slice(name.length + 1) : undefined)
      const received = await receiveAnswer({ query: { ...query }, cookie }, memory.work(), ports)()
      return E.isRight(received) ? received.right.fault : assert.unreachable(received.left.code)
    },
  }
}
const tokens = (refreshToken: string): DspTokens => ({ accessToken: 'access', refreshToken, expiresAt })

test('each failure of the exchange has a reason of its own, and authorises nobody', async () => {
  const faults: readonly (readonly [DspFailureCode, string])[] = [
    ['needs-authorisation', 'code-refused'],
    ['consent-incomplete', 'consent-incomplete'],
    ['client-refused', 'client-refused'],
    ['refused', 'dsp-unavailable'],
    ['unavailable', 'dsp-unavailable'],
    ['timeout', 'dsp-unavailable'],
    ['unreadable', 'dsp-unavailable'],
    ['address-refused', 'dsp-unavailable'],
  ]
  for (const [code, fault] of faults) {
    const { ask, receive, types, secretsKept } = await node(async () => code)
    assert.is(await receive({ state: await ask(), code: 'code' }), fault)
    assert.equal(types(), ['DspConsentAsked', 'DspConsentAnswered', 'DspConsentRefused'], code)
    assert.equal(secretsKept(), [])
  }
})

test('a new consent takes the place of the one before, whose token is destroyed', async () => {
  let number = 0
  const { ask, receive, secretsKept } = await node(async () => tokens(`refresh-${++number}`))
  assert.is(await receive({ state: await ask(), code: 'code' }), undefined)
  const [first] = secretsKept()
  assert.is(await receive({ state: await ask(), code: 'code' }), undefined)
  assert.is(secretsKept().length, 1)
  assert.is.not(secretsKept()[0], first)
})

test('partners and accounts have consents of their own', async () => {
  const { ask, receive, secretsKept } = await node(async () => tokens('refresh'))
  for (const partnerId of [1, 2]) await receive({ state: await ask(partnerId), code: 'code' })
  assert.is(secretsKept().length, 2)
})

test('nobody fills the log with answers to no consent: beyond a number in a minute, one line says so', async () => {
  const { receive, types, problems, clock } = await node(async () => 'refused')
  for (let i = 0; i < mostStrangers + 5; i++) assert.is(await receive({ state: `stranger ${i}` }), 'state-unknown')
  assert.equal([types().length, problems.length], [mostStrangers, 1])
  assert.match(problems[0]?.message ?? '', /not recorded for the rest of this minute/)
  clock.pass(60_000)
  await receive({})
  assert.equal([types().length, problems.length], [mostStrangers + 1, 1])
})

test.run()
