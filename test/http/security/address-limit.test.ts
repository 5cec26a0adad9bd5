import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { acmeKey, adminApiKey, keyText, startApp } from '../../support/service/http.ts'
import { thingRows } from '../../support/service/rows.ts'

const test = suite('limits by address')
const limits = { requests: 3, wrongKeys: 2 }
const [publicPage, thing] = ['/files/acme/a.txt', '/v2/accounts/acme/things/7']
type App = Awaited<ReturnType<typeof startApp>>
const started = async (options: Parameters<typeof startApp>[1], use: (app: App) => Promise<void>) => {
  const app = await startApp(thingRows, { addressLimit: limits, ...options })
  try {
    await use(app)
  } finally {
    await app.stop()
  }
}
const statusFrom = async (app: App, address: string, path = publicPage, key?: string) =>
  (await app.send('GET', path, { key, headers: { 'x-forwarded-for': address } })).status
const times = async (count: number, ask: () => Promise<unknown>) => {
  for (let i = 0; i < count; i++) await ask()
}

test('public operations are limited by address, with Retry-After, and the retry succeeds', () =>
  started({}, async app => {
    await times(3, async () => assert.is((await app.send('GET', publicPage, { key: undefined })).status, 200))
    const { status, headers, json } = await app.send('GET', publicPage, { key: undefined })
    assert.equal([status, headers['retry-after'], json.code], [429, '50', 'rate-limited'])
    assert.is((await app.send('GET', '/docs', { key: undefined })).status, 429, 'all public operations count together')
    assert.is((await app.send('GET', thing)).status, 200, 'requests with a key have limits of their own')
    app.clock.pass(50_000)
    assert.is((await app.send('GET', publicPage, { key: undefined })).status, 200)
  }))

test('a page that takes long counts for many requests, and one is answered under any limit', async () => {
  const [file] = thingRows.filter(({ path }) => path.startsWith('/files/'))
  const rows = [{ ...file!, operation: { ...file!.operation, countsFor: 5 } }]
  const statuses = async (app: App) => [await statusFrom(app, '192.0.2.1'), await statusFrom(app, '192.0.2.1')]
  const app = await startApp(rows, { addressLimit: { ...limits, requests: 6 } })
  assert.equal(await statuses(app), [200, 200], '5 of 6 were used')
  assert.equal(await statuses(app), [429, 429])
  app.clock.pass(60_000)
  assert.equal(await statuses(app), [200, 200])
  await app.stop()
  const narrow = await startApp(rows, { addressLimit: limits })
  assert.equal(await statuses(narrow), [200, 429])
  await narrow.stop()
})

test('probes of load balancers are always answered', () =>
  started({}, app =>
    times(5, async () => {
      for (const path of ['/healthz', '/readyz'])
        assert.is((await app.send('GET', path, { key: undefined })).status, 200)
    }),
  ))

test('behind a proxy each client has its own limit, by the entry that the proxy appended', () =>
  started({ trustProxy: 1 }, async app => {
    await times(3, () => statusFrom(app, '192.0.2.1'))
    assert.is(await statusFrom(app, '192.0.2.1'), 429)
    assert.is(await statusFrom(app, '192.0.2.2'), 200)
    assert.is(await statusFrom(app, '203.0.113.9, 192.0.2.1'), 429, 'what the client itself sent does not help it')
  }))

test('without TRUST_PROXY the header is not believed, and the log says once what to set', () =>
  started({}, async app => {
    const said = () => app.problems.filter(({ message }) => message.includes('TRUST_PROXY'))
    assert.is((await app.send('GET', publicPage, { key: undefined })).status, 200)
    assert.equal(said(), [], 'no proxy has been seen')
    for (const last of [1, 2]) assert.is(await statusFrom(app, `192.0.2.${last}`), 200)
    assert.is(await statusFrom(app, '192.0.2.3'), 429)
    const warnings = said()
    assert.is(warnings.length, 1)
    assert.not.match(JSON.stringify([warnings, app.lines]), '192.0.2')
  }))

test('an address that sent too many wrong keys gets 429 for further unknown keys, without a look into the store', () =>
  started({ trustProxy: 1 }, async app => {
    let looks = 0
    app.onFindKey(() => looks++)
    await times(2, async () => assert.is(await statusFrom(app, '192.0.2.1', thing, keyText('h')), 401))
    const before = looks
    const refused = await app.send('GET', thing, { key: keyText('i'), headers: { 'x-forwarded-for': '192.0.2.1' } })
    assert.equal([refused.status, refused.headers['retry-after'], refused.json.code], [429, '50', 'rate-limited'])
    assert.is(looks, before)
    assert.is(await statusFrom(app, '192.0.2.2', thing, keyText('h')), 401, 'other addresses are not affected')
    app.clock.pass(50_000)
    assert.is(await statusFrom(app, '192.0.2.1', thing, keyText('i')), 401)
  }))

test('clients of the same address whose keys worked before are not affected, nor is the operator', () =>
  started({ trustProxy: 1 }, async app => {
    const ask = (key: string) => statusFrom(app, '192.0.2.1', thing, key)
    assert.is(await ask(acmeKey), 200)
    await times(2, () => ask(keyText('h')))
    assert.is(await ask(keyText('h')), 429)
    // longer than a verified key stays cached, but in the same minute
    app.clock.pass(10_000)
    assert.is(await ask(acmeKey), 200)
    assert.is(await ask(adminApiKey), 200)
  }))

test('a key that was revoked counts as wrong', () =>
  started({ trustProxy: 1 }, async app => {
    const ask = () => statusFrom(app, '192.0.2.1', thing, acmeKey)
    assert.is(await ask(), 200)
    app.keys.delete('aaaaaaaa')
    app.clock.pass(10_000)
    for (const status of [401, 401, 429]) assert.is(await ask(), status)
  }))

test.run()
