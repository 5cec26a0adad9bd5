import { createPublicKey, verify as verifySignature } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import canonicalize from 'canonicalize'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type EventRow, eventColumns, recordedOf } from '../../src/adapters/event-log/sqlite/event-row.ts'
import type { Verified } from '../../src/cli/verify/summary.ts'
import { checksumOf } from '../../src/engine/write/checksums.ts'
import type { Metadata, Recorded } from '../../src/ports/event-log.ts'
import { endcap } from '../support/programs/endcap.ts'
import { account, campaignWith, provision, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

type Context = { folder: string; data: string }
const test = suite<Context>('endcap seal, and verify --seal')
let original: string
let sealFile: string
let dailyFile: string

/** Data of a real node, sealed while it runs; every test changes a copy of it. */
test.before(async () => {
  original = await mkdtemp(join(tmpdir(), 'endcap-sealed-'))
  sealFile = join(original, 'seal.json')
  const service = await startService({ MONGODB_URL: '', SEALS_TO: join(original, 'daily') })
  await provision(service)
  await campaignWith(service, ['one', 'two'])
  await service.must('PUT', `${account}/retail-settings`, { approvers: [{ userEmail: 'ann@example.com' }] })
  const { code, out, err } = await endcap(['seal', '--out', sealFile], { DATA_DIR: service.dataDir })
  assert.equal([code, /seal\.json: \d+ events up to position \d+ are sealed$/m.test(out)], [0, true], err)
  await service.must('PUT', `${account}/retail-settings`, { approvers: [{ userEmail: 'bob@example.com' }] })
  const daily = async () => readdir(join(original, 'daily')).catch(() => [])
  const isSeal = (name: string) => name.startsWith('seal-')
  const names = await until(daily, found => found.some(isSeal))
  dailyFile = join(original, 'daily', names.find(isSeal)!)
  const copied = await endcap(['backup', join(original, 'data')], { DATA_DIR: service.dataDir })
  assert.is(copied.code, 0, copied.err)
  await service.stop()
})
test.after(() => rm(original, { recursive: true }))
test.before.each(async context => {
  context.folder = await mkdtemp(join(tmpdir(), 'endcap-seal-'))
  context.data = join(context.folder, 'data')
  await cp(join(original, 'data'), context.data, { recursive: true })
})
test.after.each(({ folder }) => rm(folder, { recursive: true }))

const verified = async (data: string, ...more: readonly string[]) => {
  const { code, out, err } = await endcap(['verify', '--json', '--seal', sealFile, ...more], { DATA_DIR: data })
  assert.ok(code === 0 || code === 1, err)
  const { ok, ...result }: Verified = JSON.parse(out)
  assert.is(code, ok ? 0 : 1)
  return result
}
const changed = <A>(data: string, work: (db: Database.Database) => A): A => {
  const db = new Database(join(data, 'log.db'))
  try {
    return db.transaction(work)(db)
  } finally {
    db.close()
  }
}
type Event = Recorded & { readonly data: object }
type Change = { readonly data?: unknown; readonly metadata?: Metadata }
/** Changes the first event of a type as a careful forger does: with the right checksum. */
const forged = (data: string, type: string, change: (event: Event) => Change) =>
  changed(data, db => {
    const select = db.prepare<[string], EventRow>(
      `SELECT ${eventColumns} FROM event WHERE type = ? ORDER BY position LIMIT 1`,
    )
    const event = recordedOf(select.raw().get(type)!)
    const { metadata, ...rest } = { ...event, ...change(event as Event) }
    const checksum = checksumOf({ ...rest, metadata })
    db.prepare('UPDATE event SET data = ?, metadata = ? WHERE position = ?').run(
      JSON.stringify(rest.data),
      JSON.stringify({ ...metadata, checksum }),
      Number(event.position),
    )
  })

const removed = (data: string, where: string) =>
  changed(data, db => {
    assert.ok(db.prepare(`DELETE FROM event WHERE ${where}`).run().changes > 0)
    db.exec(`DELETE FROM stream WHERE stream NOT IN (SELECT stream FROM event);
      UPDATE stream SET (revision, position) = (SELECT max(revision), max(position) FROM event WHERE event.stream = stream.stream)`)
  })

const withoutViews = async (data: string) => {
  for (const suffix of ['', '-wal', '-shm']) await rm(join(data, `views.db${suffix}`), { force: true })
}
const edited = (data: string) => {
  forged(data, 'CreativeSaved', ({ data }) => ({ data: { ...data, creativeName: 'as nobody saved it' } }))
  forged(data, 'RetailSettingsConfigured', ({ metadata }) => ({ metadata: { ...metadata, actor: 'key:mallory' } }))
  forged(data, 'AccountConfigured', ({ metadata }) => ({ metadata: { ...metadata, at: '2020-01-01T00:00:00.000Z' } }))
}

test('an edited text, actor and time with right checksums and no views: the chain names each, the seal differs', async ({
  data,
}) => {
  edited(data)
  await withoutViews(data)
  const { faults } = await verified(data)
  assert.equal(
    faults.map(({ kind, where }) => `${kind} ${where}`),
    ['chain account-acme@0', 'chain creatives-acme:1@0', 'chain retail-settings-acme@0', `seal ${sealFile}`],
  )
})

test('the same in a log whose chain was removed, too: the seal shows it, and the removal stays known', async ({
  data,
}) => {
  edited(data)
  await withoutViews(data)
  changed(data, db => void db.exec('DROP TABLE chain'))
  for (const _ of ['while the chain is computed anew', 'later']) {
    const { faults } = await verified(data)
    assert.equal(
      faults.map(({ kind, where }) => [kind, where]),
      [
        ['chain', 'position 0'],
        ['seal', sealFile],
      ],
    )
    assert.match(
      faults[0]?.detail ?? '',
      /^the links of the hash chain after this position were removed before 20.*, and computed anew/,
    )
  }
})

test('a chain that was removed with all that is known of it is missed, too', async ({ data }) => {
  changed(data, db => void db.exec("DROP TABLE chain; DELETE FROM meta WHERE key = 'chained'"))
  const { faults } = await verified(data)
  assert.equal(
    faults.map(({ kind, where }) => [kind, where]),
    [['chain', 'position 0']],
  )
})

test('the last event is deleted: the chain shows what the seal, which is older, cannot', async ({ data }) => {
  removed(data, 'position = (SELECT max(position) FROM event)')
  await withoutViews(data)
  const { faults } = await verified(data)
  assert.equal(
    faults.map(({ kind, detail }) => `${kind}: ${detail}`.replaceAll(/\d+ and \d+/g, 'N and M')),
    [
      'chain: between positions N and M the log has 1 fewer events than were recorded: its hash chain does not match; restore a backup',
    ],
  )
})

test('a whole stream is deleted: chain and seal show it', async ({ data }) => {
  removed(data, "stream = 'creatives-acme:1'")
  await withoutViews(data)
  const kinds = (await verified(data)).faults.map(({ kind }) => kind)
  for (const kind of ['chain', 'seal'] as const) assert.ok(kinds.includes(kind), kinds.join())
})

test('a log that only grew matches its seal; other programs can verify the seal', async ({ data, folder }) => {
  const printed = await endcap(['secrets', 'public-key'], { DATA_DIR: data })
  const pem = join(folder, 'seal.pem')
  await writeFile(pem, printed.out)
  const { faults, seals, chained, events } = await verified(data, dailyFile, '--public-key', pem)
  const { signature, ...seal } = JSON.parse(await readFile(sealFile, 'utf8'))
  assert.equal([faults, chained], [[], events])
  assert.ok(events > seal.events)
  assert.equal(seals[0], { file: sealFile, position: seal.position, events: seal.events, at: seal.at })
  assert.is(seals[1]?.file, dailyFile)
  const text = Buffer.from(canonicalize(seal) ?? '')
  assert.ok(verifySignature(null, text, createPublicKey(printed.out), Buffer.from(signature, 'base64')))
})

test('an extract proves its events without the service, and every change in it is found', async ({ data, folder }) => {
  const out = join(folder, 'extract')
  const extracted = await endcap(['extract', '--account', 'acme', '--out', out, '--json'], { DATA_DIR: data })
  assert.is(extracted.code, 0, extracted.err)
  const made = JSON.parse(extracted.out)
  const check = async () => {
    const { code, out: printed, err } = await endcap(['verify-extract', out, '--json'], {})
    assert.ok(code === 0 || code === 1, err)
    return JSON.parse(printed)
  }
  const { ok, events, faults } = await check()
  assert.equal([ok, events, faults, made.missing], [true, made.events, [], 0])
  assert.ok(events > 0)
  const [blob = ''] = await readdir(join(out, 'files'))
  await writeFile(join(out, 'files', blob), 'other')
  const lines = (await readFile(join(out, 'events.ndjson'), 'utf8')).split('\n')
  const [first = '', ...others] = lines
  await writeFile(join(out, 'events.ndjson'), [first.replace('"type":"', '"type":"Not'), ...others].join('\n'))
  await writeFile(join(out, 'more.txt'), '')
  const found = await check()
  assert.equal(
    found.faults.map(({ where, detail }: { where: string; detail: string }) => `${where} ${detail}`).sort(),
    [
      `events ${JSON.parse(first).stream}@0 was changed: it does not have its hash`,
      'events.ndjson was changed: it has another size',
      `files/${blob} was changed: it has another size`,
      'more.txt is not part of the extract',
    ],
  )
})

test('names in an extract cannot erase its faults from the terminal, or write that there are none', async ({
  data,
  folder,
}) => {
  const out = join(folder, 'extract')
  assert.is((await endcap(['extract', '--account', 'acme', '--out', out], { DATA_DIR: data })).code, 0)
  await writeFile(join(out, '\u001b[2J\n9 events of acme and 1 files are as they were sealed'), '')
  const { code, out: printed } = await endcap(['verify-extract', out], {})
  assert.is(code, 1)
  const [fault, sum = ''] = printed.split('\n')
  assert.is(
    fault,
    '\\u001b[2J ⏎ 9 events of acme and 1 files are as they were sealed: is not part of the extract',
    printed,
  )
  assert.match(sum, /^1 faults in \d+ events of acme/)
})

test('a chain that ends before the log is completed before a seal is made', async ({ data }) => {
  const last = 'SELECT events, hex(head) FROM chain ORDER BY position DESC LIMIT 1'
  const lastOf = () => changed(data, db => db.prepare(last).raw().get())
  const before = lastOf()
  changed(data, db => db.exec('DELETE FROM chain WHERE position > 5'))
  const { code, out } = await endcap(['seal', '--json'], { DATA_DIR: data })
  const { events, head } = JSON.parse(out)
  assert.equal([code, [events, head.toUpperCase()], lastOf()], [0, before, before])
})

test('wrong use ends with 2, an empty log with 3', async ({ data }) => {
  assert.is((await endcap(['seal', '--out', sealFile], { DATA_DIR: data })).code, 2, 'never overwrites')
  const none = await endcap(['extract', '--account', 'nobody', '--out', join(data, 'none')], { DATA_DIR: data })
  assert.equal([none.code, none.err.endsWith('No events match.\n')], [3, true], none.err)
  changed(data, db => db.exec('DELETE FROM event; DELETE FROM stream; DROP TABLE chain'))
  const { code, err } = await endcap(['seal'], { DATA_DIR: data })
  assert.equal([code, err], [3, 'The log has no events: nothing to seal.\n'])
})

test.run()
