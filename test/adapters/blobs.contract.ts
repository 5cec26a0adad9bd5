import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { BlobMissing, type Blobs, BlobTooLarge } from '../../src/ports/blobs.ts'

/** An empty store of blobs to be tested. */
export type BlobsUnderTest = {
  readonly blobs: Blobs
  /** Makes a blob look as if it had been put at that time. */
  age(sha256: string, putAt: Date): Promise<void>
  close(): Promise<void>
}
type Context = BlobsUnderTest

const hashOf = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const absent = hashOf('never stored')
const bytes = (content: string) => Buffer.from(content)
/** Pseudo-random bytes, the same in every run, as a stream of chunks of uneven size. */
const large = Buffer.concat(Array.from({ length: 30_000 }, (_, i) => createHash('sha256').update(`${i}`).digest()))
const chunksOf = function* (content: Buffer) {
  for (let at = 0, size = 1; at < content.length; at += size, size = (size * 7 + 3) % 70_001)
    yield content.subarray(at, at + size)
}
const listed = async (blobs: Blobs) => (await Array.fromAsync(blobs.list())).map(b => `${b.sha256} ${b.size}`).sort()
const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    error => error,
  )

/** The promises of a store of blobs, held by every adapter. `open` gives an empty one. */
export const blobsContract = (name: string, open: () => Promise<BlobsUnderTest>) => {
  const test = suite<Context>(`blobs: ${name}`)
  test.before.each(async context => void Object.assign(context, await open()))
  test.after.each(context => context.close())

  test('what was stored is read back byte for byte, whole or as a stream', async ({ blobs }) => {
    for (const content of [bytes(''), bytes('hello'), Buffer.from([0, 255, 10, 13, 0]), large]) {
      const { sha256, size } = await blobs.put(content)
      assert.equal([sha256, size], [hashOf(content), content.length])
      assert.ok((await blobs.read(sha256)).equals(content))
      assert.ok((await buffer(await blobs.open(sha256))).equals(content))
      const kept = await blobs.stat(sha256)
      assert.equal([kept?.sha256, kept?.size], [sha256, size])
    }
  })

  test('an upload is stored as it comes, in chunks of any size', async ({ blobs }) => {
    const { sha256, size } = await blobs.put(Readable.from(chunksOf(large)))
    assert.equal([sha256, size], [hashOf(large), large.length])
    assert.ok((await blobs.read(sha256)).equals(large))
  })

  test('a player that seeks gets the bytes that it asked for', async ({ blobs }) => {
    const { sha256 } = await blobs.put(bytes('0123456789'))
    assert.is(await text(await blobs.open(sha256, { start: 2, end: 4 })), '234')
    assert.is(await text(await blobs.open(sha256, { start: 9, end: 9 })), '9')
    assert.is(await text(await blobs.open(sha256, { start: 7, end: 100 })), '789')
  })

  test('the same content is kept once, even when two store it at the same time', async ({ blobs }) => {
    const stored = await Promise.all(Array.from({ length: 8 }, () => blobs.put(Readable.from(chunksOf(large)))))
    assert.is(new Set(stored.map(b => b.sha256)).size, 1)
    assert.equal(await listed(blobs), [`${hashOf(large)} ${large.length}`])
    assert.ok((await blobs.read(hashOf(large))).equals(large))
  })

  test('an upload over its bound leaves nothing behind', async ({ blobs }) => {
    const streamed = Readable.from(chunksOf(large))
    assert.instance(await errorOf(blobs.put(streamed, { maxBytes: large.length - 1 })), BlobTooLarge)
    assert.ok(streamed.destroyed, 'the sender is not read any further')
    assert.instance(await errorOf(blobs.put(bytes('12345'), { maxBytes: 4 })), BlobTooLarge)
    assert.equal(await listed(blobs), [])
    assert.is((await blobs.put(bytes('12345'), { maxBytes: 5 })).size, 5)
  })

  test('an upload that breaks off leaves nothing behind, and its error is the sender’s', async ({ blobs }) => {
    const broken = Readable.from(
      (async function* () {
        yield large
        throw new Error('the sender hung up')
      })(),
    )
    assert.match(String(await errorOf(blobs.put(broken))), 'the sender hung up')
    const gone = Readable.from([large]).destroy(new Error('gone before it was read'))
    assert.match(String(await errorOf(blobs.put(gone))), 'gone before')
    assert.equal(await listed(blobs), [])
    assert.is(await blobs.stat(hashOf(large)), undefined)
  })

  test('what is not there is told as missing', async ({ blobs }) => {
    assert.is(await blobs.stat(absent), undefined)
    assert.instance(await errorOf(blobs.read(absent)), BlobMissing)
    assert.instance(await errorOf(blobs.open(absent)), BlobMissing)
  })

  test('a hash that is none leads nowhere, least of all out of the store', async ({ blobs }) => {
    const { sha256 } = await blobs.put(bytes('kept'))
    for (const wrong of ['', '..', '../../etc/passwd', `../${sha256}`, sha256.toUpperCase(), `${sha256}\0`]) {
      assert.is(await blobs.stat(wrong), undefined)
      assert.instance(await errorOf(blobs.read(wrong)), BlobMissing)
      assert.instance(await errorOf(blobs.open(wrong)), BlobMissing)
      await blobs.delete(wrong)
    }
    assert.equal(await listed(blobs), [`${sha256} 4`])
  })

  test('what was deleted is gone, for good, and deleting it again harms nothing', async ({ blobs }) => {
    const [first, second] = [await blobs.put(bytes('first')), await blobs.put(bytes('second'))]
    await blobs.delete(first.sha256)
    await blobs.delete(first.sha256)
    await blobs.delete(absent)
    assert.is(await blobs.stat(first.sha256), undefined)
    assert.equal(await listed(blobs), [`${second.sha256} 6`])
    await blobs.put(bytes('first'))
    assert.is((await blobs.read(first.sha256)).toString(), 'first')
  })

  test('who began to read a file reads it to its end, though it is deleted meanwhile', async ({ blobs }) => {
    const { sha256 } = await blobs.put(large)
    const reading = await blobs.open(sha256)
    await blobs.delete(sha256)
    assert.ok((await buffer(reading)).equals(large))
  })

  test('bytes that are stored again are young again, so that no sweep takes them from under a new export', async ({
    blobs,
    age,
  }) => {
    const { sha256 } = await blobs.put(bytes('made twice'))
    const lastYear = new Date('2025-01-01T00:00:00Z')
    await age(sha256, lastYear)
    assert.equal((await blobs.stat(sha256))?.modifiedAt, lastYear)
    const before = Date.now()
    await blobs.put(bytes('made twice'))
    const [kept] = await Array.fromAsync(blobs.list())
    for (const info of [kept, await blobs.stat(sha256)])
      assert.ok(Math.abs((info?.modifiedAt.getTime() ?? 0) - before) < 60_000)
    assert.is((await blobs.read(sha256)).toString(), 'made twice')
  })

  test('the sweep sees every blob with its size and age, so that it spares what is young', async ({ blobs }) => {
    const before = Date.now()
    const stored = await Promise.all(['a', 'bb', 'ccc'].map(content => blobs.put(bytes(content))))
    assert.equal(await listed(blobs), stored.map(b => `${b.sha256} ${b.size}`).sort())
    // file systems and object stores keep times to the second
    for await (const { modifiedAt } of blobs.list()) assert.ok(Math.abs(modifiedAt.getTime() - before) < 60_000)
  })

  test.run()
}
