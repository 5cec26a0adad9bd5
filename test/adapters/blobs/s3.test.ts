import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type OpenedBlobs, openS3Blobs } from '../../../src/adapters/blobs/s3.ts'
import { BlobsUnavailable } from '../../../src/ports/blobs.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { s3Missing, startS3 } from '../../support/servers/s3.ts'
import { blobsContract } from '../blobs.contract.ts'

const MiB = 2 ** 20
const secrets = ['id-of-the-s3-tests', 'secret-of-the-s3-tests']
const incoming = await mkdtemp(join(tmpdir(), 'endcap-s3-incoming-'))
const unavailable = suite('blobs in S3: unavailable')
unavailable.after(() => rm(incoming, { recursive: true, force: true }))

/** Runs work with these environment variables and restores the old ones. */
const within = async <A>(env: Readonly<Record<string, string>>, work: () => Promise<A>): Promise<A> => {
  const before = { ...process.env }
  Object.assign(process.env, env)
  return work().finally(() => {
    for (const name of Object.keys(env)) before[name] === undefined ? delete process.env[name] : undefined
    Object.assign(process.env, before)
  })
}

unavailable('an unreachable bucket is reported by name and code, without credentials or file names', async () => {
  const [AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = ''] = secrets
  const AWS_ENDPOINT_URL_S3 = `http://127.0.0.1:${await freePort()}`
  const env = { AWS_ENDPOINT_URL_S3, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION: 'us-east-1' }
  await within(env, async () => {
    const { blobs, close } = await openS3Blobs({ bucket: 'not-there', prefix: 'p', incoming })
    const hash = createHash('sha256').update('hello').digest('hex')
    const tried = [
      blobs.put(Buffer.from('hello')),
      blobs.stat(hash),
      blobs.open(hash),
      blobs.read(hash),
      blobs.delete(hash),
      Array.fromAsync(blobs.list()),
    ]
    for (const outcome of await Promise.allSettled(tried)) {
      assert.is(outcome.status, 'rejected')
      const { reason } = outcome as PromiseRejectedResult
      assert.instance(reason, BlobsUnavailable)
      assert.is(reason.message, 'the bucket not-there cannot be reached (ECONNREFUSED)')
      for (const secret of [...secrets, hash]) assert.not.match(JSON.stringify(reason) + reason.stack, secret)
      assert.is(reason.cause, undefined)
    }
    assert.equal(await readdir(incoming), [], 'a failed upload leaves nothing on the disk')
    close()
  })
})

if (s3Missing !== undefined) {
  console.log(`skipped: ${s3Missing}`)
  unavailable.skip('blobs: S3')
} else {
  const server = await startS3()
  unavailable.after(() => server.stop())
  Object.assign(process.env, server.env)
  let opened = 0
  const open = (prefix = `run-${++opened}`): Promise<OpenedBlobs> =>
    openS3Blobs({ bucket: server.bucket, prefix, incoming })

  blobsContract('S3', async () => {
    const prefix = `contract/${++opened}`
    const { blobs, close } = await open(prefix)
    return {
      blobs,
      age: (sha256, putAt) => utimes(server.fileOf(`${prefix}/${sha256}`), putAt, putAt),
      close: async () => close(),
    }
  })

  const test = suite('blobs in S3')

  test('two services with different prefixes in one bucket do not see each other’s blobs', async () => {
    const all = await Promise.all(['', 'shop', 'shop/a', 'shop-b'].map(open))
    const stored = await Promise.all(all.map(({ blobs }, i) => blobs.put(Buffer.from(`of ${i}`))))
    for (const [i, { blobs }] of all.entries()) {
      assert.equal(
        (await Array.fromAsync(blobs.list())).map(b => b.sha256),
        [stored[i]?.sha256],
      )
      for (const [j, other] of stored.entries()) if (i !== j) assert.is(await blobs.stat(other.sha256), undefined)
      await blobs.delete(stored[(i + 1) % stored.length]?.sha256 ?? '')
    }
    for (const [i, { blobs }] of all.entries()) assert.ok(await blobs.stat(stored[i]?.sha256 ?? ''))
    for (const { close } of all) close()
  })

  test('a list continues after its first page', async () => {
    const { blobs, close } = await open('many')
    const stored = Array.from({ length: 1_050 }, (_, i) => createHash('sha256').update(`${i}`).digest('hex'))
    await blobs.put(Buffer.from('0'))
    for (const sha256 of stored) await writeFile(server.fileOf(`many/${sha256}`), '')
    const listed = await Array.fromAsync(blobs.list())
    assert.equal(listed.map(b => b.sha256).sort(), stored.sort())
    close()
  })

  test('a file of 64 MiB is uploaded and read back in parts, unchanged', async () => {
    const { blobs, close } = await open()
    const [sent, got] = [createHash('sha256'), createHash('sha256')]
    const part = randomBytes(MiB)
    const film = Readable.from(
      (function* () {
        for (let i = 0; i < 64; i++) {
          part.writeUInt32BE(i)
          sent.update(part)
          yield Buffer.from(part)
        }
      })(),
    )
    const { sha256, size } = await blobs.put(film)
    assert.equal([sha256, size], [sent.digest('hex'), 64 * MiB])
    for await (const chunk of await blobs.open(sha256)) got.update(chunk)
    assert.is(got.digest('hex'), sha256)
    const [from, to] = [40 * MiB, 40 * MiB + 3]
    assert.equal(
      [...Buffer.concat(await Array.fromAsync(await blobs.open(sha256, { start: from, end: to })))],
      [0, 0, 0, 40],
    )
    assert.equal(await readdir(incoming), [], 'no temporary file is left on the disk')
    close()
  })

  test('a presigned link downloads one file from the store, under its name only', async () => {
    const { blobs, close } = await open()
    const [mine, other] = [await blobs.put(Buffer.from('mine')), await blobs.put(Buffer.from('other'))]
    const as = { filename: 'Frühling "26".zip', contentType: 'application/zip', expiresSeconds: 300 }
    const link = (await blobs.presign?.(mine.sha256, as)) ?? ''
    const got = await fetch(link)
    assert.equal([got.status, await got.text()], [200, 'mine'])
    assert.is(got.headers.get('content-type'), 'application/zip')
    assert.match(
      got.headers.get('content-disposition') ?? '',
      /^attachment; filename="Fr_hling _26_\.zip"; filename\*=UTF-8''Fr%C3%BChling/,
    )
    assert.match(link, 'X-Amz-Expires=300')
    assert.is((await fetch(link.replace(mine.sha256, other.sha256))).status, 403)
    assert.is((await fetch(link.replace('Fr%25C3', 'X'))).status, 403, 'nor under another name')
    close()
  })

  test('a missing bucket is reported by name, not as a missing file', async () => {
    const { blobs, close } = await openS3Blobs({ bucket: 'no-such-bucket', prefix: '', incoming })
    const failed = await blobs.read(createHash('sha256').digest('hex')).catch(error => error)
    assert.instance(failed, BlobsUnavailable)
    assert.is(failed.message, 'the bucket no-such-bucket answered 404 (NoSuchBucket)')
    close()
  })

  test.run()
}
unavailable.run()
