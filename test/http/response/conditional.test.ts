import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { originOf } from '../../../src/http/request/origin.ts'
import { StoreAway } from '../../../src/ports/store-away.ts'
import { memoryLog } from '../../support/memory/log.ts'
import { startApp } from '../../support/service/http.ts'
import { thingRows } from '../../support/service/rows.ts'

const test = suite('versions and positions')
const things = '/v2/accounts/acme/things'
let app: Awaited<ReturnType<typeof startApp>>
test.before(async () => {
  app = await startApp(thingRows, { trustedHosts: ['ads.example:8443'] })
})
test.after(() => app.stop())

test('an object has its revision as ETag, and is not sent again to a client that has it', async () => {
  const { headers } = await app.send('GET', `${things}/7`)
  assert.is(headers.etag, '"7"')
  assert.is(headers['cache-control'], 'private, no-cache')
  for (const tag of ['"7"', 'W/"7"', '"1", "7"', '*']) {
    const same = await app.send('GET', `${things}/7`, { headers: { 'if-none-match': tag } })
    assert.is(same.status, 304, tag)
    assert.is(same.text, '')
    assert.is(same.headers.etag, '"7"')
  }
  assert.is((await app.send('GET', `${things}/7`, { headers: { 'if-none-match': '"8"' } })).status, 200)
})

test('a status is never cached', async () => {
  const { headers } = await app.send('GET', `${things}/7/status`)
  assert.is(headers.etag, undefined)
  assert.is(headers['cache-control'], 'no-store')
})

test('two clients that change the same version do not overwrite each other', async () => {
  const rename = (name: string, tag?: string) =>
    app.send('PUT', `${things}/50`, { json: { name }, headers: tag === undefined ? {} : { 'if-match': tag } })
  const first = await rename('a')
  assert.is(first.headers.etag, '"0"')
  assert.is((await rename('b', '"0"')).headers.etag, '"1"')
  const stale = await rename('c', '"0"')
  assert.is(stale.status, 412)
  assert.is(stale.json.code, 'stale')
  for (const tag of ['W/"1"', '"x"', '1']) assert.is((await rename('d', tag)).status, 412, tag)
  assert.is((await rename('d', '"1", "2"')).status, 400)
  assert.is((await rename('e', '*')).status, 200)
})

test('the response to a write waits for the read models and contains its position', async () => {
  app.readModels.waits.length = 0
  const { headers } = await app.send('PUT', `${things}/51`, { json: { name: 'p' } })
  const position = BigInt(app.log.events.length)
  assert.is(headers['endcap-position'], String(position))
  assert.equal(app.readModels.waits, [{ position, timeoutMs: 2_000 }])
})

test('a write succeeds even if the read models stay behind', async () => {
  const slow = await startApp(thingRows, { log: memoryLog() })
  const { status, headers } = await slow.send('PUT', `${things}/1`, { json: { name: 'p' } })
  assert.is(status, 200)
  assert.is(headers['endcap-position'], '1')
  const read = await slow.send('GET', `${things}/1`, { headers: { 'endcap-after-position': '1' } })
  assert.is(read.status, 503)
  assert.is(read.json.code, 'read-models-behind')
  assert.is(read.headers['retry-after'], '1')
  assert.is(slow.readModels.waits.at(-1)?.timeoutMs, 5_000)
  slow.readModels.moveTo(1n)
  assert.is(
    (await slow.send('GET', `${things}/1`, { headers: { 'endcap-after-position': '1' } })).headers['endcap-position'],
    '1',
  )
  await slow.stop()
})

test('an unreadable position is refused', async () => {
  for (const position of ['x', '-1', '1.5', '9'.repeat(20)])
    assert.is(
      (await app.send('GET', `${things}/7`, { headers: { 'endcap-after-position': position } })).json.code,
      'invalid-position',
    )
})

test('a position beyond the log is refused without waiting', async () => {
  const waits = app.readModels.waits.length
  const beyond = String(app.log.events.length + 1)
  const { status, json } = await app.send('GET', `${things}/7`, { headers: { 'endcap-after-position': beyond } })
  assert.equal([status, json.code], [400, 'invalid-position'])
  assert.is(app.readModels.waits.length, waits)
})

test('while the log is unavailable, a read still waits for its position', async () => {
  const log = memoryLog()
  const away = { ...log, head: () => Promise.reject(new StoreAway('event log', 'no connection')) }
  const without = await startApp(thingRows, { log: away })
  const { json } = await without.send('GET', `${things}/7`, { headers: { 'endcap-after-position': '5' } })
  assert.is(json.code, 'read-models-behind')
  await without.stop()
})

test('pages without data ignore the position', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics', '/docs', '/openapi.json', '/console', '/docs/problems'])
    for (const position of ['999999', 'x']) {
      const { status } = await app.send('GET', path, { key: undefined, headers: { 'endcap-after-position': position } })
      assert.is(status, 200, path)
    }
})

test('links use the caller’s host only if it is trusted', async () => {
  const originFor = async (headers: Record<string, string>) =>
    (await app.send('POST', `${things}/7/start`, { headers })).json.origin
  assert.is(await originFor({ host: 'evil.example' }), 'http://ads.test')
  assert.is(await originFor({ host: 'ADS.example:8443' }), 'http://ads.example:8443')
  assert.is(
    await originFor({ 'x-forwarded-host': 'ads.example:8443, proxy', 'x-forwarded-proto': 'https' }),
    'https://ads.example:8443',
  )
  assert.is(await originFor({ 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }), 'http://ads.test')
  assert.is(originOf({ host: 'a', 'x-forwarded-proto': 'javascript' }, new Set(['a']), 'https://p'), 'https://a')
})

test.run()
