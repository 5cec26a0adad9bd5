import { randomUUID } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { dspNotConfigured } from '../../src/adapters/dsp/not-configured.ts'
import { dspGrant } from '../../src/domain/dsp/grant.ts'
import { openDspAccess } from '../../src/dsp/access/open-dsp-access.ts'
import { storeRefreshToken } from '../../src/dsp/access/refresh-token.ts'
import { openExecutor } from '../../src/engine/write/execute.ts'
import { type Dsp, type DspFailure, type DspTokens, isDspFailure } from '../../src/ports/dsp.ts'
import { comesTrue, memoryNodes } from '../support/memory/node.ts'
import { keyPair, memorySecretStore, secretsUnder } from '../support/memory/secrets.ts'

const test = suite('access tokens for the DSP')
const granted = { accountId: 'acme', partnerId: 1001 }
const invalidGrant: DspFailure = { code: 'needs-authorisation', detail: 'invalid_grant', transient: false }

type Refreshes = (refreshToken: string) => Promise<Partial<DspTokens> | DspFailure>

/** Nodes on one log and one store of secrets; `refreshes` is what the DSP answers, for an hour unless it says otherwise. */
const nodes = async () => {
  const memory = memoryNodes()
  const store = memorySecretStore()
  const secrets = await secretsUnder(keyPair('k1'), store)
  const used: string[] = []
  let answers: Refreshes = async () => ({})
  const dsp: Dsp = {
    ...dspNotConfigured,
    async refreshTokens(refreshToken) {
      used.push(refreshToken)
      const answer = await answers(refreshToken)
      if (isDspFailure(answer)) return answer
      const expiresAt = new Date(memory.clock.now().getTime() + 3_600_000).toISOString()
      return { accessToken: `access-${used.length}`, refreshToken, expiresAt, ...answer }
    },
  }
  const { log, clock } = memory
  return {
    ...memory,
    store,
    /** The refresh tokens that were sent to the DSP. */
    used,
    answers: (next: Refreshes) => {
      answers = next
    },
    /** The access of another node. */
    access: () =>
      openDspAccess({ dsp, secrets, clock, newWork: openExecutor(log, clock) }).of(granted.accountId, granted.partnerId)
        .token,
    authorise: async (token: string, stateHash = token) => {
      const secretId = await storeRefreshToken(secrets, granted, token, randomUUID())
      const at = clock.now().toISOString()
      await memory.does(dspGrant, 'acme:1001', { kind: 'Authorise', stateHash, secretId, keyId: 'admin', at })
      return secretId
    },
  }
}
const codeOf = (answer: string | DspFailure) => (typeof answer === 'string' ? answer : answer.code)

test('ten callers at once share one refresh', async () => {
  const { access, authorise, used } = await nodes()
  await authorise('refresh-1')
  const give = access()
  assert.equal(await Promise.all(Array.from({ length: 10 }, () => give())), Array(10).fill('access-1'))
  assert.equal(used, ['refresh-1'])
})

test('a token is used until a minute before its end, and refreshed then', async () => {
  const { access, authorise, clock } = await nodes()
  await authorise('refresh-1')
  const give = access()
  assert.is(await give(), 'access-1')
  clock.pass(3_539_999)
  assert.is(await give(), 'access-1')
  clock.pass(1)
  assert.is(await give(), 'access-2')
})

test('a wall clock that jumps makes no token older or younger', async () => {
  const { access, authorise, clock } = await nodes()
  await authorise('refresh-1')
  const give = access()
  assert.is(await give(), 'access-1')
  clock.jump(86_400_000)
  assert.is(await give(), 'access-1')
})

test('a token that lasts less than two minutes is used for half of that', async () => {
  const { access, authorise, clock, answers } = await nodes()
  await authorise('refresh-1')
  answers(async () => ({ expiresAt: new Date(clock.now().getTime() + 10_000).toISOString() }))
  const give = access()
  assert.is(await give(), 'access-1')
  clock.pass(4_999)
  assert.is(await give(), 'access-1')
  clock.pass(1)
  assert.is(await give(), 'access-2')
})

test('a token that the DSP refuses is replaced once for all who report it', async () => {
  const { access, authorise, used } = await nodes()
  await authorise('refresh-1')
  const give = access()
  assert.is(await give(), 'access-1')
  assert.equal(await Promise.all([give('access-1'), give('access-1'), give('access-1')]), Array(3).fill('access-2'))
  // somebody reports it late
  assert.is(await give('access-1'), 'access-2')
  assert.is(used.length, 2)
})

test('invalid_grant ends the authorisation on all nodes, without asking the DSP again', async () => {
  const { access, authorise, answers, used, types, store } = await nodes()
  const secretId = await authorise('refresh-1')
  answers(async () => invalidGrant)
  const [one, two] = [access(), access()]
  assert.is(codeOf(await one()), 'needs-authorisation')
  assert.is(codeOf(await two()), 'needs-authorisation')
  assert.is(codeOf(await one()), 'needs-authorisation')
  assert.equal(used, ['refresh-1'])
  assert.equal(types(), ['DspAuthorised', 'DspAuthorisationLost'])
  assert.is(store.rows.has(secretId), false, 'the refresh token is destroyed')
})

test('a new consent counts on all nodes, although they hold a token of the one before', async () => {
  const { access, authorise, used } = await nodes()
  await authorise('refresh-1')
  const [one, two] = [access(), access()]
  await Promise.all([one(), two()])
  await authorise('refresh-2')
  assert.equal([await one(), await two()], ['access-3', 'access-4'])
  assert.equal(used.slice(2), ['refresh-2', 'refresh-2'])
})

test('a refresh token that another node has replaced is no lost authorisation', async () => {
  const { access, authorise, answers, used, types, store } = await nodes()
  await authorise('refresh-1')
  const [one, two] = [access(), access()]
  let isAsked = false
  // the DSP takes a refresh token once; node one is slow with its answer
  let release: (answer: DspFailure) => void = () => undefined
  answers(token => {
    if (token === 'refresh-2') return Promise.resolve({})
    if (isAsked) return Promise.resolve({ refreshToken: 'refresh-2' })
    isAsked = true
    return new Promise(resolve => {
      release = resolve
    })
  })
  const slow = one()
  await comesTrue(() => isAsked, 'the first refresh')
  assert.is(await two(), 'access-2')
  release(invalidGrant)
  assert.is(await slow, 'access-3')
  assert.equal(used, ['refresh-1', 'refresh-1', 'refresh-2'])
  assert.equal(types(), ['DspAuthorised', 'DspTokenReplaced'])
  assert.is([...store.rows.keys()].filter(id => id.startsWith('secret:')).length, 1, 'one refresh token is kept')
})

test('a refresh token that cannot be found asks for a new consent', async () => {
  const { access, authorise, store, used, types } = await nodes()
  store.rows.delete(await authorise('refresh-1'))
  assert.is(codeOf(await access()()), 'needs-authorisation')
  assert.equal([used, types()], [[], ['DspAuthorised', 'DspAuthorisationLost']])
})

test('an outage of the DSP loses nothing', async () => {
  const { access, authorise, answers, types } = await nodes()
  await authorise('refresh-1')
  const give = access()
  answers(async () => ({ code: 'unavailable', detail: 'The DSP is not available.', transient: true }))
  assert.is(codeOf(await give()), 'unavailable')
  answers(async () => ({}))
  assert.is(await give(), 'access-2')
  assert.equal(types(), ['DspAuthorised'])
})

test('without a consent, the failure names the operation to call', async () => {
  const { access, used } = await nodes()
  const failed = await access()()
  assert.is(codeOf(failed), 'needs-authorisation')
  assert.match(isDspFailure(failed) ? failed.detail : '', /partner 1001.*authoriseDsp \(auth-gateway\)/)
  assert.equal(used, [])
})

test('no token is in an event', async () => {
  const { access, authorise, answers, log } = await nodes()
  await authorise('refresh-1')
  answers(async () => ({ refreshToken: 'refresh-2' }))
  await access()()
  const text = JSON.stringify(log.events, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  assert.match(text, /DspTokenReplaced/)
  assert.not.match(text, /refresh-2|access-1/)
})

test.run()
