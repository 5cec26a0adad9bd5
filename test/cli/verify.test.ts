import { cp, mkdtemp, readdir, rm, truncate, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { endcap } from '../support/programs/cli.ts'
import { account, campaignWith, provision, startService } from '../support/service/service.ts'

type Context = { folder: string; data: string }
const test = suite<Context>('endcap verify, rebuild, backup and restore')
let original: string

test.before(async () => {
  const service = await startService()
  await provision(service)
  await campaignWith(service, ['one', 'two'])
  await service.must('PUT', `${account}/retail-settings`, { approvers: [{ userEmail: 'ann@example.com' }] })
  original = await mkdtemp(join(tmpdir(), 'endcap-original-'))
  // taken while the service runs; the backup is consistent anyway
  const { code, err } = await endcap(['backup', join(original, 'backup')], { DATA_DIR: service.dataDir })
  assert.is(code, 0, err)
  await service.stop()
})
test.after(() => rm(original, { recursive: true }))

test.before.each(async context => {
  context.folder = await mkdtemp(join(tmpdir(), 'endcap-verify-'))
  context.data = join(context.folder, 'data')
  const { code, err } = await endcap(['restore', join(original, 'backup')], { DATA_DIR: context.data })
  assert.is(code, 0, err)
})
test.after.each(({ folder }) => rm(folder, { recursive: true }))

const verified = async (data: string) => {
  const { code, out } = await endcap(['verify', '--json'], { DATA_DIR: data })
  const { ok, faults, ...counts } = JSON.parse(out)
  assert.is(code, ok ? 0 : 1)
  return { ok, faults, ...counts }
}
const blobsOf = async (data: string) => {
  const names = await readdir(join(data, 'blobs'), { recursive: true })
  return names.filter(name => /[0-9a-f]{64}$/.test(name)).map(name => join(data, 'blobs', name))
}
const change = (file: string, sql: string) => {
  const db = new Database(file)
  assert.is(db.prepare(sql).run().changes, 1)
  db.close()
}

test('a restored store matches its log', async ({ data }) => {
  const { ok, faults, events, documents, blobs, secrets } = await verified(data)
  assert.equal([ok, faults], [true, []])
  for (const count of [events, documents, blobs, secrets]) assert.ok(count > 0)
})

test('finds a changed document, and a rebuild repairs it', async ({ data }) => {
  await verified(data)
  const views = new Database(join(data, 'views.db'))
  const [id] = views.prepare("SELECT generation FROM serving WHERE name = 'accounts'").pluck().all()
  views.close()
  change(join(data, 'views.db'), `UPDATE documents_${id} SET json = replace(json, 'Acme', 'Mallory')`)
  const { faults } = await verified(data)
  assert.equal(
    faults.map((f: { kind: string; where: string }) => [f.kind, f.where]),
    [['document', 'accounts/acme']],
  )
  const { code, err } = await endcap(['rebuild', 'accounts'], { DATA_DIR: data })
  assert.is(code, 0, err)
  assert.ok((await verified(data)).ok)
})

test('reports truncated and missing files', async ({ data }) => {
  const [short, gone] = await blobsOf(data)
  await truncate(short!, 3)
  await unlink(gone!)
  const { faults } = await verified(data)
  assert.equal(
    faults.map((f: { kind: string; where: string }) => `${f.kind} ${f.where}`).sort(),
    [short, gone].map(path => `blob ${path!.slice(-64)}`).sort(),
  )
})

test('reports an altered secret without showing it', async ({ data }) => {
  change(
    join(data, 'log.db'),
    "UPDATE secrets SET sealed = substr(sealed, 1, 30) || 'AAAA' || substr(sealed, 35) WHERE id LIKE 'account-key:%'",
  )
  const { faults } = await verified(data)
  assert.ok(faults.some((f: { kind: string; where: string }) => f.kind === 'secret' && f.where === 'account-key:acme'))
})

test('reports an event of a newer release', async ({ data }) => {
  change(
    join(data, 'log.db'),
    "UPDATE event SET type = 'AccountMerged' WHERE position = (SELECT min(position) FROM event WHERE type = 'AccountConfigured')",
  )
  const { ok, faults } = await verified(data)
  assert.not.ok(ok)
  assert.ok(
    faults.some((f: { kind: string; detail: string }) => f.kind === 'log' && /AccountMerged/.test(f.detail)),
    JSON.stringify(faults),
  )
})

test('refuses a damaged backup, and leaves nothing that looks like a store', async ({ folder }) => {
  const copy = join(folder, 'copy')
  await cp(join(original, 'backup'), copy, { recursive: true })
  const [blob] = await blobsOf(copy)
  await truncate(blob!, 3)
  const target = join(folder, 'target')
  const { code, err } = await endcap(['restore', copy], { DATA_DIR: target })
  assert.is(code, 1)
  assert.match(err, /is damaged: its hash does not match the manifest/)
  assert.not.ok((await readdir(target)).includes('log.db'))
})

test('refuses to back up stores on servers from the files in DATA_DIR', async ({ data, folder }) => {
  const target = join(folder, 'b')
  const { code, err } = await endcap(['backup', target], { DATA_DIR: data, MONGODB_URL: 'mongodb://127.0.0.1:1' })
  assert.is(code, 1)
  assert.match(err, /backup works on the embedded stores only, and MONGODB_URL is set/)
  assert.not.ok((await readdir(folder)).includes('b'))
  const files = await endcap(['backup', target], { DATA_DIR: data, BLOB_URL: 's3://bucket' })
  assert.is(files.code, 0)
  assert.match(files.err, /This backup does not contain the files in BLOB_URL/)
})

test('reports an unavailable server in one line', async ({ data }) => {
  const { code, out, err } = await endcap(['audit'], {
    DATA_DIR: data,
    MONGODB_URL: 'mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=100',
  })
  assert.equal([code, out], [1, ''])
  assert.match(err, /^the read models cannot be reached: .*\n$/)
})

test('never overwrites a store or a backup', async ({ data, folder }) => {
  const again = await endcap(['restore', join(original, 'backup')], { DATA_DIR: data })
  assert.match(again.err, /already contains a log\.db/)
  const over = await endcap(['backup', data], { DATA_DIR: data })
  assert.match(over.err, /is not empty/)
  const none = await endcap(['backup', join(folder, 'b')], { DATA_DIR: join(folder, 'nothing') })
  assert.match(none.err, /contains no log\.db/)
  assert.equal([again.code, over.code, none.code], [1, 1, 1])
})

test.run()
