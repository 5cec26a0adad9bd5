import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { exampleFile } from '../support/brands/example.ts'
import { account, provision, type Service, startService } from '../support/service/service.ts'

const test = suite('the room of an account for templates')
let service: Service
const generation = `${account}/tmplGenAI`
const limit = 2_000_000
test.before.each(async () => {
  service = await startService({ STORAGE_LIMIT: String(limit) })
  await provision(service)
})
test.after.each(() => service.stop())

const form = (requestId: string, files: Readonly<Record<string, Buffer>>) => {
  const body = new FormData()
  const own = { requestId, retailerId: '7', retailerName: 'Fernhollow', inventoryType: 'OnSite' }
  for (const [name, value] of Object.entries(own)) body.set(name, value)
  for (const [name, bytes] of Object.entries(files)) body.set(name, new Blob([new Uint8Array(bytes)]), 'file')
  return body
}
const send = (operation: string, requestId: string, files: Readonly<Record<string, Buffer>>) =>
  service.call('POST', `${generation}/${operation}`, undefined, { body: form(requestId, files) })
const stored = async () =>
  (await readdir(join(service.dataDir, 'blobs'), { recursive: true })).filter(name => /[0-9a-f]{64}$/.test(name))

test('designs and brand documents beyond the room are refused, each of them, and nothing of them is kept', async () => {
  const before = await stored()
  const psd = await exampleFile('design.psd')
  const tooMuch = Buffer.concat([psd, Buffer.alloc(limit)])
  for (let i = 0; i < 10; i++) {
    const { status, json } = await send('design-brief', `spring-${i}`, { psdFile: tooMuch })
    assert.equal([status, json.code, json.bytesAllowed], [413, 'storage-full', limit])
  }
  // the document fits, and the design does not
  const both = await send('design-brief', 'both', { brandBriefDoc: Buffer.from('# Brand'), psdFile: tooMuch })
  assert.equal([both.status, both.json.code], [413, 'storage-full'])
  const text = await send('sync-flow-upload', 'text', { file: Buffer.alloc(limit + 1, 'brand ') })
  assert.equal([text.status, text.json.code], [413, 'storage-full'])
  assert.equal(await stored(), before)
})

test('a design that was accepted can be sent again, and another one under its requestId is not kept', async () => {
  const psd = await exampleFile('design.psd')
  assert.is((await send('design-brief', 'spring', { psdFile: psd })).status, 200)
  await service.must('POST', `${generation}/terminate-request/spring`)
  const before = await stored()
  assert.is((await send('design-brief', 'spring', { psdFile: psd })).status, 200)
  const other = Buffer.concat([psd, Buffer.from([0])])
  assert.is((await send('design-brief', 'spring', { psdFile: other })).json.code, 'request-id-reused')
  assert.equal(await stored(), before)
})

test('HTML of template campaigns counts, and what is saved already can be saved again', async () => {
  const put = (idx: number, html: string, headers: Record<string, string> = {}) =>
    service.call(
      'PUT',
      `${account}/template-campaigns/${idx}`,
      {
        templateCampaignName: `Offer ${idx}`,
        adUnits: [{ adUnitId: 101, adUnitName: 'Medium', dimension: '300x250', html }],
      },
      { headers },
    )
  const html = (text: string) => `<p>${text}</p>${' '.repeat(700_000)}`
  assert.is((await put(11, html('one'))).status, 200)
  assert.is((await put(12, html('two'))).status, 200)
  const before = await stored()
  const full = await put(13, html('three'))
  assert.equal([full.status, full.json.code], [413, 'storage-full'])
  assert.is((await put(11, html('one'))).json.message, 'No changes: the template campaign is already up to date.')
  assert.is((await put(14, '<p>small</p>')).status, 200)
  const stale = await put(14, '<p>stale</p>', { 'if-match': '"9"' })
  assert.is(stale.status, 412)
  assert.is((await stored()).length, before.length + 1)
})

test.run()
