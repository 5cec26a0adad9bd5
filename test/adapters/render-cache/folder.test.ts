import { mkdtemp, readdir, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openRenderCache } from '../../../src/adapters/render-cache/folder.ts'

const test = suite<{ folder: string }>('render cache')
test.before.each(async context => {
  context.folder = await mkdtemp(join(tmpdir(), 'endcap-cache-'))
})
test.after.each(({ folder }) => rm(folder, { recursive: true }))

const bytes = (size: number, fill = 7) => Buffer.alloc(size, fill)
/** Sets the last use of a file to that many minutes ago. */
const lastUsed = async (folder: string, key: string, minutesAgo: number) => {
  const then = new Date(Date.now() - minutesAgo * 60_000)
  await utimes(join(folder, key), then, then)
}

test('finds a file under its key only', async ({ folder }) => {
  const cache = await openRenderCache(folder, 1000)
  await cache.put('a', bytes(10))
  assert.equal(await cache.get('a'), bytes(10))
  assert.is(await cache.get('b'), undefined)
})

test('a second put replaces the first', async ({ folder }) => {
  const cache = await openRenderCache(folder, 1000)
  await cache.put('a', bytes(10, 1))
  await cache.put('a', bytes(20, 2))
  assert.equal(await cache.get('a'), bytes(20, 2))
})

test('the folder may be removed while it is in use, in front of reads, writes and sweeps', async ({ folder }) => {
  const cache = await openRenderCache(folder, 1000)
  await cache.put('a', bytes(10))
  await rm(folder, { recursive: true })
  assert.is(await cache.get('a'), undefined)
  await cache.put('a', bytes(900))
  await rm(folder, { recursive: true })
  await cache.put('b', bytes(900))
  assert.equal(await cache.get('b'), bytes(900))
})

test('files survive reopening the cache', async ({ folder }) => {
  await (await openRenderCache(folder, 1000)).put('a', bytes(10))
  assert.equal(await (await openRenderCache(folder, 1000)).get('a'), bytes(10))
})

test('evicts the least recently used file over the limit; reading counts as use', async ({ folder }) => {
  const cache = await openRenderCache(folder, 1000)
  for (const [i, key] of ['a', 'b', 'c'].entries()) {
    await cache.put(key, bytes(250))
    await lastUsed(folder, key, 10 - i)
  }
  assert.ok(await cache.get('a'))
  await cache.put('d', bytes(250))
  assert.is(await cache.get('b'), undefined, 'b was used least recently')
  for (const key of ['a', 'c', 'd']) assert.ok(await cache.get(key), key)
})

test('existing files count towards the limit', async ({ folder }) => {
  await (await openRenderCache(folder, 1000)).put('a', bytes(700))
  await lastUsed(folder, 'a', 5)
  const cache = await openRenderCache(folder, 1000)
  await cache.put('b', bytes(700))
  assert.equal(await readdir(folder), ['b'])
})

test('a file over the limit is not cached and evicts nothing', async ({ folder }) => {
  const cache = await openRenderCache(folder, 1000)
  await cache.put('a', bytes(900))
  await cache.put('b', bytes(1001))
  assert.is(await cache.get('b'), undefined)
  assert.ok(await cache.get('a'))
})

test('a truncated or altered file is not found and can be put again', async ({ folder }) => {
  const cache = await openRenderCache(folder, 10_000)
  await cache.put('cut', bytes(100))
  await cache.put('empty', bytes(100))
  await cache.put('other', bytes(100))
  await truncate(join(folder, 'cut'), 60)
  await truncate(join(folder, 'empty'), 0)
  await writeFile(join(folder, 'other'), bytes(100, 9))
  for (const key of ['cut', 'empty', 'other']) {
    assert.is(await cache.get(key), undefined, key)
    await cache.put(key, bytes(100))
    assert.equal(await cache.get(key), bytes(100))
  }
})

test('two nodes on one folder see each other’s files, and both respect the limit', async ({ folder }) => {
  const [one, other] = await Promise.all([openRenderCache(folder, 2000), openRenderCache(folder, 2000)])
  await one.put('a', bytes(100))
  assert.equal(await other.get('a'), bytes(100))
  const keys = Array.from({ length: 40 }, (_, i) => `k${i}`)
  await Promise.all(keys.map((key, i) => (i % 2 ? one : other).put(key, bytes(100))))
  await Promise.all(keys.map(key => Promise.all([one.get(key), other.get(key)])))
  await one.put('b', bytes(900))
  // the file system's clock has a resolution of some milliseconds, in which both files would have the same age
  await utimes(join(folder, 'b'), 0, 0)
  await other.put('c', bytes(900))
  const names = await readdir(folder)
  assert.is(names.filter(name => name.startsWith('.')).length, 0, 'a temporary file was left')
  const sizes = await Promise.all(names.map(async name => (await stat(join(folder, name))).size))
  assert.ok(sizes.reduce((sum, size) => sum + size, 0) <= 2000, `${sizes}`)
  assert.ok(await one.get('c'))
})

test('concurrent puts of one key leave a complete file', async ({ folder }) => {
  const cache = await openRenderCache(folder, 1_000_000)
  await Promise.all(Array.from({ length: 20 }, (_, i) => cache.put('a', bytes(5000, i))))
  const found = await cache.get('a')
  assert.ok(found && found.length === 5000 && found.every(byte => byte === found[0]))
})

test('files for a minute are kept in 64 MiB of memory', async ({ folder }) => {
  const mib = 1_048_576
  const cache = await openRenderCache(folder, 1000)
  for (const key of ['a', 'b', 'c', 'd']) cache.putPassing(key, Buffer.alloc(16 * mib))
  assert.is(cache.passing('a')?.length, 16 * mib)
  cache.putPassing('e', Buffer.alloc(1))
  cache.putPassing('too large', Buffer.alloc(64 * mib + 1))
  assert.equal(
    ['a', 'b', 'c', 'd', 'e', 'too large'].filter(key => cache.passing(key)),
    ['a', 'c', 'd', 'e'],
  )
  assert.equal(await readdir(folder), [])
})

test.run()
