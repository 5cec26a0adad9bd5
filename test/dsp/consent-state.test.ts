import { createHash, randomBytes } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openRing } from '../../src/adapters/secrets/open-ring.ts'
import { addOwnKey, removeOwnKey, useOwnKey } from '../../src/adapters/secrets/own-keys.ts'
import { resultUrl } from '../../src/dsp/consent/addresses.ts'
import {
  codeVerifierOf,
  hashOfState,
  isOutdated,
  longestState,
  newState,
  readState,
} from '../../src/dsp/consent/state.ts'
import { keyPair, memorySecretStore, secretsUnder } from '../support/memory/secrets.ts'

const test = suite('state of a consent')
const secretsKey = keyPair('k1')
const of = { accountId: 'acme', partnerId: 1001 }
const record = async () => undefined

test('a state says for whom it was made, and is found in no other form', async () => {
  const secrets = await secretsUnder(secretsKey)
  const state = newState(of, randomBytes, secrets)
  assert.equal(readState(state.text, secrets), { text: state.text, ...of })
  assert.is(isOutdated(state, secrets), false)
  assert.not.equal(newState(of, randomBytes, secrets).text, state.text)
  for (let i = 0; i < state.text.length; i++) {
    const other = state.text[i] === 'A' ? 'B' : 'A'
    assert.is(readState(state.text.slice(0, i) + other + state.text.slice(i + 1), secrets), undefined, `character ${i}`)
  }
})

test('the longest state needs no encoding in a URL, and fits', async () => {
  const secrets = await secretsUnder(secretsKey)
  const longest = newState({ accountId: 'a'.repeat(64), partnerId: Number.MAX_SAFE_INTEGER }, randomBytes, secrets)
  assert.ok(longest.text.length <= longestState)
  assert.is(encodeURIComponent(longest.text), longest.text)
  assert.is(readState(longest.text, secrets)?.partnerId, Number.MAX_SAFE_INTEGER)
})

test('the code verifier follows from the state for the service only', async () => {
  const [secrets, others] = [await secretsUnder(secretsKey), await secretsUnder(secretsKey)]
  const state = newState(of, randomBytes, secrets)
  const verifier = codeVerifierOf(state, secrets)
  assert.match(verifier, /^[\w-]{43}$/)
  assert.is(codeVerifierOf(state, secrets), verifier)
  assert.not.equal(codeVerifierOf(state, others), verifier)
  assert.not.ok(state.text.includes(verifier))
  assert.is(hashOfState(state), createHash('sha256').update(state.text).digest('hex'))
})

test('after another signing key is used a state is known, but outdated; without its key it is unknown', async () => {
  const store = memorySecretStore()
  const open = () => secretsUnder(secretsKey, store)
  const state = newState(of, randomBytes, await open())
  const ring = await openRing({ dataDir: '/nowhere', secretsKey, store })
  const id = await addOwnKey('signing-key', ring, store, record)
  const added = await open()
  assert.equal([readState(state.text, added)?.accountId, isOutdated(state, added)], ['acme', false])
  await useOwnKey('signing-key', id, ring, store, record)
  const used = await open()
  assert.equal([readState(state.text, used)?.accountId, isOutdated(state, used)], ['acme', true])
  await removeOwnKey('signing-key', '1', ring, store, record)
  assert.is(readState(state.text, await open()), undefined)
})

test('the result is added to the query of the address, if it has one', () => {
  const result = { partnerId: '1001', message: 'a & b', status: 200 } as const
  const data = encodeURIComponent(JSON.stringify(result))
  assert.is(resultUrl('https://shop.test/done', result), `https://shop.test/done?data=${data}`)
  assert.is(resultUrl('https://shop.test/?a=b%20c', result), `https://shop.test/?a=b%20c&data=${data}`)
})

test.run()
