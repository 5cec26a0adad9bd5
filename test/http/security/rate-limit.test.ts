import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { memoryVolatile } from '../../support/memory/read-models.ts'
import { adminApiKey, keyText, startApp, stillClock, testSecrets } from '../../support/service/http.ts'
import { thingRows } from '../../support/service/rows.ts'

const test = suite('rate limits')
const limits = { requests: 5, writes: 3, starts: 1 }
const things = '/v2/accounts/acme/things'
const started = async (
  options: Parameters<typeof startApp>[1],
  use: (app: Awaited<ReturnType<typeof startApp>>) => Promise<void>,
) => {
  const app = await startApp(thingRows, options)
  try {
    await use(app)
  } finally {
    await app.stop()
  }
}

test('a client sees its limits and what is left of them', () =>
  started({ rateLimit: limits }, async app => {
    const read = await app.send('GET', `${things}/7`)
    assert.is(read.headers['ratelimit-policy'], '"requests";q=5;w=60')
    assert.is(read.headers.ratelimit, '"requests";r=4;t=50')
    const start = await app.send('POST', `${things}/7/start`)
    assert.is(start.headers['ratelimit-policy'], '"requests";q=5;w=60, "writes";q=3;w=60, "starts";q=1;w=60')
    assert.is(start.headers.ratelimit, '"requests";r=3;t=50, "writes";r=2;t=50, "starts";r=0;t=50')
  }))

test('over the limit, Retry-After says when to retry, and the retry succeeds', () =>
  started({ rateLimit: limits }, async app => {
    for (let i = 0; i < 5; i++) assert.is((await app.send('GET', `${things}/7`)).status, 200)
    const refused = await app.send('GET', `${things}/7`)
    assert.is(refused.status, 429)
    assert.is(refused.json.code, 'rate-limited')
    assert.is(refused.headers['retry-after'], '50')
    app.clock.pass(50_000)
    assert.is((await app.send('GET', `${things}/7`)).status, 200)
  }))

test('writes and starts run out before requests do', () =>
  started({ rateLimit: limits }, async app => {
    assert.is((await app.send('POST', `${things}/7/start`)).status, 200)
    assert.is((await app.send('POST', `${things}/7/start`)).status, 429)
    assert.is((await app.send('DELETE', `${things}/7`)).status, 204)
    assert.is((await app.send('DELETE', `${things}/7`)).status, 204)
    assert.is((await app.send('DELETE', `${things}/7`)).status, 429)
    assert.is((await app.send('GET', `${things}/7`)).status, 200)
  }))

test('one key does not use up the limit of another', () =>
  started({ rateLimit: limits }, async app => {
    for (let i = 0; i < 6; i++) await app.send('GET', `${things}/7`)
    assert.is((await app.send('GET', `${things}/7`, { key: adminApiKey })).status, 200)
  }))

/** Another key of account acme, and one of account other, both with organisation org1. */
const withMoreKeys = (app: Awaited<ReturnType<typeof startApp>>) => {
  const first = app.keys.get('aaaaaaaa')!
  for (const [letter, account] of [
    ['f', 'acme'],
    ['g', 'other'],
  ] as const) {
    const [id, hash] = [letter.repeat(8), testSecrets.hashApiKey(keyText(letter))]
    app.keys.set(id, { ...first, hash, caller: { ...first.caller, id, accounts: [account] } })
  }
}

test('a second key of an account buys nothing', () =>
  started({ rateLimit: limits }, async app => {
    withMoreKeys(app)
    for (const key of [keyText('a'), keyText('f'), keyText('a'), keyText('f'), keyText('a')])
      assert.is((await app.send('GET', `${things}/7`, { key })).status, 200)
    const refused = await app.send('GET', `${things}/7`, { key: keyText('f') })
    assert.equal([refused.status, refused.json.code, refused.headers['retry-after']], [429, 'rate-limited', '50'])
    assert.match(refused.json.detail, 'keys of the account')
    assert.is(refused.headers.ratelimit, '"requests";r=0;t=50')
    // the key has used three of its five
    assert.is((await app.send('GET', '/v2/org/org1', { key: keyText('f') })).status, 200)
    assert.is((await app.send('GET', '/v2/accounts/other/things/7', { key: keyText('g') })).status, 200)
  }))

test('a second key of an organisation buys nothing either', () =>
  started({ rateLimit: limits }, async app => {
    withMoreKeys(app)
    for (const letter of ['a', 'f', 'g', 'a', 'f'])
      assert.is((await app.send('GET', '/v2/org/org1', { key: keyText(letter) })).status, 200)
    assert.is((await app.send('GET', '/v2/org/org1', { key: keyText('g') })).status, 429)
  }))

test('nobody uses up the limit of an account that is not on the key', () =>
  started({ rateLimit: limits }, async app => {
    withMoreKeys(app)
    for (let i = 0; i < 5; i++) assert.is((await app.send('GET', `${things}/7`, { key: keyText('g') })).status, 403)
    assert.is((await app.send('GET', `${things}/7`, { key: keyText('g') })).status, 429)
    assert.is((await app.send('GET', `${things}/7`, { key: keyText('a') })).headers.ratelimit, '"requests";r=4;t=50')
  }))

test('nobody uses up the limit of an organisation that is not on the key', () =>
  started({ rateLimit: limits }, async app => {
    withMoreKeys(app)
    const other = app.keys.get('ffffffff')!
    app.keys.set('ffffffff', { ...other, caller: { ...other.caller, organisations: ['org2'] } })
    for (let i = 0; i < 5; i++) assert.is((await app.send('GET', '/v2/org/org2', { key: keyText('g') })).status, 403)
    const { headers } = await app.send('GET', '/v2/org/org2', { key: keyText('f') })
    assert.is(headers.ratelimit, '"requests";r=4;t=50')
  }))

test('a request for one account of a key counts for none of the others', () =>
  started({ rateLimit: limits }, async app => {
    withMoreKeys(app)
    const both = app.keys.get('ffffffff')!
    app.keys.set('ffffffff', { ...both, caller: { ...both.caller, accounts: ['acme', 'other'] } })
    assert.is((await app.send('GET', `${things}/7`, { key: keyText('f') })).status, 200)
    const ofOther = await app.send('GET', '/v2/accounts/other/things/7', { key: keyText('g') })
    assert.is(ofOther.headers.ratelimit, '"requests";r=4;t=50')
  }))

test('a path that names no account counts for all accounts of the key', () =>
  started({ rateLimit: limits }, async app => {
    withMoreKeys(app)
    for (const letter of ['a', 'f', 'a', 'f', 'a'])
      assert.is((await app.send('GET', '/v2/things', { key: keyText(letter) })).status, 200)
    const refused = await app.send('GET', '/v2/things', { key: keyText('f') })
    assert.is(refused.status, 429)
    assert.match(refused.json.detail, 'keys of the account')
    assert.is((await app.send('GET', `${things}/7`, { key: keyText('f') })).status, 429)
    assert.is((await app.send('GET', '/v2/things', { key: keyText('g') })).status, 200)
    // the organisation of a path counts instead of the key's accounts
    assert.is((await app.send('GET', '/v2/org/org1', { key: keyText('f') })).status, 200)
    assert.is((await app.send('GET', '/v2/things', { key: adminApiKey })).status, 200)
  }))

test('an account cannot lock out the operator’s key', () =>
  started({ rateLimit: limits }, async app => {
    for (let i = 0; i < 6; i++) await app.send('GET', `${things}/7`)
    for (let i = 0; i < 5; i++)
      assert.is((await app.send('GET', `${things}/7`, { key: adminApiKey })).status, 200, 'the admin key has its own')
    assert.is((await app.send('GET', `${things}/7`, { key: adminApiKey })).status, 429)
  }))

test('two nodes together allow as much as one', async () => {
  const shared = { rateLimit: limits, volatile: memoryVolatile(), clock: stillClock() }
  await started(shared, one =>
    started(shared, async two => {
      for (let i = 0; i < 4; i++) await one.send('GET', `${things}/7`)
      await two.send('GET', `${things}/7`)
      for (const app of [one, two, one]) await app.app.tick()
      assert.is((await one.send('GET', `${things}/7`)).status, 429)
      assert.is((await two.send('GET', `${things}/7`)).status, 429)
    }),
  )
})

test('a request counts once, however often nodes exchange their counts', () =>
  started({ rateLimit: limits }, async app => {
    for (let i = 0; i < 2; i++) await app.send('GET', `${things}/7`)
    for (let i = 0; i < 3; i++) await app.app.tick()
    const { headers } = await app.send('DELETE', `${things}/7`)
    assert.is(headers.ratelimit, '"requests";r=2;t=50, "writes";r=2;t=50')
  }))

test('two nodes together allow an account as much as one', async () => {
  const shared = { rateLimit: limits, volatile: memoryVolatile(), clock: stillClock() }
  await started(shared, one =>
    started(shared, async two => {
      for (const app of [one, two]) withMoreKeys(app)
      for (let i = 0; i < 3; i++) await one.send('GET', `${things}/7`, { key: keyText('a') })
      for (let i = 0; i < 2; i++) await two.send('GET', `${things}/7`, { key: keyText('f') })
      for (const app of [one, two, one]) await app.app.tick()
      for (const app of [one, two])
        for (const letter of ['a', 'f'])
          assert.is((await app.send('GET', `${things}/7`, { key: keyText(letter) })).status, 429)
    }),
  )
})

test('without limits there are no headers', () =>
  started({ rateLimit: 'off' }, async app => {
    assert.is((await app.send('GET', `${things}/7`)).headers.ratelimit, undefined)
  }))

test('pages without a key are not limited', () =>
  started({ rateLimit: { requests: 1, writes: 1, starts: 1 } }, async app => {
    for (let i = 0; i < 3; i++) assert.is((await app.send('GET', '/healthz', { key: undefined })).status, 200)
  }))

test.run()
