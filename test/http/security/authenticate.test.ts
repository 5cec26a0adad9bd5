import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { acmeKey, adminApiKey, keyText, startApp } from '../../support/service/http.ts'
import { thingRows } from '../../support/service/rows.ts'

const test = suite('keys')
let app: Awaited<ReturnType<typeof startApp>>
test.before(async () => {
  app = await startApp(thingRows)
})
test.after(() => app.stop())

const thing = '/v2/accounts/acme/things/7'

test('a request without a valid key is refused', async () => {
  const cases: [string | undefined, string][] = [
    [undefined, 'key-missing'],
    ['', 'key-missing'],
    ['nonsense', 'key-invalid'],
    [keyText('z'), 'key-invalid'],
    [keyText('e'), 'key-invalid'],
    [`${acmeKey.slice(0, -1)}0`, 'key-invalid'],
    [keyText('b'), 'key-invalid'],
    [keyText('c'), 'key-invalid'],
    [`${adminApiKey}x`, 'key-invalid'],
  ]
  for (const [key, code] of cases) {
    const { status, json, headers } = await app.send('GET', thing, { key })
    assert.is(status, 401, key)
    assert.is(json.code, code, key)
    assert.match(headers['www-authenticate']!, 'svc_apikey')
  }
})

test('a key in the URL is refused even if the header is valid', async () => {
  for (const name of ['svc_apikey', 'SVC_ApiKey', 'svc%5fapikey']) {
    const { status, json } = await app.send('GET', `${thing}?${name}=x`)
    assert.is(status, 401, name)
    assert.is(json.code, 'key-in-query')
  }
})

test('other fields of a query are no keys, however long their names are', async () => {
  for (const name of ['retailerId', 'svc_apikeys'])
    assert.is((await app.send('GET', `${thing}?${name}=x`)).status, 200, name)
})

test('a key gives access only to what it was issued for', async () => {
  const codeOf = async (path: string, key: string) => (await app.send('GET', path, { key })).json.code
  assert.is(await codeOf(thing, keyText('d')), 'permission-missing')
  assert.is(await codeOf('/v2/accounts/other/things/7', acmeKey), 'account-not-on-key')
  const { json } = await app.send('GET', '/v2/accounts/other/things/7', { key: acmeKey })
  assert.is(json.detail, 'The key has no access to the account other.')
  assert.is(json.accountId, 'other')
  assert.is(await codeOf('/v2/org/org2', acmeKey), 'organisation-not-on-key')
  assert.is((await app.send('GET', '/v2/org/org1')).status, 200)
})

test('the admin key gives access to everything', async () => {
  assert.is((await app.send('GET', '/v2/accounts/any/things/7', { key: adminApiKey })).status, 200)
  assert.is((await app.send('GET', '/v2/org/any', { key: adminApiKey })).status, 200)
})

test('without an admin key the keys of the log work, and no other text does', async () => {
  const without = await startApp(thingRows, { adminApiKey: undefined })
  assert.is((await without.send('GET', thing)).status, 200)
  for (const key of [adminApiKey, 'undefined']) assert.is((await without.send('GET', thing, { key })).status, 401, key)
  await without.stop()
})

test('a revoked key stops working within five seconds, even if it was in use', async () => {
  assert.is((await app.send('GET', thing)).status, 200)
  const stored = app.keys.get('aaaaaaaa')!
  app.keys.set('aaaaaaaa', { ...stored, revokedAt: app.clock.now().toISOString() })
  app.clock.pass(5_000)
  assert.is((await app.send('GET', thing)).status, 401)
  app.keys.set('aaaaaaaa', stored)
})

test('a key stops working the moment it expires, even if it was in use', async () => {
  const stored = app.keys.get('aaaaaaaa')!
  app.clock.pass(60_000)
  const expiresAt = new Date(app.clock.now().getTime() + 500).toISOString()
  app.keys.set('aaaaaaaa', { ...stored, caller: { ...stored.caller, expiresAt } })
  assert.is((await app.send('GET', thing)).status, 200)
  app.clock.pass(499)
  assert.is((await app.send('GET', thing)).status, 200)
  app.clock.pass(1)
  assert.is((await app.send('GET', thing)).status, 401)
  app.keys.set('aaaaaaaa', stored)
})

test('the last use of a key is recorded, at most once a minute', async () => {
  app.clock.pass(120_000)
  const usedAt = async () => {
    await app.send('GET', thing)
    return (await app.readModels.volatile.get(['api-key-used:aaaaaaaa']))[0]
  }
  const first = app.clock.now().toISOString()
  assert.is(await usedAt(), first)
  app.clock.pass(59_000)
  assert.is(await usedAt(), first)
  app.clock.pass(5_000)
  assert.is(await usedAt(), app.clock.now().toISOString())
})

test.run()
