import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { localFolderBlobs } from '../../../src/adapters/blobs/local-folder.ts'
import { blobsContract } from '../blobs.contract.ts'

const folder = () => mkdtemp(join(tmpdir(), 'endcap-blobs-'))
const mebibyte = 1_048_576
const dayMs = 86_400_000

blobsContract('local folder', async () => {
  const root = await folder()
  return {
    blobs: await localFolderBlobs(root),
    age: (sha256, putAt) => utimes(join(root, sha256.slice(0, 2), sha256), putAt, putAt),
    close: () => rm(root, { recursive: true }),
  }
})

const test = suite<{ root: string }>('blobs in a local folder')
test.before.each(async context => {
  context.root = await folder()
})
test.after.each(context => rm(context.root, { recursive: true }))

const aged = async (path: string, ageMs: number) => {
  await writeFile(path, 'half')
  const then = new Date(Date.now() - ageMs)
  await utimes(path, then, then)
}

test('a file can be found by its hash in a shell', async ({ root }) => {
  const { sha256 } = await (await localFolderBlobs(root)).put(Buffer.from('hello'))
  assert.is(await readFile(join(root, sha256.slice(0, 2), sha256), 'utf8'), 'hello')
})

test('a large file leaves few buffers to the collector on its way', async ({ root }) => {
  const put = async () => {
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    const zeros = createReadStream('/dev/zero', { end: 160 * mebibyte - 1 })
    zeros.on('data', () => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    })
    await (await localFolderBlobs(root)).put(zeros.pause())
    return most
  }
  // on a busy machine the collector may come late once
  const least = Math.min(await put(), await put(), await put())
  assert.ok(least < 28 * mebibyte, `${least} bytes`)
})

test('leftovers of crashed uploads are removed after a day, and uploads of other processes continue', async ({
  root,
}) => {
  const incoming = join(root, '.incoming')
  await mkdir(incoming)
  await aged(join(incoming, 'old'), dayMs + 60_000)
  await aged(join(incoming, 'young'), dayMs - 60_000)
  await localFolderBlobs(root)
  assert.equal(await readdir(incoming), ['young'])
})

test('a file that was put while a process that was killed deleted it is put back', async ({ root }) => {
  const { sha256 } = await (await localFolderBlobs(root)).put(Buffer.from('hello'))
  const incoming = join(root, '.incoming')
  const aside = join(incoming, `${sha256}.aside-1`)
  await rename(join(root, sha256.slice(0, 2), sha256), aside)
  const blobs = await localFolderBlobs(root)
  assert.is((await blobs.read(sha256)).toString(), 'hello')
  assert.equal(await readdir(incoming), [])
  assert.ok(await blobs.deleteOld(sha256, new Date(Date.now() + 60_000)))
  assert.is(await blobs.stat(sha256), undefined)
})

test('a rejected or aborted upload leaves nothing on the disk', async ({ root }) => {
  const blobs = await localFolderBlobs(root)
  const refused = blobs.put(Buffer.alloc(100), { maxBytes: 99 })
  const broken = blobs.put(Readable.from([Buffer.alloc(10)]).destroy(new Error('hung up')))
  const outcomes = await Promise.allSettled([refused, broken])
  assert.equal(
    outcomes.map(o => o.status),
    ['rejected', 'rejected'],
  )
  assert.equal(await readdir(root, { recursive: true }), ['.incoming'])
})

test('the render cache and hidden folders are ignored', async ({ root }) => {
  const name = createHash('sha256').update('rendered').digest('hex')
  for (const other of ['cache', '.trash']) {
    await mkdir(join(root, other))
    await aged(join(root, other, name), 10 * dayMs)
  }
  const blobs = await localFolderBlobs(root)
  assert.equal(await Array.fromAsync(blobs.list()), [])
  await blobs.delete(name)
  assert.equal([await readdir(join(root, 'cache')), await readdir(join(root, '.trash'))], [[name], [name]])
})

test('processes on the same folder read each other’s blobs', async ({ root }) => {
  const [one, other] = [await localFolderBlobs(root), await localFolderBlobs(root)]
  const { sha256 } = await one.put(Buffer.from('shared'))
  assert.is((await other.read(sha256)).toString(), 'shared')
  await rm(join(root, sha256.slice(0, 2)), { recursive: true })
  await one.put(Buffer.from('shared'))
  assert.is((await other.read(sha256)).toString(), 'shared')
})

test.run()
