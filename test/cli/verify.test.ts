import { cp, mkdtemp, readdir, readFile, rm, truncate, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openScratch } from '../../src/adapters/scratch/sqlite.ts'
import { verified as checked } from '../../src/cli/verify/verified.ts'
import { readConfig } from '../../src/node/config/read-config.ts'
import { openStores } from '../../src/node/stores/open-stores.ts'
import type { ReadModels, ViewRef } from '../../src/ports/read-models.ts'
import { endcap } from '../support/programs/endcap.ts'
import { account, campaignWith, provision, startService } from '../support/service/service.ts'

type Context = { folder: string; data: string }
const test = suite<Context>('endcap verify, rebuild, backup and restore')
let original: string

test.before(async () => {
  const service = await startService({ MONGODB_URL: '' })
  await provision(service)
  await campaignWith(service, ['one', 'two'])
  await service.must('PUT', `${account}/retail-settings`, { approvers: [{ userEmail: 'ann@example.com' }] })
  await service.must('POST', `${account}/webhooks`, { url: 'https://127.0.0.1:9/', types: ['ApprovalRequested'] })
  const inline = { assetSourceName: 'Products', assetKeyColumn: 'sku' }
  for (const sku of ['pot', 'can'])
    await service.must('POST', `${account}/asset-sources/inline`, { ...inline, data: [{ sku }] })
  original = await mkdtemp(join(tmpdir(), 'endcap-original-'))
  // taken while the service runs; the backup is consistent anyway
  const { code, err } = await endcap(['backup', join(original, 'backup')], { DATA_DIR: service.dataDir })
  assert.is(code, 0, err)
  await service.stop()
  const restored = await endcap(['restore', join(original, 'backup')], { DATA_DIR: join(original, 'restored') })
  assert.is(restored.code, 0, restored.err)
})
test.after(() => rm(original, { recursive: true }))

test.before.each(async context => {
  context.folder = await mkdtemp(join(tmpdir(), 'endcap-verify-'))
  context.data = join(context.folder, 'data')
  await cp(join(original, 'restored'), context.data, { recursive: true })
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
/** The files that hold rows of asset sources. */
const rowFilesOf = async (data: string) => {
  const paths = await blobsOf(data)
  const isRowFile = await Promise.all(
    paths.map(async path => (await readFile(path)).toString('latin1').endsWith('EndcapR1')),
  )
  return paths.filter((_, n) => isRowFile[n])
}
const change = (file: string, sql: string) => {
  const db = new Database(file)
  assert.is(db.prepare(sql).run().changes, 1)
  db.close()
}

test('backup and restore print what they did as JSON, for machines', async ({ folder, data }) => {
  const printed = async (args: readonly string[], dataDir: string) => {
    const { code, out, err } = await endcap([...args, '--json'], { DATA_DIR: dataDir })
    assert.is(code, 0, err)
    return JSON.parse(out)
  }
  const [to, again] = [join(folder, 'backup'), join(folder, 'again')]
  const { folder: backedUp, files, bytes, at } = await printed(['backup', to], data)
  assert.is(backedUp, to)
  const manifest = JSON.parse((await readFile(join(to, 'manifest.json'))).toString())
  const sizes = manifest.files.map((file: { size: number }) => file.size)
  assert.equal([files, bytes, at], [sizes.length, sizes.reduce((a: number, b: number) => a + b, 0), manifest.at])
  assert.equal(await printed(['restore', to], again), { folder: to, files, bytes, at })
})

test('a restored store matches its log', async ({ data }) => {
  const { ok, faults, events, documents, blobs, secrets } = await verified(data)
  assert.equal([ok, faults], [true, []])
  for (const count of [events, documents, blobs, secrets]) assert.ok(count > 0)
})

test('a view that is not built yet is named, and no log is called altered for it', async ({ data }) => {
  const config = readConfig({ DATA_DIR: data })
  if (E.isLeft(config)) return assert.unreachable(config.left.join('\n'))
  const stores = await openStores(config.right)
  const { readModels, log } = stores
  assert.ok(await readModels.waitFor(await log.head(), 60_000))
  const isAccounts = ({ name }: ViewRef) => name === 'accounts'
  const building: ReadModels = {
    ...readModels,
    waitFor: async () => false,
    checkpoint: async view => (isAccounts(view) ? undefined : readModels.checkpoint(view)),
    async *all(view) {
      if (!isAccounts(view)) yield* readModels.all(view)
    },
  }
  const scratch = openScratch()
  const asked = { seals: [], publicKeys: [], keyFaults: [], stamped: { stamps: new Map(), faults: [] } }
  const { faults } = await checked({ ...stores, readModels: building }, config.right, scratch, asked)
  scratch.close()
  await stores.close()
  assert.equal(
    faults.map(({ where, detail }) => `${where} ${detail}`),
    [
      'all views did not catch up with the log within 60 s',
      'accounts was not built yet when verify began: see endcap status, and verify again when it is current',
    ],
  )
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
  assert.match(faults[0].detail, /either the view or the log was altered: check the log first, against a seal/)
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

test('reports damaged and missing files with rows of asset sources, and names the event', async ({ data }) => {
  const [damaged = '', gone = ''] = await rowFilesOf(data)
  await truncate(damaged, 20)
  await unlink(gone)
  const { faults } = await verified(data)
  assert.equal(faults.length, 2)
  const detailOf = (path: string) => faults.find((f: { where: string }) => f.where === path.slice(-64))?.detail
  assert.match(detailOf(damaged), /^the file is damaged/)
  assert.match(detailOf(gone), /^the file is missing, but asset-source-acme:\d+@1 refers to it/)
})

test('reports an altered secret without showing it', async ({ data }) => {
  change(
    join(data, 'log.db'),
    "UPDATE secrets SET sealed = substr(sealed, 1, 30) || 'AAAA' || substr(sealed, 35) WHERE id LIKE 'account-key:%'",
  )
  const { faults } = await verified(data)
  assert.ok(faults.some((f: { kind: string; where: string }) => f.kind === 'secret' && f.where === 'account-key:acme'))
})

for (const [what, id, told] of [
  ['the key of an account', "= 'account-key:acme'", /lacks the key of the account/],
  ['the key of a person', "LIKE 'person-key:acme:%'", /lacks the key of the account or those of 1 persons/],
  ['the way from an address to a person', "LIKE 'person:acme:%'", /is not found by address.*restore the secrets/],
  ['the target of a webhook', "LIKE 'secret:%'", /^webhooks-acme needs this credential.*restore the secrets/],
] as const)
  test(`reports that ${what} is lost`, async ({ data }) => {
    change(join(data, 'log.db'), `DELETE FROM secrets WHERE id ${id}`)
    const { faults } = await verified(data)
    assert.is(faults.length, 1, JSON.stringify(faults))
    assert.is(faults[0].kind, 'secret')
    assert.match(faults[0].detail, told)
  })

test('lists every fault when the last event of a stream with credentials is gone', async ({ data }) => {
  const end = 'revision = revision + 1, position = (SELECT max(position) + 1 FROM event)'
  change(join(data, 'log.db'), `UPDATE stream SET ${end} WHERE stream = 'webhooks-acme'`)
  const { faults } = await verified(data)
  const told = faults.map((f: { kind: string; where: string }) => `${f.kind} ${f.where}`)
  assert.ok(told.includes('log webhooks-acme'), told.join())
  assert.ok(told.includes('secret webhooks-acme'), told.join())
})

for (const id of ['pepper', 'seal-key'])
  test(`reports that ${id} was altered`, async ({ data }) => {
    const alter = `UPDATE secrets SET sealed = substr(sealed, 1, length(sealed) - 4) || 'AAAA' WHERE id = '${id}'`
    change(join(data, 'log.db'), alter)
    const { faults } = await verified(data)
    assert.equal(
      faults.map((f: { kind: string; where: string }) => [f.kind, f.where]),
      [['secret', id]],
    )
    assert.match(faults[0].detail, /^cannot be opened: .*restore the secrets/)
    const { code, err } = await endcap(['serve'], { DATA_DIR: data, PORT: '0' })
    assert.is(code, 2)
    assert.match(err, new RegExp(`^the secret ${id} cannot be opened .*: restore it from a backup .*\n$`))
  })

test('makes no key while it reads', async ({ data }) => {
  const seal = join(data, 'seal.json')
  assert.is((await endcap(['seal', '--out', seal], { DATA_DIR: data })).code, 0)
  change(join(data, 'log.db'), "DELETE FROM secrets WHERE id = 'seal-key'")
  const reading: readonly (readonly [args: readonly string[], code: number])[] = [
    [['status'], 0],
    [['jobs'], 3],
    [['keys', 'list'], 0],
    [['audit', '--account', 'acme'], 0],
    [['view', 'accounts'], 0],
    [['replay', 'account-acme'], 0],
    [['replay', '--view', 'accounts', '--id', 'acme'], 0],
    [['campaign', 'acme:1'], 0],
    [['seal'], 1],
    [['extract', '--account', 'acme', '--out', join(data, 'extract')], 1],
    [['verify'], 1],
    [['verify', '--seal', seal], 1],
  ]
  for (const [args, expected] of reading) {
    const { code, out, err } = await endcap(args, { DATA_DIR: data })
    assert.is(code, expected, `${args.join(' ')}: ${err}`)
    const lost = /the key 1 of seal-key is not in the store of secrets: restore/
    if (expected === 1) assert.match(out + err, lost)
    if (args[0] === 'verify') assert.match(out, /^1 fault in|^2 faults in/m)
  }
  const { sealKeys } = JSON.parse((await endcap(['secrets', 'list', '--json'], { DATA_DIR: data })).out)
  assert.equal(sealKeys, [])
})

test('reports events with one id: a request that was done twice', async ({ data }) => {
  const idOf = (type: string) => `(SELECT id FROM event WHERE type = '${type}' ORDER BY position LIMIT 1)`
  const db = new Database(join(data, 'log.db'))
  const [last] = db
    .prepare("SELECT stream || '@' || revision FROM event WHERE type = 'CreativeSaved' ORDER BY position DESC LIMIT 1")
    .pluck()
    .all()
  db.close()
  change(
    join(data, 'log.db'),
    `UPDATE event SET id = ${idOf('AccountConfigured')} WHERE position = (SELECT max(position) FROM event WHERE type = 'CreativeSaved')`,
  )
  const { ok, faults } = await verified(data)
  assert.not.ok(ok)
  // a changed id is also a wrong checksum
  const repeated = faults.filter((f: { detail: string }) => /was done twice/.test(f.detail))
  assert.equal(
    repeated.map((f: { where: string }) => f.where),
    [last],
  )
  assert.match(repeated[0].detail, /^has the id of account-acme@0: a request was done twice/)
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

/** An event with a digit in every column. */
const chosen = "position = (SELECT max(position) FROM event WHERE stream = 'creatives-acme:1')"
/** The value with its last digit changed. */
const otherDigit = (value: unknown) => {
  const text = String(value)
  const at = text.search(/\d(?=\D*$)/)
  return `${text.slice(0, at)}${(Number(text[at]) + 1) % 10}${text.slice(at + 1)}`
}
const logFaults = (faults: readonly { kind: string; where: string; detail: string }[]) =>
  faults.flatMap(({ kind, where, detail }) => (kind === 'log' ? [`${where}: ${detail}`] : []))

for (const column of ['id', 'stream', 'revision', 'previous', 'data', 'metadata'])
  test(`finds one changed digit in the ${column} of an event, and names the event`, async ({ data }) => {
    const db = new Database(join(data, 'log.db'))
    const [{ where, value }] = db
      .prepare(`SELECT stream || '@' || revision AS "where", ${column} AS value FROM event WHERE ${chosen}`)
      .all() as [{ where: string; value: unknown }]
    assert.match(String(value), /\d/)
    db.prepare(`UPDATE event SET ${column} = ? WHERE ${chosen}`).run(otherDigit(value))
    db.close()
    const { ok, faults } = await verified(data)
    assert.not.ok(ok)
    const [stream = ''] = where.split('@')
    const isNamed = logFaults(faults).some(line => line.startsWith(column === 'stream' ? otherDigit(stream) : stream))
    assert.ok(isNamed, `${where}: ${JSON.stringify(faults)}`)
  })

test('finds one changed digit in the table of the ends of streams', async ({ data }) => {
  change(join(data, 'log.db'), "UPDATE stream SET position = position - 1 WHERE stream = 'account-acme'")
  const { faults } = await verified(data)
  assert.match(logFaults(faults).join(), /^account-acme: /)
})

test('finds that events at the end of the log were removed, with their links of the chain', async ({ data }) => {
  const db = new Database(join(data, 'log.db'))
  const [last, stream] = db
    .prepare<[], [number, string]>('SELECT position, stream FROM event ORDER BY position DESC LIMIT 1')
    .raw()
    .get()!
  for (const table of ['event', 'chain']) db.prepare(`DELETE FROM ${table} WHERE position >= ?`).run(last)
  db.close()
  const { faults } = await verified(data)
  const [found = '', ...others] = logFaults(faults)
  assert.equal(others, [])
  assert.ok(found.startsWith(`${stream}: its end is kept as revision `), found)
  assert.match(found, /events at the end of the log were removed; restore a backup$/)
})

test('an event whose checksum was removed is damaged', async ({ data }) => {
  const db = new Database(join(data, 'log.db'))
  const { changes } = db
    .prepare("UPDATE event SET metadata = json_remove(metadata, '$.checksum') WHERE type = 'AccountConfigured'")
    .run()
  db.close()
  assert.ok(changes > 0)
  const { faults } = await verified(data)
  assert.is(logFaults(faults).filter(fault => fault.includes('does not match its checksum')).length, changes)
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

test('a backup says whether the key is in it', async ({ data, folder }) => {
  const withKey = await endcap(['backup', join(folder, 'with')], { DATA_DIR: data })
  assert.match(withKey.err, /The backup contains secrets\.key/)
  const key = (await readFile(join(data, 'secrets.key'), 'utf8')).trim()
  await rm(join(data, 'secrets.key'))
  const { code, err } = await endcap(['backup', join(folder, 'without')], { DATA_DIR: data, SECRETS_KEY: key })
  assert.is(code, 0, err)
  assert.match(err, /This backup does not contain SECRETS_KEY, which opens its secrets: keep it elsewhere\./)
  assert.not.match(err, /contains secrets\.key/)
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
  assert.match(again.err, /already contains log\.db/)
  const over = await endcap(['backup', data], { DATA_DIR: data })
  assert.match(over.err, /is not empty/)
  const none = await endcap(['backup', join(folder, 'b')], { DATA_DIR: join(folder, 'nothing') })
  assert.match(none.err, /contains no log\.db/)
  assert.equal([again.code, over.code, none.code], [1, 2, 1])
})

test.run()
