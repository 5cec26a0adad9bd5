import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openSnapshots, type SnapshotOptions } from '../../../src/adapters/snapshots/folder.ts'
import type { Snapshots } from '../../../src/ports/snapshots.ts'

const test = suite<{ folder: string }>('snapshots in a folder')
test.before.each(async context => {
  context.folder = join(await mkdtemp(join(tmpdir(), 'endcap-snapshots-')), 'snapshots')
})
test.after.each(({ folder }) => rm(join(folder, '..'), { recursive: true }))

const opened = (folder: string, over: Partial<SnapshotOptions> = {}) =>
  openSnapshots({ folder, logId: 'log', fingerprint: 'code', maxBytes: 1_000_000, ...over })
const place = { revision: 7, eventId: 'e7' }
const found = async (snapshots: Snapshots, stream = 'notebook-1') => {
  const parts: unknown[] = []
  const at = await snapshots.read(stream, part => void parts.push(part))
  return at && { ...at, parts }
}
/** The files, those of other code included. */
const filesIn = async (folder: string) =>
  (await readdir(folder, { withFileTypes: true, recursive: true }))
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))

test('are read as they were written, until they are replaced', async ({ folder }) => {
  const snapshots = await opened(folder)
  assert.is(await found(snapshots), undefined)
  const parts = [{ a: 'ä\n"' }, ['x'.repeat(200_000)], null, 1.5]
  await snapshots.write('notebook-1', place, parts)
  assert.equal(await found(snapshots), { ...place, parts })
  assert.is(await found(snapshots, 'notebook-2'), undefined)
  await snapshots.write('notebook-1', { revision: 9, eventId: 'e9' }, [])
  assert.equal(await found(await opened(folder)), { revision: 9, eventId: 'e9', parts: [] })
})

test('of other code or of another log are not used, and removed', async ({ folder }) => {
  for (const other of [{ fingerprint: 'newer code' }, { logId: 'another log' }]) {
    await (await opened(folder)).write('notebook-1', place, [1])
    assert.is((await filesIn(folder)).length, 1)
    assert.is(await found(await opened(folder, other)), undefined)
    assert.equal(await filesIn(folder), [])
  }
})

test('of two releases on one folder replace each other, and neither fails', async ({ folder }) => {
  const old = await opened(folder)
  await old.write('notebook-1', place, ['old'])
  const newer = await opened(folder, { fingerprint: 'newer code' })
  await newer.write('notebook-1', place, ['new'])
  assert.is(await found(old), undefined)
  await old.write('notebook-1', place, ['old again'])
  assert.equal((await found(old))?.parts, ['old again'])
  assert.equal((await found(newer))?.parts, ['new'])
})

test('that are damaged are not used, and removed', async ({ folder }) => {
  const snapshots = await opened(folder)
  const damage: readonly ((text: string) => string)[] = [
    text => text.replace('"page":3', '"page":4'),
    text => text.slice(0, -70),
    text => text.slice(0, text.length / 2),
    text => text.replace('"revision":7', '"revision":6'),
    text => text.replace('{', '['),
    () => 'not JSON\n',
    () => '',
  ]
  for (const damaged of damage) {
    await snapshots.write('notebook-1', place, [{ page: 1 }, { page: 2 }, { page: 3 }])
    const [file = ''] = await filesIn(folder)
    await writeFile(file, damaged(await readFile(file, 'utf8')))
    assert.is(await found(snapshots), undefined, String(damaged))
    assert.equal(await filesIn(folder), [], String(damaged))
  }
})

test('of another stream are never taken for this one', async ({ folder }) => {
  const snapshots = await opened(folder)
  await snapshots.write('notebook-1', place, [1])
  const [one = ''] = await filesIn(folder)
  await snapshots.write('notebook-2', place, [2])
  const [other = ''] = (await filesIn(folder)).filter(file => file !== one)
  await writeFile(one, await readFile(other))
  assert.is(await found(snapshots), undefined)
})

test('that cannot be finished leave the one before, and no rest', async ({ folder }) => {
  const snapshots = await opened(folder)
  await snapshots.write('notebook-1', place, [1])
  function* broken() {
    yield 'x'.repeat(100_000)
    throw new Error('no further part')
  }
  await snapshots.write('notebook-1', { revision: 9, eventId: 'e9' }, broken()).then(
    () => assert.unreachable('a broken snapshot was written'),
    error => assert.is(error.message, 'no further part'),
  )
  assert.equal(await found(snapshots), { ...place, parts: [1] })
  assert.is((await filesIn(folder)).length, 1)
})

test('take no more bytes than allowed; those used last stay', async ({ folder }) => {
  const snapshots = await opened(folder, { maxBytes: 35_000 })
  const long = ['x'.repeat(10_000)]
  for (let n = 0; n < 3; n++) {
    await snapshots.write(`notebook-${n}`, place, long)
    // a second apart, although the test takes no time
    for (const file of await filesIn(folder)) {
      const { mtime } = await stat(file)
      await utimes(file, mtime, new Date(mtime.getTime() - 1_000))
    }
  }
  assert.ok(await found(snapshots, 'notebook-0'), 'now it is the one used last')
  await snapshots.write('notebook-3', place, long)
  assert.equal(
    await Promise.all([0, 1, 2, 3].map(async n => (await found(snapshots, `notebook-${n}`)) !== undefined)),
    [true, false, true, true],
  )
})

test('that a killed process left unfinished are removed after an hour', async ({ folder }) => {
  const snapshots = await opened(folder)
  await snapshots.write('notebook-1', place, [1])
  const [file = ''] = await filesIn(folder)
  const [old, fresh] = [join(file, '..', '.old-1'), join(file, '..', '.fresh-1')]
  await writeFile(old, '')
  await writeFile(fresh, '')
  const anHourAgo = new Date(Date.now() - 3_700_000)
  await utimes(old, anHourAgo, anHourAgo)
  await snapshots.write('notebook-1', place, [2])
  assert.equal((await filesIn(folder)).sort(), [file, fresh].sort())
})

test('are for the service only', async ({ folder }) => {
  const snapshots = await opened(folder)
  await snapshots.write('notebook-1', place, [1])
  const [file = ''] = await filesIn(folder)
  assert.equal([(await stat(file)).mode & 0o777, (await stat(join(file, '..'))).mode & 0o777], [0o600, 0o700])
})

test('let other work run while they are written and read', async ({ folder }) => {
  const snapshots = await opened(folder, { maxBytes: 100_000_000 })
  const turnsDuring = async (work: () => Promise<unknown>) => {
    let turns = 0
    let working = true
    const tick = () => {
      turns++
      if (working) setImmediate(tick)
    }
    setImmediate(tick)
    await work()
    working = false
    return turns
  }
  const parts = Array.from({ length: 40 }, () => 'x'.repeat(50_000))
  assert.ok((await turnsDuring(() => snapshots.write('notebook-1', place, parts))) >= 10)
  assert.ok((await turnsDuring(() => found(snapshots))) >= 10)
})

test.run()
