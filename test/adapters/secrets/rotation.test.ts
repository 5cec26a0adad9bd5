import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { sealedUnder } from '../../../src/adapters/secrets/key-ring.ts'
import { checkSignedUrl, signUrl } from '../../../src/links/signed-url.ts'
import { keyPair, memorySecretStore, secretsUnder } from '../../support/memory/secrets.ts'

const test = suite('SECRETS_KEY rotation')
const now = new Date('2026-03-01T12:00:00.000Z')
const refusal = async (opening: Promise<unknown>): Promise<Error> =>
  opening.then(
    () => assert.unreachable('the keys were accepted') as never,
    (error: Error) => error,
  )

test('rotating the key keeps API keys, signed links and stored credentials', async () => {
  const store = memorySecretStore()
  const before = await secretsUnder(keyPair('old'), store)
  const apiKey = 'svc_abcdefgh_x_y'
  const url = new URL(signUrl(before, '/downloads/acme/z/a.zip', now), 'http://ads.test')
  const [hash, id] = [before.hashApiKey(apiKey), await before.store('a refresh token', 'dsp:7')]
  const mail = await before.sealForAccount('acme', 'ann@example.com')

  const after = await secretsUnder(`${keyPair('new')},${keyPair('old')}`, store)
  assert.is(after.hashApiKey(apiKey), hash)
  assert.is(checkSignedUrl(after, url.pathname, Object.fromEntries(url.searchParams), now), 'ok')
  assert.is(await after.load(id, 'dsp:7'), 'a refresh token')
  assert.is(await after.unsealForAccount('acme', mail), 'ann@example.com')
  assert.is(sealedUnder(after.seal('x', 'y')), 'new', 'new texts are sealed under the new key')
})

test('a key that does not match the stores is rejected in one line, without the key', async () => {
  const store = memorySecretStore()
  await secretsUnder(keyPair('old'), store)
  const impostor = keyPair('other').replace('other:', 'old:')
  for (const wrong of [keyPair('new'), impostor, `${keyPair('new')},${impostor}`]) {
    const { name, message } = await refusal(secretsUnder(wrong, store))
    assert.is(name, 'KeysRefused')
    assert.match(message, /^SECRETS_KEY .*not the key that these stores were sealed under/)
    assert.not.match(message, '\n')
    for (const pair of wrong.split(',')) assert.not.match(message, pair.split(':')[1] ?? '')
  }
})

test('a malformed SECRETS_KEY is rejected before anything is sealed', async () => {
  const store = memorySecretStore()
  for (const wrong of ['k1', 'k1:short', ':', `${keyPair('k1')},`, `${keyPair('k1')},k2:x`, `a b${keyPair('k1')}`]) {
    const { name, message } = await refusal(secretsUnder(wrong, store))
    assert.is(name, 'KeysRefused', wrong)
    assert.match(message, /SECRETS_KEY must contain id:key pairs/)
  }
  assert.is(store.rows.size, 0)
})

test('a credential opens only with its context, and is gone after forget', async () => {
  const secrets = await secretsUnder(keyPair('k1'))
  const id = await secrets.store('a refresh token', 'dsp:7')
  await secrets.load(id, 'dsp:8').then(
    () => assert.unreachable(),
    error => assert.instance(error, Error),
  )
  await secrets.forget(id)
  assert.is(await secrets.load(id, 'dsp:7'), undefined)
})

test('a signature is valid for one text and one purpose', async () => {
  const secrets = await secretsUnder(keyPair('k1'))
  const signature = secrets.sign('cursor', 'a')
  assert.ok(secrets.verify('cursor', 'a', signature))
  assert.not.ok(secrets.verify('cursor', 'b', signature))
  assert.not.ok(secrets.verify('signed-url', 'a', signature))
  assert.not.ok(secrets.verify('cursor', 'a', ''))
  assert.not.ok(secrets.verify('cursor', 'a', `${signature}x`))
  assert.not.ok(
    (await secretsUnder(keyPair('k1'))).verify('cursor', 'a', signature),
    'other stores have another signing key',
  )
})

test('stored secrets cannot be read without the key', async () => {
  const store = memorySecretStore()
  const secrets = await secretsUnder(keyPair('k1'), store)
  await secrets.store('a refresh token', 'dsp:7')
  await secrets.sealForAccount('acme', 'ann@example.com')
  assert.ok(store.rows.size >= 4)
  for (const [id, sealed] of store.rows) assert.is(sealedUnder(sealed), 'k1', id)
})

test.run()
