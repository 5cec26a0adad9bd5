import { createHash, randomUUID } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { upload } from '../support/service/flow.ts'
import { account, provision, type Service, startService } from '../support/service/service.ts'

/** Bytes of the HTML of the template campaign that every test begins with. */
const ofTemplate = 152
const room = 1000

const test = suite('the room of an account')
let service: Service
test.before.each(async () => {
  service = await startService({ STORAGE_LIMIT: String(room + ofTemplate) })
  await provision(service)
})
test.after.each(() => service.stop())

const bytes = (count: number, of = 'x') => Buffer.alloc(count, of)
const stored = async () =>
  (await service.must('GET', `${account}/assets`)).assets.map(({ path }: { path: string }) => path)

test('an upload beyond the room is refused with what is held, allowed and needed, and the rest still fits', async () => {
  assert.is((await upload(service, 'a.bin', bytes(700))).status, 200)
  const { status, json } = await upload(service, 'b.bin', bytes(301))
  const { code, bytesHeld, bytesAllowed, bytesNeeded } = json
  assert.equal(
    [status, code, bytesHeld, bytesAllowed, bytesNeeded],
    [413, 'storage-full', ofTemplate + 700, ofTemplate + room, 301],
  )
  assert.is((await upload(service, 'c.bin', bytes(300))).status, 200)
  assert.equal(await stored(), ['a.bin', 'c.bin'])
})

test('a full account can repeat what it has stored, and learns that a path is taken', async () => {
  assert.is((await upload(service, 'a.bin', bytes(1000))).status, 200)
  assert.is((await upload(service, 'a.bin', bytes(1000))).status, 200)
  assert.is((await upload(service, 'a.bin', bytes(1, 'y'))).json.code, 'asset-path-taken')
  assert.is((await upload(service, 'b.bin', bytes(1, 'y'))).json.code, 'storage-full')
  assert.is((await upload(service, 'empty.bin', bytes(0))).status, 200)
})

test('what a taken path refuses is not kept', async () => {
  await upload(service, 'a.bin', bytes(10))
  assert.is((await upload(service, 'a.bin', bytes(900, 'y'))).status, 409)
  const kept = await readdir(join(service.dataDir, 'blobs'), { recursive: true })
  const hash = createHash('sha256').update(bytes(900, 'y')).digest('hex')
  assert.not(kept.some(name => name.endsWith(hash)))
})

test('uploads at the same time do not share their room', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) => upload(service, `${i}.bin`, bytes(300, `${i}`))),
  )
  const statuses = answers.map(({ status }) => status).sort()
  assert.equal(statuses, [200, 200, 200, 413, 413, 413, 413, 413])
  assert.is((await stored()).length, 3)
})

test('uploads to one path that race each other store no more than the account may hold', async () => {
  const race = async (path: string) =>
    Promise.all(Array.from({ length: 4 }, (_, i) => upload(service, path, bytes(200, `${path}${i}`))))
  for (const path of ['a.bin', 'b.bin', 'c.bin', 'd.bin']) await race(path)
  const blobs = join(service.dataDir, 'blobs')
  const kept = (await readdir(blobs, { recursive: true })).filter(name => /[0-9a-f]{64}$/.test(name))
  const sizes = await Promise.all(kept.map(async name => (await stat(join(blobs, name))).size))
  const inAll = sizes.reduce((sum, size) => sum + size, 0)
  assert.ok(inAll <= ofTemplate + room, `${inAll} bytes`)
})

test('rows that are refused for a column that does not exist are not stored', async () => {
  const sources = `${account}/asset-sources/inline`
  const blobs = join(service.dataDir, 'blobs')
  const files = async () =>
    (await readdir(blobs, { recursive: true })).filter(name => /[0-9a-f]{64}$/.test(name)).length
  const created = { assetSourceName: 'Few', assetKeyColumn: 'sku', data: [{ sku: 'a' }] }
  const { id } = await service.must('POST', sources, created)
  const before = await files()
  const wrong = { data: [{ sku: 'b' }], assetVariantColumn: 'nowhere' }
  assert.is((await service.call('POST', sources, { ...created, ...wrong })).status, 400)
  assert.is((await service.call('PUT', `${sources}/${id}`, wrong)).status, 400)
  assert.is(await files(), before)
})

test('inline rows beyond the room are refused, and those that are served can be sent again', async () => {
  const sources = `${account}/asset-sources/inline`
  const rows = (count: number) => Array.from({ length: count }, () => ({ sku: randomUUID(), text: randomUUID() }))
  const [few, many] = [rows(3), rows(60)]
  const created = { assetSourceName: 'Few', assetKeyColumn: 'sku', data: few }
  const { id } = await service.must('POST', sources, created)
  const refused = await service.call('POST', sources, { assetSourceName: 'Many', assetKeyColumn: 'sku', data: many })
  assert.equal([refused.status, refused.json.code], [413, 'storage-full'])
  assert.is((await service.call('PUT', `${sources}/${id}`, { data: many })).json.code, 'storage-full')
  assert.is((await upload(service, 'rest.bin', bytes(ofTemplate + room - refused.json.bytesHeld))).status, 200)
  assert.is((await service.call('PUT', `${sources}/${id}`, { data: few })).status, 200)
})

test('one account takes no room of another', async () => {
  await upload(service, 'a.bin', bytes(1000))
  await service.must('PUT', '/v2/accounts/other', { name: 'Other', orgId: 'org1' })
  const form = new FormData()
  form.append('path', 'a.bin')
  form.append('file', new Blob([bytes(1000)]), 'a.bin')
  assert.is((await service.call('POST', '/v2/accounts/other/assets', undefined, { body: form })).status, 200)
})

test.run()
