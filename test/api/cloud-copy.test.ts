import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { adminKey, startService as startProcess } from '../crash/service.ts'
import { azuriteMissing } from '../support/servers/azurite.ts'
import { azureCloud, type Cloud, googleCloud, s3Cloud } from '../support/servers/clouds.ts'
import { loopback } from '../support/servers/loopback.ts'
import { s3Missing } from '../support/servers/s3.ts'
import { account, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('copying from a cloud')
const clouds = '/accounts/acme/cloud'
let service: Service
let google: Cloud
const all: Cloud[] = []

/** A bucket of a hundred objects that serves `open` of them and holds back the other responses. */
const reluctant = async (open: number) => {
  const held: ServerResponse[] = []
  const requested: string[] = []
  let left = open
  const names = Array.from({ length: 100 }, (_, i) => `o${String(i).padStart(3, '0')}.txt`)
  const entries = names.map(
    n => `<Contents><Key>${n}</Key><Size>4</Size><LastModified>2026-03-01T09:30:00.000Z</LastModified></Contents>`,
  )
  const listing = `<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated>${entries.join('')}</ListBucketResult>`
  const server = await loopback((request, response) => {
    if (request.url?.includes('list-type=2')) return void response.end(listing)
    requested.push(request.url ?? '')
    if (left-- > 0) response.end('text')
    else held.push(response)
  })
  return {
    ...server,
    requested,
    held,
    release() {
      left = Number.POSITIVE_INFINITY
      for (const response of held.splice(0)) response.end('text')
    },
  }
}
let slow: Awaited<ReturnType<typeof reluctant>>
const cancellable: Awaited<ReturnType<typeof reluctant>>[] = []

test.before(async () => {
  google = await googleCloud()
  slow = await reluctant(40)
  for (let i = 0; i < 3; i++) cancellable.push(await reluctant(10))
  all.push(google)
  if (s3Missing) console.log(`skipped: ${s3Missing}`)
  else all.push(await s3Cloud())
  if (azuriteMissing) console.log(`skipped: ${azuriteMissing}`)
  else all.push(await azureCloud())
  service = await startService({ EGRESS_ALLOW: [...[...all, slow, ...cancellable].map(c => c.host)].join(',') })
  await provision(service)
})
test.after(async () => {
  await service?.stop()
  for (const own of [slow, ...cancellable]) await own?.stop()
  for (const cloud of all) await cloud.stop()
})

const bodyOf = ({ serviceType, rootDir, accessKey, secreteKey }: Omit<Cloud, 'put' | 'stop'>, prefix: string) => ({
  name: 'Studio',
  serviceType,
  rootDir: prefix === '' ? rootDir : `${rootDir}/${prefix}`,
  accessKey,
  secreteKey,
})
const connect = async (cloud: Omit<Cloud, 'put' | 'stop'>, prefix: string): Promise<string> =>
  `${clouds}/${(await service.must('POST', clouds, bodyOf(cloud, prefix))).id}`
// biome-ignore lint/suspicious/noExplicitAny: a test reads members of whatever was answered
const isOver = (queue: any) => queue.status === 'COMPLETED' || queue.status === 'FAILED'
const queueOf = async (queueId: string) => (await service.call('GET', `${account}/queues/${queueId}`)).json
const copied = async (at: string, body: object) => {
  const { queueId } = await service.must('POST', `${at}/copy`, body)
  return until(() => queueOf(queueId), isOver)
}
type Asset = { path: string; contentType: string; size: number; assetUrl: string }
test('files and folders are copied to the asset library under their own paths, with the type of their content', async () => {
  for (const cloud of all) {
    const top = cloud.serviceType.toLowerCase()
    const root = `studio-${top}`
    await cloud.put(`${root}/${top}/logo.svg`, '<svg xmlns="http://www.w3.org/2000/svg"/>')
    await cloud.put(`${root}/${top}/banners/a.txt`, `a of ${top}`)
    await cloud.put(`${root}/${top}/banners/deep/b.txt`, 'b')
    await cloud.put(`${root}/${top}/other/c.txt`, 'c')
    const at = await connect(cloud, root)
    const queue = await copied(at, { path: top, files: ['logo.svg'], folders: ['banners'] })
    const { status, kind, total, done, failed, percentage, errors } = queue
    assert.equal(
      { status, kind, total, done, failed, percentage, errors },
      { status: 'COMPLETED', kind: 'CLOUD_COPY', total: 3, done: 3, failed: 0, percentage: 100, errors: [] },
    )
    const twice = { path: `${top}/`, files: ['logo.svg', 'logo.svg'], folders: ['banners/', 'banners'] }
    assert.is((await copied(at, twice)).total, 3, 'a name counts once')
    const library = await service.must('GET', `${account}/assets?limit=500`)
    const own = library.assets.filter((a: Asset) => a.path.startsWith(`${top}/`))
    assert.equal(
      own.map((a: Asset) => [a.path, a.contentType]),
      [
        [`${top}/banners/a.txt`, 'application/octet-stream'],
        [`${top}/banners/deep/b.txt`, 'application/octet-stream'],
        [`${top}/logo.svg`, 'image/svg+xml'],
      ],
    )
    assert.is((await service.call('GET', own[0].assetUrl, undefined, { key: undefined })).text, `a of ${top}`)
  }
})

test('a file that cannot be copied is listed with the reason; the others are copied', async () => {
  const long = 'x'.repeat(1000)
  await google.put('faults/good.txt', 'good')
  await google.put('faults/a/../up.txt', 'up')
  await google.put('faults/🌷.txt', 'tulip')
  await google.put(`faults/${long}`, 'long')
  const at = await connect(google, '')
  const queue = await copied(at, { files: ['faults/absent.txt'], folders: ['faults', 'nothing'] })
  assert.equal([queue.status, queue.done, queue.failed, queue.total], ['COMPLETED', 2, 4, 6])
  const found = Object.fromEntries(queue.errors.map((e: { item: string; code: string }) => [e.item, e.code]))
  assert.equal(found, {
    'faults/absent.txt': 'not-found',
    'faults/a/../up.txt': 'name-refused',
    [`faults/${long}`.slice(0, 512)]: 'name-refused',
    nothing: 'not-found',
  })
  const none = await copied(at, { files: ['absent.txt'] })
  assert.equal([none.status, none.failed], ['FAILED', 1])
})

test('a repeat creates no duplicates, and a path with other content keeps it', async () => {
  await google.put('again/a.txt', 'first')
  await google.put('again/b.txt', 'b')
  const at = await connect(google, '')
  assert.is((await copied(at, { folders: ['again'] })).done, 2)
  const before = await service.must('GET', `${account}/assets?limit=500`)
  assert.is((await copied(at, { folders: ['again'] })).done, 2)
  assert.equal(await service.must('GET', `${account}/assets?limit=500`), before)
  await google.put('again/a.txt', 'second')
  const changed = await copied(at, { folders: ['again'] })
  assert.equal([changed.done, changed.failed, changed.errors[0].code], [1, 1, 'asset-path-taken'])
})

test('a picture with too many pixels is refused before it is stored', async () => {
  const width = 6000
  const png = await sharp({ create: { width, height: 5000, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  await google.put('large/red.png', Buffer.concat([png, Buffer.alloc(300_000)]))
  const queue = await copied(await connect(google, ''), { folders: ['large'] })
  assert.equal([queue.status, queue.errors[0].code], ['FAILED', 'too-large'])
})

/** Connects a bucket of `reluctant`. */
const connectTo = ({ host, origin }: { readonly host: string; readonly origin: string }) =>
  connect({ serviceType: 'S3Compatible', rootDir: `${origin}/bucket`, accessKey: 'a', secreteKey: 's', host }, '')

test('while a copy runs, the same request returns the same queue', async () => {
  const at = await connectTo(slow)
  const { queueId } = await service.must('POST', `${at}/copy`, { folders: [''] })
  for (const folders of [[''], ['', '']])
    assert.is((await service.must('POST', `${at}/copy`, { folders })).queueId, queueId)
  const running = await until(
    () => queueOf(queueId),
    q => q.done > 0 && slow.held.length === 8,
  )
  assert.equal([running.status, running.total], ['PROCESSING', 100])
  slow.release()
  const queue = await until(() => queueOf(queueId), isOver)
  assert.equal([queue.status, queue.done, queue.failed, queue.percentage], ['COMPLETED', 100, 0, 100])
  assert.is((await service.call('DELETE', at)).status, 204)
})

/** A copy that waits for its cloud service after ten files. */
const waiting = async (own: Awaited<ReturnType<typeof reluctant>>) => {
  const at = await connectTo(own)
  const { queueId } = await service.must('POST', `${at}/copy`, { folders: [''] })
  await until(
    () => queueOf(queueId),
    q => q.done > 0 && own.held.length === 8,
  )
  return { at, queueId, cancel: `${at}/copy/${queueId}/cancel` }
}
/** The connections that the node has open to a server. */
const openTo = (own: Awaited<ReturnType<typeof reluctant>>) => own.held.filter(({ destroyed }) => !destroyed).length

test('a copy can be cancelled: its queue fails at once, its transfers end, and what was copied stays', async () => {
  const [first] = cancellable
  const { at, queueId, cancel } = await waiting(first!)
  assert.match((await service.must('POST', cancel)).message, 'was cancelled')
  const queue = await queueOf(queueId)
  assert.equal([queue.status, queue.errors[0].code], ['FAILED', 'copy-cancelled'])
  await until(
    async () => openTo(first!),
    open => open === 0,
  )
  assert.match((await service.must('POST', cancel)).message, 'already ended')
  assert.is((await queueOf(queueId)).done, queue.done)
  assert.is((await service.call('POST', `${at}/copy/cloud-copy-1-99/cancel`)).json.code, 'not-found')
  first!.release()
  const again = await copied(at, { folders: [''] })
  assert.equal([again.status, again.done], ['COMPLETED', 100])
})

test('a cloud service is not deleted while a copy of it runs (CLOUD-1)', async () => {
  const [, second] = cancellable
  const { at, queueId, cancel } = await waiting(second!)
  const stale = await service.call('DELETE', at, undefined, { headers: { 'if-match': '"99"' } })
  assert.is(stale.status, 412)
  const refused = await service.call('DELETE', at)
  assert.equal([refused.status, refused.json.code, refused.json.queueId], [409, 'copy-running', queueId])
  assert.is((await queueOf(queueId)).status, 'PROCESSING')
  await service.must('POST', cancel)
  assert.is((await service.call('DELETE', at)).status, 204)
  await until(
    async () => openTo(second!),
    open => open === 0,
  )
  assert.is((await service.call('GET', at)).json.code, 'not-found')
})

test('a copy that an operator has tried again keeps its cloud service, also after a later copy was requested', async () => {
  const [, , third] = cancellable
  const { at, queueId } = await waiting(third!)
  const job = (verb: string) =>
    service.must('POST', `${account}/jobs/cloud-copies/acme:${queueId}/${verb}`, { reason: 'The cloud was slow.' })
  await job('cancel')
  // with this request the service forgets the copies that have ended
  const { queueId: later } = await service.must('POST', `${at}/copy`, { files: ['o000.txt'] })
  await service.must('POST', `${at}/copy/${later}/cancel`)
  assert.is((await job('retry')).changed, true)
  const refused = await service.call('DELETE', at)
  assert.equal([refused.status, refused.json.code, refused.json.queueId], [409, 'copy-running', queueId])
  third!.release()
  assert.is((await until(() => queueOf(queueId), isOver)).status, 'COMPLETED')
  assert.is((await service.call('DELETE', at)).status, 204)
})

test('a file over the bound of copies is a fault of that file', async () => {
  await google.put('bounds/large.bin', Buffer.alloc(300_001, 'x'))
  await google.put('bounds/small.bin', Buffer.alloc(300_000, 'x'))
  const own = await startService({ EGRESS_ALLOW: google.host, CLOUD_MAX_OBJECT_BYTES: '300000' })
  try {
    await provision(own)
    const { id } = await own.must('POST', clouds, bodyOf(google, ''))
    const { queueId } = await own.must('POST', `${clouds}/${id}/copy`, { folders: ['bounds'] })
    const queue = await until(async () => (await own.call('GET', `${account}/queues/${queueId}`)).json, isOver)
    assert.equal([queue.status, queue.done, queue.failed], ['COMPLETED', 1, 1])
    assert.equal([queue.errors[0].item, queue.errors[0].code], ['bounds/large.bin', 'too-large'])
  } finally {
    await own.stop()
  }
})

test('after a node is killed during a copy, the next one continues where it stopped', async () => {
  const bucket = await reluctant(60)
  const dataDir = await mkdtemp(join(tmpdir(), 'endcap-copy-'))
  const start = () => startProcess({ DATA_DIR: dataDir, EGRESS_ALLOW: bucket.host })
  let node = await start()
  const call = async (method: string, path: string, body?: object) => {
    const answered = await fetch(node.base + path, {
      method,
      headers: { svc_apikey: adminKey, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    assert.ok(answered.ok, `${method} ${path}: ${answered.status}`)
    return answered.json()
  }
  try {
    await call('PUT', '/v2/org/org1', { name: 'Org', retailer: true })
    await call('PUT', account, { name: 'Acme', orgId: 'org1' })
    const rootDir = `${bucket.origin}/bucket`
    const service = { name: 'x', serviceType: 'S3Compatible', rootDir, accessKey: 'a', secreteKey: 's' }
    const { id } = await call('POST', clouds, service)
    const { queueId } = await call('POST', `${clouds}/${id}/copy`, { folders: [''] })
    await until(
      () => call('GET', `${account}/queues/${queueId}`),
      q => q.done > 0 && bucket.held.length === 8,
    )
    const before = await call('GET', `${account}/queues/${queueId}`)
    await node.kill('SIGKILL')
    bucket.release()
    node = await start()
    const queue = await until(() => call('GET', `${account}/queues/${queueId}`), isOver)
    assert.equal([queue.status, queue.total, queue.done, queue.failed], ['COMPLETED', 100, 100, 0])
    assert.is((await call('GET', `${account}/assets?limit=500`)).count, 100)
    assert.ok(bucket.requested.length <= 100 + 68 - before.done, `${bucket.requested.length} openings`)
  } finally {
    await node.kill('SIGKILL')
    await bucket.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

test.run()
