import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { exampleFile } from '../support/brands/example.ts'
import { countingZip, lockedZip, lyingZip, plain, zipOf } from '../support/brands/made-files.ts'
import { account, provision, type Service, startService } from '../support/service/service.ts'

const test = suite('bounds of designs and rows')
let service: Service
test.before(async () => {
  service = await startService()
  await provision(service)
})
test.after(() => service.stop())

const generation = `${account}/tmplGenAI`
const send = async (part: string, bytes: Buffer, operation = 'design-brief') => {
  const body = new FormData()
  const own = { requestId: 'spring', retailerId: '7', retailerName: 'Fernhollow', inventoryType: 'OnSite' }
  for (const [name, value] of Object.entries(own)) body.set(name, value)
  body.set(part, new Blob([new Uint8Array(bytes)]), 'file')
  const { status, json } = await service.call('POST', `${generation}/${operation}`, undefined, { body })
  return [status, json.code, json.errors?.[0]?.pointer, json.detail]
}

const png = await plain('red')
const zips: readonly (readonly [name: string, bytes: () => Promise<Buffer>, detail: RegExp])[] = [
  ['a ZIP in a ZIP', async () => zipOf({ 'a.png': png, 'b.png': await zipOf({ 'a.png': png }) }), /holds another ZIP/],
  [
    'more than 1,000 entries',
    () => zipOf(Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`${n}`, '']))),
    /more than 1000 entries/,
  ],
  ['a bomb', () => zipOf({ 'a.png': Buffer.alloc(20 * 1_048_576) }), /packed to less than a 100th/],
  ['folders in nine levels', () => zipOf({ [`${'a/'.repeat(9)}a.png`]: png }), /more than 8 levels/],
  ['a directory of 4 GiB', async () => lyingZip(await zipOf({ 'a.png': png }), 0xffff_fff0), /more than 500 MiB/],
]
for (const [name, bytes, detail] of zips)
  test(`a design that is ${name} is refused at the upload, before a workflow starts`, async () => {
    const zip = await bytes()
    for (const [part, operation] of [
      ['designBriefZip', 'design-brief'],
      ['file', 'sync-flow-upload'],
    ] as const) {
      const [status, code, pointer, text] = await send(part, zip, operation)
      assert.equal([status, code, pointer], [413, 'too-large', `/${part}`])
      assert.match(String(text), detail)
    }
    assert.is((await service.call('GET', `${generation}/workflow-status/spring`)).status, 404)
  })

const broken: readonly (readonly [name: string, bytes: () => Promise<Buffer>, detail: RegExp])[] = [
  ['larger than its directory says', async () => lyingZip(await zipOf({ 'a.png': png }), 10), /too many bytes/],
  ['smaller than its directory says', async () => lyingZip(await zipOf({ 'a.png': png }), 9_000), /not enough bytes/],
  ['short of entries that its end counts', async () => countingZip(await zipOf({ 'a.png': png }), 9), /cannot be read/],
  ['behind a password', async () => lockedZip(await zipOf({ 'a.png': png })), /cannot be read/],
]
for (const [name, bytes, detail] of broken)
  test(`a ZIP that is ${name} is refused at the upload, before a workflow starts`, async () => {
    const [status, code, pointer, text] = await send('designBriefZip', await bytes())
    assert.equal([status, code, pointer], [400, 'brand-file-kind', '/designBriefZip'])
    assert.match(String(text), detail)
    assert.is((await service.call('GET', `${generation}/workflow-status/spring`)).status, 404)
  })

test('a PSD of too many pixels is refused by its header', async () => {
  const psd = Buffer.from(await exampleFile('design.psd'))
  psd.writeUInt32BE(30_000, 14)
  psd.writeUInt32BE(30_000, 18)
  const [status, code, pointer, detail] = await send('psdFile', psd)
  assert.equal([status, code, pointer], [413, 'too-large', '/psdFile'])
  assert.match(String(detail), /more than 25 megapixels/)
})

test('a large body whose names are all different is too large before it is parsed, and one of rows is not', async () => {
  const of = (row: object) => ({ assetSourceName: 'Wide', assetKeyColumn: 'sku', data: [row, row] })
  const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`c${n}`, 1]))
  const { status, json } = await service.call('POST', `${account}/asset-sources/inline`, of(wide))
  assert.equal([status, json.code], [413, 'too-large'])
  assert.match(json.detail, '10,000 members')
  const long = { sku: '1', text: 'x'.repeat(60_000) }
  const data = Array.from({ length: 20 }, (_, n) => ({ ...long, sku: `s${n}` }))
  const made = await service.call('POST', `${account}/asset-sources/inline`, { ...of(long), data })
  assert.equal([made.status, made.json.msg], [200, `Asset source ${made.json.id} was created with 20 rows.`])
})

test('rows with a cell over 64 KiB or with 501 columns are too large, and say where', async () => {
  const put = async (row: object) => {
    const body = { assetSourceName: 'Pots', assetKeyColumn: 'sku', data: [row] }
    const { status, json } = await service.call('POST', `${account}/asset-sources/inline`, body)
    return [status, json.code, json.errors?.[0]?.pointer]
  }
  assert.equal(await put({ sku: 'a', text: 'x'.repeat(65_537) }), [413, 'too-large', '/data/0/text'])
  assert.equal(await put({ sku: 'a', text: 'ü'.repeat(32_769) }), [413, 'too-large', '/data/0/text'])
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`c${n}`, 'x']))
  assert.equal(await put({ sku: 'a', ...many }), [413, 'too-large', '/data'])
  const columnNames = Array.from({ length: 501 }, (_, n) => `c${n}`)
  const named = { assetSourceName: 'Pots', assetKeyColumn: 'c0', columnNames, data: [{ c0: 'a' }] }
  const { status, json } = await service.call('POST', `${account}/asset-sources/inline`, named)
  assert.equal([status, json.code, json.errors?.[0]?.pointer], [413, 'too-large', '/columnNames'])
  // what is wrong besides is said as what it is
  assert.equal(await put({ sku: '', text: 'x'.repeat(65_537) }), [400, 'invalid-request', '/data/0/text'])
  assert.is((await put({ sku: 'a', text: 'x'.repeat(65_536) }))[0], 200)
})

test.run()
