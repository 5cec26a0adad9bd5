import { rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { BackupRefused, backUp } from '../../../src/adapters/backup/backup.ts'
import { restore } from '../../../src/adapters/backup/restore.ts'
import { unfinishedIn } from '../../../src/adapters/backup/unfinished.ts'
import { openEmbedded } from '../../../src/adapters/embedded/open-embedded.ts'
import { inTime } from '../../support/waiting/in-time.ts'
import { appended, written } from '../event-log.contract.ts'

type Context = { folder: string; data: string; target: string }
const test = suite<Context>('backup')
const projections = new URL('../embedded/notes.ts', import.meta.url).href

test.before.each(async context => {
  context.folder = await mkdtemp(join(tmpdir(), 'endcap-backup-'))
  context.data = join(context.folder, 'data')
  context.target = join(context.folder, 'backup')
})
test.after.each(({ folder }) => rm(folder, { recursive: true }))

/** A log of this many events of 900 kB. */
const logOf = async (dataDir: string, events: number): Promise<void> => {
  const { log, close } = await openEmbedded({ dataDir, projections })
  for (let i = 0; i < events; i++) appended(await log.append('note-large', [written('x'.repeat(900_000))], i - 1))
  await close()
}
/** Runs work while the log is written on every turn of the event loop; returns the number of writes. */
const whileWritten = async (dataDir: string, work: () => Promise<void>): Promise<number> => {
  const db = new Database(join(dataDir, 'log.db'))
  db.pragma('synchronous = OFF')
  const write = db.prepare("INSERT INTO meta VALUES ('busy', '1') ON CONFLICT DO UPDATE SET value = value + 1")
  let writes = 0
  const again = () => {
    write.run()
    writes++
    next = setImmediate(again)
  }
  let next = setImmediate(again)
  try {
    await work()
  } finally {
    clearImmediate(next)
    db.close()
  }
  return writes
}
const countIn = (file: string): number => {
  const db = new Database(file, { readonly: true })
  try {
    assert.is(db.pragma('integrity_check', { simple: true }), 'ok')
    return Number(db.prepare('SELECT count(*) FROM event').pluck().get())
  } finally {
    db.close()
  }
}
const ignored = { onPages: () => undefined, onFile: () => undefined }

test('a backup ends although the service writes all the time', async ({ data, target }) => {
  await logOf(data, 20)
  let pages = 0
  const onPages = (done: number) => {
    assert.ok(done >= pages, 'it never begins again')
    pages = done
  }
  const writes = await whileWritten(data, async () => {
    const { files } = await inTime('the backup', backUp(data, target, new Date(), { ...ignored, onPages }))
    assert.equal(
      files.map(({ path, size }) => [path, size > 20 * 900_000]),
      [['log.db', true]],
    )
  })
  assert.ok(writes > 2, `${writes} writes meanwhile`)
  assert.is(countIn(join(target, 'log.db')), 20)
  assert.is((await stat(join(target, 'log.db'))).mode & 0o777, 0o600)
})

test('a file that the service deletes during a backup is left out', async ({ data, target }) => {
  await logOf(data, 1)
  const shards = ['aa', 'bb', 'cc']
  const paths = shards.map(shard => join(data, 'blobs', shard, shard.repeat(32)))
  for (const path of paths) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, path)
  }
  // called before the first file is copied; all are listed by then
  const onFile = () => {
    for (const path of paths.slice(1)) rmSync(path, { force: true })
  }
  const manifest = await backUp(data, target, new Date(), { ...ignored, onFile })
  assert.is(manifest.files.length, 2, 'the log and the file that was kept')
  assert.equal((await readdir(target)).sort(), ['blobs', 'log.db', 'manifest.json'])
  assert.is((await readdir(target, { recursive: true })).filter(name => /[a-c]{64}$/.test(name)).length, 1)
})

const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    error => {
      assert.instance(error, Error)
      return (error as Error).message
    },
  )
const restored = (source: string, dataDir: string) => refusalOf(restore(source, dataDir, () => undefined))

/** A log in a folder, as a killed process leaves it: its last event is in log.db-wal. */
const killedLogOf = async (folder: string, at: string): Promise<void> => {
  const { log, close } = await openEmbedded({ dataDir: folder, projections })
  appended(await log.append('note-small', [written('first')], -1))
  await backUp(folder, `${folder}-backup`, new Date(), ignored)
  appended(await log.append('note-small', [written('after the backup')], 0))
  await cp(folder, at, { recursive: true })
  await close()
}

test('a restore never mixes what is left of another log into the backup', async ({ data, target, folder }) => {
  await killedLogOf(data, target)
  await rename(join(target, 'log.db'), join(folder, 'moved.db'))
  const refusal = 'already contains log.db-wal: restore into an empty folder'
  assert.is(await restored(`${data}-backup`, target), `${target} ${refusal}`)
  for (const left of await readdir(target)) if (/^log/.test(left)) await rm(join(target, left))
  assert.is(await restored(`${data}-backup`, target), 'done')
  assert.is(countIn(join(target, 'log.db')), 1)
})

test('the last writes of a log that was moved away are not deleted by a new one', async ({ data, target, folder }) => {
  await killedLogOf(data, target)
  await rename(join(target, 'log.db'), join(folder, 'moved.db'))
  const refusal = await refusalOf(openEmbedded({ dataDir: target, projections }))
  assert.match(refusal, 'log.db is missing, but log.db-wal is there with its last writes')
  await rename(join(folder, 'moved.db'), join(target, 'log.db'))
  const { log, close } = await openEmbedded({ dataDir: target, projections })
  assert.is((await log.streamHead('note-small')).revision, 1)
  await close()
})

test('a restore does not replace the key of another log', async ({ data, target }) => {
  await logOf(data, 1)
  await writeFile(join(data, 'secrets.key'), 'k1:one')
  await backUp(data, `${data}-backup`, new Date(), ignored)
  await mkdir(target)
  await writeFile(join(target, 'secrets.key'), 'k1:two')
  const refusal = 'already contains another secrets.key: restore into an empty folder'
  assert.is(await restored(`${data}-backup`, target), `${target} ${refusal}`)
  await writeFile(join(target, 'secrets.key'), 'k1:one')
  assert.is(await restored(`${data}-backup`, target), 'done')
})

test('a backup whose manifest is cut off is refused in one line, and nothing is created', async ({ data, target }) => {
  await mkdir(data)
  await writeFile(join(data, 'manifest.json'), '{"format":1,')
  const refused = await restore(data, target, () => undefined).catch(error => error)
  assert.instance(refused, BackupRefused)
  assert.match(refused.message, 'manifest.json cannot be read: the backup is damaged')
  assert.is(await unfinishedIn(target), undefined)
})

test('a backup that others changed plants no snapshots, views or files that its log does not have', async ({
  data,
  target,
}) => {
  await logOf(data, 1)
  const backup = `${data}-backup`
  const manifest = await backUp(data, backup, new Date(), ignored)
  const [log] = manifest.files
  const naming = async (path: string) => {
    await mkdir(dirname(join(backup, path)), { recursive: true })
    await cp(join(backup, 'log.db'), join(backup, path))
    await writeFile(join(backup, 'manifest.json'), JSON.stringify({ ...manifest, files: [log, { ...log, path }] }))
  }
  for (const path of [
    'snapshots/note-large',
    'views.db',
    'blobs/cache/picture',
    'blobs/.nodes/one/file',
    'aside/../log',
  ]) {
    await naming(path)
    assert.is(await restored(backup, target), `the manifest names ${path}, which is no file of a backup`)
    assert.equal(await readdir(target).catch(error => error.code), 'ENOENT', 'nothing was created')
  }
  await naming(`blobs/aa/${'a'.repeat(64)}`)
  assert.is(await restored(backup, target), 'done')
})

test.run()
