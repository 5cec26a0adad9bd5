import { copyFileSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openForCheckpoints } from '../../../src/adapters/embedded/checkpoints/checkpoint-file.ts'
import { openEmbedded } from '../../../src/adapters/embedded/open-embedded.ts'
import { identityOf } from '../../../src/adapters/sqlite/file-identity.ts'
import { openForWriting } from '../../../src/adapters/sqlite/open-file.ts'
import { inFolder } from '../../support/memory/secrets.ts'
import { until } from '../../support/waiting/until.ts'
import { written } from '../event-log.contract.ts'

const test = suite('checkpoints')
const projections = new URL('./notes.ts', import.meta.url).href

/** The rows of a table in the file alone, without its write-ahead log; undefined: it has no such table. */
const rowsInFile = (path: string, table: string, count = 'count(*)'): number | undefined => {
  const alone = `${path}.alone`
  copyFileSync(path, alone)
  const db = new Database(alone, { readonly: true })
  try {
    return Number(db.prepare(`SELECT ${count} FROM ${table}`).pluck().get())
  } catch {
    // a copy that was made during a checkpoint
    return undefined
  } finally {
    db.close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${alone}${suffix}`, { force: true })
  }
}

/** A file with a write-ahead log that nobody else copies. */
const writtenFile = (path: string) => {
  const db = openForWriting(path, 'NORMAL')
  db.pragma('wal_autocheckpoint = 0')
  db.exec('CREATE TABLE note (text)')
  const insert = db.prepare('INSERT INTO note VALUES (?)')
  return { db, write: (rows: number) => Array.from({ length: rows }, (_, i) => insert.run(`${i}`)) }
}

/** Pages in the write-ahead log. */
const pagesIn = (db: Database.Database): number => {
  const [row] = db.pragma('wal_checkpoint(PASSIVE)') as readonly { readonly log: number }[]
  return row?.log ?? -1
}

test('a checkpoint copies what was written, and the next commit begins the write-ahead log anew', () =>
  inFolder(async folder => {
    const path = join(folder, 'notes.db')
    const { db, write } = writtenFile(path)
    const checkpoints = openForCheckpoints({ path, identity: identityOf(path) })
    write(100)
    assert.is(rowsInFile(path, 'note'), undefined)
    checkpoints?.checkpoint()
    assert.is(rowsInFile(path, 'note'), 100)
    write(1)
    assert.is(pagesIn(db), 1)
    checkpoints?.close()
    db.close()
  }))

test('a checkpoint does not wait for a reader or a writer; the next one copies what they needed', () =>
  inFolder(async folder => {
    const path = join(folder, 'notes.db')
    const { db, write } = writtenFile(path)
    write(100)
    const reader = new Database(path, { readonly: true })
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM note').get()
    write(100)
    db.exec('BEGIN IMMEDIATE')
    const checkpoints = openForCheckpoints({ path, identity: identityOf(path) })
    checkpoints?.checkpoint()
    assert.is(reader.prepare('SELECT count(*) FROM note').pluck().get(), 100)
    reader.exec('COMMIT')
    write(1)
    db.exec('COMMIT')
    checkpoints?.checkpoint()
    assert.is(rowsInFile(path, 'note'), 201)
    for (const open of [reader, db, checkpoints]) open?.close()
  }))

test('last writes are not copied into another file at the path', () =>
  inFolder(async folder => {
    const path = join(folder, 'notes.db')
    const identity = identityOf(path)
    const { db, write } = writtenFile(path)
    const opened = identityOf(path)
    write(100)
    const other = join(folder, 'other.db')
    writtenFile(other).db.close()
    renameSync(other, path)
    const before = readFileSync(path)
    for (const named of [identity, opened]) assert.is(openForCheckpoints({ path, identity: named }), undefined)
    assert.equal(readFileSync(path), before)
    db.close()
  }))

test('the files of the stores hold what was written long before the write-ahead log is full', () =>
  inFolder(async dataDir => {
    const { log, readModels, close } = await openEmbedded({ dataDir, projections })
    const views = join(dataDir, 'views.db')
    const write = async (first: number, count: number) => {
      for (let n = first; n < first + count; n++) await log.append(`note-${n}`, [written(n)], -1)
      assert.ok(await readModels.waitFor(await log.head(), 60_000))
    }
    const inFile = (path: string, table: string, count: string, atLeast: number) =>
      until(
        async () => rowsInFile(path, table, count),
        found => found !== undefined && found >= atLeast,
      )
    await write(0, 250)
    await inFile(join(dataDir, 'log.db'), 'event', 'count(*)', 250)
    await inFile(views, 'generation', 'min(checkpoint)', 250)

    for (const suffix of ['-wal', '-shm', '']) rmSync(`${views}${suffix}`)
    await write(250, 1)
    await write(251, 250)
    await inFile(views, 'generation', 'min(checkpoint)', 250)
    await close()
    assert.is(rowsInFile(join(dataDir, 'log.db'), 'event'), 501)
  }))

test.run()
