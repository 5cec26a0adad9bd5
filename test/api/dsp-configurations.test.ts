import { createHash } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { RunningSandbox } from '../../src/dsp-sandbox/start.ts'
import { startDspSandbox } from '../../src/dsp-sandbox/start.ts'
import { dspEnvironment } from '../support/servers/dsp.ts'
import { filtered, filteredByEachField } from '../support/service/filtered-lists.ts'
import { provision, type Service, startService } from '../support/service/service.ts'

const test = suite('DSP configurations')
const path = '/v2/accounts/acme/dsp-configurations'
let sandbox: RunningSandbox
let service: Service
let withoutDsp: Service

test.before(async () => {
  sandbox = await startDspSandbox()
  service = await startService(dspEnvironment(sandbox))
  withoutDsp = await startService()
  await provision(service)
  await provision(withoutDsp)
})
test.after(async () => {
  await service?.stop()
  await withoutDsp?.stop()
  await sandbox?.stop()
})

const wanted = (configName: string) => ({
  dspPartnerId: 1001,
  dspAdvertiserId: 2001,
  dspAdvertiserName: 'Fernhollow Garden',
  configName,
})
/** The account's number as an advertiser: 2^52 and the first 52 bits of the SHA-256 of its id. */
const svcAdvertiserId = 2 ** 52 + Number.parseInt(createHash('sha256').update('acme').digest('hex').slice(0, 13), 16)
const listed = async (of = path) => (await service.must('GET', of)).configurations

test('a configuration is created, listed with a number as its advertiser, and deleted', async () => {
  const created = await service.must('POST', path, wanted('Spring'))
  const { configId } = created
  assert.equal(created, { status: 200, message: `DSP configuration ${configId} was created.`, configId })
  assert.equal(await listed(), [{ configId, ...wanted('Spring'), authorised: false, svcAdvertiserId }])
  const removed = await service.call('DELETE', `${path}/${configId}`)
  assert.equal(
    [removed.status, removed.headers.get('x-operation-status'), removed.json],
    [200, '200', { status: 200, message: `DSP configuration ${configId} was deleted.`, configId }],
  )
  assert.equal(await listed(), [])
})

test('the same partner, advertiser and name gives a warning and the first id', async () => {
  const first = await service.must('POST', path, wanted('Twice'))
  const second = await service.must('POST', path, wanted('Twice'))
  assert.is(second.configId, first.configId)
  assert.match(second.warning, /same partner, advertiser and name/)
  assert.is((await listed()).length, 1)
  await service.must('DELETE', `${path}/${first.configId}`)
})

test('an account whose id is a number is the advertiser of that number', async () => {
  await service.must('PUT', '/v2/accounts/4711', { name: 'Fernhollow', orgId: 'org1' })
  const numbered = '/v2/accounts/4711/dsp-configurations'
  const { configId } = await service.must('POST', numbered, { accountId: 4711, ...wanted('Spring') })
  assert.equal(await listed(numbered), [{ configId, ...wanted('Spring'), authorised: false, svcAdvertiserId: 4711 }])
  const shown = await filteredByEachField(service, numbered, 'configurations')
  assert.ok(['authorised', 'svcAdvertiserId'].every(field => shown.includes(field)))
  assert.is((await filtered(service, numbered, 'authorised=true')).count, 0)
  const elsewhere = await service.call('POST', numbered, { accountId: 4712, ...wanted('Autumn') })
  assert.equal([elsewhere.status, elsewhere.json.status], [422, 422])
  assert.match(elsewhere.json.error, /account of the path/)
})

test('what cannot be read, or does not exist, is 422 with the reason in the shape of these operations', async () => {
  const other = await service.must('POST', '/v2/accounts/4711/dsp-configurations', wanted('Theirs'))
  const cases: readonly (readonly [string, string, unknown, RegExp])[] = [
    ['POST', path, { ...wanted('x'), dspPartnerId: 'many' }, /dspPartnerId/],
    ['POST', path, {}, /is required/],
    ['POST', path, [], /object/],
    ['DELETE', `${path}/999999`, undefined, /no such DSP configuration/],
    ['DELETE', `${path}/seven`, undefined, /configId/],
    ['DELETE', `${path}/${other.configId}`, undefined, /no such DSP configuration/],
  ]
  for (const [method, at, body, reason] of cases) {
    const { status, json, headers } = await service.call(method, at, body)
    assert.equal([status, json.status, headers.get('x-operation-status')], [422, 422, '422'], `${method} ${at}`)
    assert.match(json.error, reason)
    assert.ok(json.message)
  }
  const text = await service.call('POST', path, undefined, {
    headers: { 'content-type': 'application/json' },
    body: '{"configName":',
  })
  assert.equal([text.status, text.json.status], [422, 422])
  assert.match(text.json.error, /not JSON/)
})

test('a missing key stays a problem', async () => {
  const { status, json } = await service.call('POST', path, wanted('x'), { key: undefined })
  assert.equal([status, json.code], [401, 'key-missing'])
})

test('without a DSP every operation says which variables are missing', async () => {
  for (const [method, at, body] of [
    ['GET', path, undefined],
    ['POST', path, wanted('x')],
    ['DELETE', `${path}/7`, undefined],
  ] as const) {
    const { status, json } = await withoutDsp.call(method, at, body)
    assert.equal([status, json.code], [503, 'dsp-not-configured'], `${method} ${at}`)
    assert.match(json.detail, /DSP_URL.*DSP_REDIRECT_URL/)
  }
})

test.run()
