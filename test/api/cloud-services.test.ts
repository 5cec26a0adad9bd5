import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { pathTricks } from '../support/examples/path-tricks.ts'
import { azuriteMissing } from '../support/servers/azurite.ts'
import { azureCloud, type Cloud, googleCloud, s3Cloud } from '../support/servers/clouds.ts'
import { endlessXml, loopback } from '../support/servers/loopback.ts'
import { s3Missing } from '../support/servers/s3.ts'
import { account, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('cloud services')
const clouds = '/accounts/acme/cloud'
let service: Service
let google: Cloud
/** The fake, and every real server available on this machine. */
const all: Cloud[] = []
let endless: Awaited<ReturnType<typeof loopback>>

test.before(async () => {
  google = await googleCloud()
  all.push(google)
  if (s3Missing) console.log(`skipped: ${s3Missing}`)
  else all.push(await s3Cloud())
  if (azuriteMissing) console.log(`skipped: ${azuriteMissing}`)
  else all.push(await azureCloud())
  endless = await loopback((_, response) => endlessXml(response, 50_000_000))
  service = await startService({ EGRESS_ALLOW: [...all.map(c => c.host), endless.host].join(',') })
  await provision(service)
})
test.after(async () => {
  await service?.stop()
  await endless?.stop()
  for (const cloud of all) await cloud.stop()
})

const bodyOf = ({ serviceType, rootDir, accessKey, secreteKey }: Cloud, prefix = 'files') => ({
  name: 'Studio',
  serviceType,
  rootDir: `${rootDir}/${prefix}`,
  accessKey,
  secreteKey,
})
const connect = async (cloud: Cloud, prefix?: string): Promise<string> =>
  `${clouds}/${(await service.must('POST', clouds, bodyOf(cloud, prefix))).id}`
const namesOf = (answer: { json: { files: { name: string }[] } }) => answer.json.files.map(f => f.name)
/** The log position; for creation, which may reserve a block of ids first, the number of services. */
const recorded = async (method: string, path: string) => {
  const listed = await service.call('GET', clouds)
  return method === 'POST' && path === clouds ? listed.json.count : listed.headers.get('endcap-position')
}

/** Sends an invalid request; expects a clear problem, nothing appended and a live process. */
const refused = async (status: number, code: string, ...call: Parameters<Service['call']>) => {
  const [method, path] = call
  const before = await recorded(method, path)
  const answered = await service.call(...call)
  assert.equal([answered.status, answered.json?.code], [status, code], `${path} ${answered.text.slice(0, 300)}`)
  assert.is(await recorded(method, path), before, 'nothing was appended')
  assert.is((await service.call('GET', '/healthz', undefined, { key: undefined })).status, 200)
  return answered.json
}

test('a service is connected, listed without its keys, renamed and deleted', async () => {
  for (const cloud of all) {
    const created = await service.must('POST', clouds, bodyOf(cloud))
    const { name, serviceType, rootDir } = bodyOf(cloud)
    assert.equal(created, { id: created.id, name, serviceType, rootDir })
    const at = `${clouds}/${created.id}`
    assert.equal([(await service.call('PUT', at, { name: 'Renamed' })).status, 204], [204, 204])
    const listed = async () => (await service.must('GET', `${clouds}?filters=id=${created.id}`)).services
    assert.equal(await listed(), [{ ...created, name: 'Renamed' }])
    const removed = await service.call('DELETE', at)
    assert.equal([removed.status, removed.text], [204, ''])
    assert.equal(await listed(), [])
    await refused(404, 'not-found', 'PUT', at, { name: 'Again' })
    await refused(404, 'not-found', 'DELETE', at)
    await refused(404, 'not-found', 'GET', `${at}/files`)
    await refused(404, 'not-found', 'POST', `${at}/copy`, { files: ['a'] })
  }
})

test('files at all levels below a path are listed page by page', async () => {
  for (const cloud of all) {
    for (let n = 0; n < 25; n++) await cloud.put(`list/spring/${String(n).padStart(2, '0')}/a.txt`, 'four')
    await cloud.put('list-secret/x.txt', 'x')
    const at = await connect(cloud, 'list')
    const first = await service.call('GET', `${at}/files?path=spring&limit=10`)
    assert.is(first.json.files[0].name, '00/a.txt')
    assert.is(first.json.files[0].size, 4)
    assert.match(first.json.files[0].date, /^20\d\d-.*Z$/)
    const names = namesOf(first)
    for (let next = first.json.next; next !== null; ) {
      const page = await service.call('GET', `${at}/files?path=spring&limit=10&next=${next}`)
      names.push(...namesOf(page))
      next = page.json.next
    }
    assert.equal([names.length, new Set(names).size], [25, 25])
    assert.equal(names, [...names].sort())
    assert.is(namesOf(await service.call('GET', `${at}/files`)).length, 25)
    assert.equal(namesOf(await service.call('GET', at)), namesOf(await service.call('GET', `${at}/files`)))
    const other = await service.call('GET', `${at}/files?limit=10&next=${first.json.next}`)
    assert.is(other.json.code, 'invalid-cursor', 'a page token is valid only for its own path')
  }
})

test('no path leads out of the root directory', async () => {
  const at = await connect(google, 'list')
  const before = await recorded('GET', at)
  for (const trick of pathTricks.filter(t => t !== '/')) {
    const answers = await Promise.all([
      service.call('GET', `${at}/files?path=${encodeURIComponent(trick)}`),
      service.call('POST', `${at}/copy`, { files: [trick] }),
      service.call('POST', `${at}/copy`, { folders: [trick] }),
      service.call('POST', `${at}/copy`, { path: trick, folders: [''] }),
    ])
    for (const { status, json } of answers)
      assert.equal([status, json.code], [400, 'invalid-request'], JSON.stringify(trick))
  }
  assert.is(await recorded('GET', at), before, 'nothing was appended')
})

test('creation with bad credentials is refused with the reason, and nothing is stored', async () => {
  for (const cloud of all) {
    const good = bodyOf(cloud)
    const missing = { ...good, rootDir: `${cloud.rootDir}-absent/x` }
    const noBucket = await refused(400, 'cloud-check-failed', 'POST', clouds, missing)
    assert.equal([noBucket.errors[0].pointer, noBucket.errors[0].code], ['/rootDir', 'bucket-missing'])
    const wrongKey = { ...good, secreteKey: 'c2VjcmV0LW9mLW5vYm9keQ==' }
    const noKey = await refused(400, 'cloud-check-failed', 'POST', clouds, wrongKey)
    // that it is no key in PEM is seen before anybody is asked
    const fault = cloud === google ? ['/secreteKey', 'secret-refused'] : ['/accessKey', 'key-refused']
    assert.equal([noKey.errors[0].pointer, noKey.errors[0].code], fault)
    const at = await connect(cloud)
    await refused(400, 'cloud-check-failed', 'PUT', at, { ...wrongKey, name: 'Other' })
    assert.is((await service.call('PUT', at, good)).status, 204, 'the same keys are valid again')
    assert.is((await service.call('GET', `${at}/files`)).status, 200)
  }
})

test('an endpoint that is private, unavailable or responds with 50 MB of XML is refused with the reason', async () => {
  const body = { ...bodyOf(google), serviceType: 'S3Compatible' }
  const cases: readonly (readonly [string, string])[] = [
    ['http://127.0.0.1:1/bucket', 'address-refused'],
    ['http://localhost/bucket', 'address-refused'],
    ['http://169.254.169.254/latest', 'address-refused'],
    ['https://[::1]/bucket', 'address-refused'],
    ['http://no-such-host.invalid/bucket', 'unreachable'],
    [`${endless.origin}/bucket`, 'too-large'],
  ]
  for (const [rootDir, code] of cases) {
    const problem = await refused(400, 'cloud-check-failed', 'POST', clouds, { ...body, rootDir })
    assert.is(problem.errors[0].code, code, rootDir)
  }
  for (const rootDir of ['ftp://host/bucket', 'file:///etc/passwd', 'bucket/prefix', 'https://me:pw@host/bucket'])
    await refused(400, 'invalid-request', 'POST', clouds, { ...body, rootDir })
})

test('every field that is missing, null, of a wrong type or too long is reported with its pointer', async () => {
  const good = bodyOf(google)
  for (const field of Object.keys(good))
    for (const value of [undefined, null, 7, {}, [], '', 'x'.repeat(9000)]) {
      const isLong = field === 'name' && value === 'x'.repeat(9000)
      const [status, code] = isLong ? [413, 'too-large'] : [400, 'invalid-request']
      const problem = await refused(status, code, 'POST', clouds, { ...good, [field]: value })
      assert.is(problem.errors[0].pointer, `/${field}`)
    }
  const at = await connect(google)
  for (const name of [undefined, null, 7, '', 'a\u0000b']) await refused(400, 'invalid-request', 'PUT', at, { name })
  await refused(413, 'too-large', 'PUT', at, { name: 'x'.repeat(256) })
  await refused(400, 'invalid-request', 'PUT', at, { name: 'x', accessKey: 'only one' })
  for (const body of [
    {},
    { files: [] },
    { files: [], folders: [] },
    { files: null },
    { files: 'a' },
    { files: [7] },
    { folders: {} },
    { path: 7, files: ['a'] },
    { path: 'a' },
  ])
    await refused(400, 'invalid-request', 'POST', `${at}/copy`, body)
  await refused(400, 'invalid-request', 'POST', `${at}/copy`, { files: Array(10_001).fill('a') })
  for (const query of ['limit=0', 'limit=1001', 'limit=x', 'path=a&path=b'])
    await refused(400, 'invalid-request', 'GET', `${at}/files?${query}`)
  await refused(400, 'invalid-cursor', 'GET', `${at}/files?next=abc`)
  await refused(400, 'invalid-request', 'GET', `${clouds}/abc/files`)
})

test('the documented POST forms work: a name renames, files are copied', async () => {
  const at = await connect(google)
  const renamed = await service.call('POST', at, { name: 'Shown' }, { headers: { 'Idempotency-Key': 'shown-1' } })
  assert.is(renamed.status, 204)
  const again = await service.call('POST', at, { name: 'Shown' }, { headers: { 'Idempotency-Key': 'shown-1' } })
  assert.equal([again.status, again.headers.get('idempotency-replayed')], [204, 'true'])
  const { queueId } = await service.must('POST', at, { folders: [''] })
  await until(
    async () => (await service.call('GET', `${account}/queues/${queueId}`)).json,
    queue => queue.status === 'COMPLETED' || queue.status === 'FAILED',
  )
  // a write is answered when its node knows of all positions up to it, also of that at which the copy ended
  assert.is((await service.call('PUT', at, { name: 'Copied' })).status, 204)
  await refused(400, 'invalid-request', 'POST', at, {})
})

test("another account's service is not found, and a key without the right is refused", async () => {
  const at = await connect(google)
  await service.must('PUT', '/v2/accounts/other', { name: 'Other', orgId: 'org1' })
  const there = at.replace('acme', 'other')
  await refused(404, 'not-found', 'GET', `${there}/files`)
  await refused(404, 'not-found', 'PUT', there, { name: 'x' })
  await refused(404, 'not-found', 'DELETE', there)
  const { apiKey } = await service.must('POST', `${account}/api-keys`, { owner: 'x', permissions: ['Campaigns_View'] })
  assert.is((await service.call('GET', clouds, undefined, { key: apiKey })).json.code, 'permission-missing')
})

test('no stored file of a node contains credentials', async () => {
  await connect(google)
  const secrets = all.flatMap(c => [c.secreteKey, c.secreteKey.split('\n')[1] ?? c.secreteKey])
  for (const file of await readdir(service.dataDir, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const bytes = await readFile(join(file.parentPath, file.name))
    for (const secret of secrets) assert.not.ok(bytes.includes(secret), file.name)
  }
})

test.run()
