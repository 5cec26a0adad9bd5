import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { BlobMissing, type Blobs, BlobTooLarge } from '../../src/ports/blobs.ts'

/** An empty blob store under test. */
export type BlobsUnderTest = {
  readonly blobs: Blobs
  /** Sets the time at which a blob was put. */
  age(sha256: string, putAt: Date): Promise<void>
  close(): Promise<void>
}
type Context = BlobsUnderTest

const hashOf = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const absent = hashOf('never stored')
const bytes = (content: string) => Buffer.from(content)
/** Pseudo-random bytes, the same in every run, as a stream of chunks of varying size. */
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

/** The contract of a blob store; every adapter passes it. `open` creates an empty store. */
export const blobsContract = (name: string, open: () => Promise<BlobsUnderTest>) => {
  const test = suite<Context>(`blobs: ${name}`)
  test.before.each(async context => void Object.assign(context, await open()))
  test.after.each(context => context.close?.())

  test('reads back the stored bytes, complete or as a stream', async ({ blobs }) => {
    for (const content of [bytes(''), bytes('hello'), Buffer.from([0, 255, 10, 13, 0]), large]) {
      const { sha256, size } = await blobs.put(content)
      assert.equal([sha256, size], [hashOf(content), content.length])
      assert.ok((await blobs.read(sha256)).equals(content))
      assert.ok((await buffer(await blobs.open(sha256))).equals(content))
      const kept = await blobs.stat(sha256)
      assert.equal([kept?.sha256, kept?.size], [sha256, size])
    }
  })

  test('stores an upload in chunks of any size', async ({ blobs }) => {
    const { sha256, size } = await blobs.put(Readable.from(chunksOf(large)))
    assert.equal([sha256, size], [hashOf(large), large.length])
    assert.ok((await blobs.read(sha256)).equals(large))
  })

  test('a range request returns the requested bytes', async ({ blobs }) => {
    const { sha256 } = await blobs.put(bytes('0123456789'))
    assert.is(await text(await blobs.open(sha256, { start: 2, end: 4 })), '234')
    assert.is(await text(await blobs.open(sha256, { start: 9, end: 9 })), '9')
    assert.is(await text(await blobs.open(sha256, { start: 7, end: 100 })), '789')
  })

  test('the same content is stored once, even by concurrent uploads', async ({ blobs }) => {
    const stored = await Promise.all(Array.from({ length: 8 }, () => blobs.put(Readable.from(chunksOf(large)))))
    assert.is(new Set(stored.map(b => b.sha256)).size, 1)
    assert.equal(await listed(blobs), [`${hashOf(large)} ${large.length}`])
    assert.ok((await blobs.read(hashOf(large))).equals(large))
  })

  test('an upload over the limit leaves nothing behind', async ({ blobs }) => {
    const streamed = Readable.from(chunksOf(large))
    assert.instance(await errorOf(blobs.put(streamed, { maxBytes: large.length - 1 })), BlobTooLarge)
    assert.ok(streamed.destroyed, 'reading from the sender stops')
    assert.instance(await errorOf(blobs.put(bytes('12345'), { maxBytes: 4 })), BlobTooLarge)
    assert.equal(await listed(blobs), [])
    assert.is((await blobs.put(bytes('12345'), { maxBytes: 5 })).size, 5)
  })

  test('bytes that may not be stored leave nothing behind, and who decides knows their hash and size', async ({
    blobs,
  }) => {
    const refused = new Error('no room')
    const asked: unknown[] = []
    const mayStore = async (info: unknown) => {
      asked.push(info)
      throw refused
    }
    assert.is(await errorOf(blobs.put(Readable.from(chunksOf(large)), { mayStore })), refused)
    assert.equal(asked, [{ sha256: hashOf(large), size: large.length }])
    assert.equal(await listed(blobs), [])
    await blobs.put(bytes('12345'), { mayStore: async () => undefined })
    assert.equal(await listed(blobs), [`${hashOf('12345')} 5`])
  })

  test('an aborted upload leaves nothing behind and rejects with the sender’s error', async ({ blobs }) => {
    const broken = Readable.from(
      (async function* () {
        yield large
        throw new Error('the sender disconnected')
      })(),
    )
    assert.match(String(await errorOf(blobs.put(broken))), 'the sender disconnected')
    const gone = Readable.from([large]).destroy(new Error('failed before it was read'))
    assert.match(String(await errorOf(blobs.put(gone))), 'failed before')
    assert.equal(await listed(blobs), [])
    assert.is(await blobs.stat(hashOf(large)), undefined)
  })

  test('an absent blob is reported as missing', async ({ blobs }) => {
    assert.is(await blobs.stat(absent), undefined)
    assert.instance(await errorOf(blobs.read(absent)), BlobMissing)
    assert.instance(await errorOf(blobs.open(absent)), BlobMissing)
  })

  test('an invalid hash is never resolved, especially not outside the store', async ({ blobs }) => {
    const { sha256 } = await blobs.put(bytes('kept'))
    for (const wrong of ['', '..', '../../etc/passwd', `../${sha256}`, sha256.toUpperCase(), `${sha256}\0`]) {
      assert.is(await blobs.stat(wrong), undefined)
      assert.instance(await errorOf(blobs.read(wrong)), BlobMissing)
      assert.instance(await errorOf(blobs.open(wrong)), BlobMissing)
      await blobs.delete(wrong)
    }
    assert.equal(await listed(blobs), [`${sha256} 4`])
  })

  test('a deleted blob is gone, and deleting it again does no harm', async ({ blobs }) => {
    const [first, second] = [await blobs.put(bytes('first')), await blobs.put(bytes('second'))]
    await blobs.delete(first.sha256)
    await blobs.delete(first.sha256)
    await blobs.delete(absent)
    assert.is(await blobs.stat(first.sha256), undefined)
    assert.equal(await listed(blobs), [`${second.sha256} 6`])
    await blobs.put(bytes('first'))
    assert.is((await blobs.read(first.sha256)).toString(), 'first')
  })

  test('a started read completes even if the blob is deleted meanwhile', async ({ blobs }) => {
    const { sha256 } = await blobs.put(large)
    const reading = await blobs.open(sha256)
    await blobs.delete(sha256)
    assert.ok((await buffer(reading)).equals(large))
  })

  test('storing a blob again renews its age, so that a sweep does not delete it under a new export', async ({
    blobs,
    age,
  }) => {
    const { sha256 } = await blobs.put(bytes('stored twice'))
    const lastYear = new Date('2025-01-01T00:00:00Z')
    await age(sha256, lastYear)
    assert.equal((await blobs.stat(sha256))?.modifiedAt, lastYear)
    const before = Date.now()
    await blobs.put(bytes('stored twice'))
    const [kept] = await Array.fromAsync(blobs.list())
    for (const info of [kept, await blobs.stat(sha256)])
      assert.ok(Math.abs((info?.modifiedAt.getTime() ?? 0) - before) < 60_000)
    assert.is((await blobs.read(sha256)).toString(), 'stored twice')
  })

  test('only a blob that was not put since a time is deleted as an old one', async ({ blobs, age }) => {
    const [old, young] = [await blobs.put(bytes('old')), await blobs.put(bytes('young'))]
    const lastYear = new Date('2025-01-01T00:00:00Z')
    await age(old.sha256, lastYear)
    assert.is(await blobs.deleteOld(old.sha256, new Date('2024-12-31T00:00:00Z')), false)
    assert.is(await blobs.deleteOld(young.sha256, lastYear), false)
    assert.equal(await listed(blobs), [`${old.sha256} 3`, `${young.sha256} 5`].sort())
    assert.is(await blobs.deleteOld(old.sha256, lastYear), true)
    assert.is(await blobs.deleteOld(old.sha256, lastYear), true, 'it is gone')
    assert.is(await blobs.deleteOld(`../${young.sha256}`, new Date()), true)
    assert.equal(await listed(blobs), [`${young.sha256} 5`])
  })

  test('what is put while the old blob is deleted is kept, whichever comes first', async ({ blobs, age }) => {
    const lastYear = new Date('2025-01-01T00:00:00Z')
    const both = async (n: number) => {
      const content = bytes(`blob ${n}`)
      const { sha256 } = await blobs.put(content)
      await age(sha256, lastYear)
      const putting = blobs.put(content)
      for (let step = 0; step < n % 20; step++) await blobs.stat(absent)
      await Promise.all([putting, blobs.deleteOld(sha256, lastYear), blobs.deleteOld(sha256, lastYear)])
      assert.ok((await blobs.read(sha256)).equals(content), `blob ${n}`)
    }
    for (let round = 0; round < 30; round++) await Promise.all([0, 1, 2, 3].map(n => both(4 * round + n)))
  })

  test('list returns every blob with its size and age', async ({ blobs }) => {
    const before = Date.now()
    const stored = await Promise.all(['a', 'bb', 'ccc'].map(content => blobs.put(bytes(content))))
    assert.equal(await listed(blobs), stored.map(b => `${b.sha256} ${b.size}`).sort())
    // file systems and object stores have a resolution of one second
    for await (const { modifiedAt } of blobs.list()) assert.ok(Math.abs(modifiedAt.getTime() - before) < 60_000)
  })

  test.run()
}
