import { generateKeyPairSync } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openCloudStorage } from '../../../src/adapters/cloud-storage/open.ts'
import { openFetcher } from '../../../src/adapters/fetcher/guarded.ts'
import { parseRootDir, type ServiceType } from '../../../src/domain/cloud/root-dir.ts'
import { isCloudFailure } from '../../../src/ports/cloud-storage.ts'
import { rsaKeyOf } from '../../support/examples/rsa-key.ts'
import { endlessXml, loopback } from '../../support/servers/loopback.ts'

type Given = { readonly undo: (() => Promise<unknown>)[] }
const test = suite<Given>('connections to clouds', { undo: [] })
test.after.each(async ({ undo }) => {
  for (const end of undo.splice(0).reverse()) await end()
})

const keys: Readonly<Record<ServiceType, { accessKey: string; secretKey: string }>> = {
  AmazonS3: { accessKey: 'AKIAEXAMPLE', secretKey: 'secret' },
  S3Compatible: { accessKey: 'access', secretKey: 'secret' },
  AzureBlob: { accessKey: 'account', secretKey: 'c2VjcmV0' },
  GoogleCloudStorage: {
    accessKey: 'reader@example.com',
    secretKey: generateKeyPairSync('rsa', { modulusLength: 2048 })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString(),
  },
}
const types = ['S3Compatible', 'GoogleCloudStorage', 'AzureBlob'] as const

const serving = async (given: Given, ...handle: Parameters<typeof loopback>) => {
  const server = await loopback(...handle)
  given.undo.push(server.stop)
  return server
}
type Fetching = Partial<Parameters<typeof openFetcher>[0]>
type Patience = { readonly listingTimeoutMs: number; readonly idleMs: number }
type Options = Fetching & { readonly patience?: Patience }
const maxObjectBytes = 1_000_000
const impatient = { listingTimeoutMs: 1_500, idleMs: 1_000 }
const storageOf = async (given: Given, type: ServiceType, rootDir: string, options: Options = {}, more = {}) => {
  const root = parseRootDir(type, rootDir)
  if (E.isLeft(root)) throw new Error(root.left)
  const { patience = { listingTimeoutMs: 60_000, idleMs: 60_000 }, ...fetching } = options
  const fetcher = openFetcher({ egressAllow: [], ...fetching })
  given.undo.push(fetcher.close)
  return openCloudStorage({ fetcher, patience, maxObjectBytes }).open(root.right, { ...keys[type], ...more })
}

test('every client refuses private and local addresses, in every notation', async given => {
  for (const type of types)
    for (const host of [
      '127.0.0.1:9000',
      'localhost:9000',
      '10.1.2.3',
      '169.254.169.254',
      '[::1]:9000',
      '2130706433',
      '0x7f.1',
    ]) {
      const storage = await storageOf(given, type, `http://${host}/bucket/prefix`)
      assert.is((await storage.check('prefix/'))?.code, 'address-refused', `${type} ${host}`)
      const object = await storage.open('prefix/a')
      assert.is(isCloudFailure(object) && object.code, 'address-refused', `${type} ${host}`)
    }
})

test('an address that changes between check and connect is checked on connect', async given => {
  const server = await serving(given, (_, response) => void response.end('{}'))
  for (const type of types) {
    let changed = false
    // the first lookup is the one that a check would make; the connection's own comes after it
    const lookup: NonNullable<Fetching['lookup']> = (_host, _options, done) =>
      done(null, [{ address: changed ? '127.0.0.1' : '203.0.113.1', family: 4 }])
    const storage = await storageOf(given, type, `http://rebinding.test:${server.port}/bucket`, { lookup })
    changed = true
    assert.is((await storage.check(''))?.code, 'address-refused', type)
  }
  assert.is(server.seen.length, 0)
})

test('a name that resolves to a public and a private address is refused', async given => {
  for (const type of types) {
    const storage = await storageOf(given, type, 'http://both.test/bucket', {
      lookup: (_host, _options, done) =>
        done(null, [
          { address: '203.0.113.1', family: 4 },
          { address: '10.0.0.1', family: 4 },
        ]),
    })
    assert.is((await storage.check(''))?.code, 'address-refused', type)
  }
})

test('a redirect to a private address is not followed, for a listing or for an object', async given => {
  const inner = await serving(given, (_, response) => void response.end('inner'))
  const outer = await serving(
    given,
    (_, response) => void response.writeHead(307, { location: `http://localhost:${inner.port}/secret` }).end(),
  )
  for (const type of types) {
    const storage = await storageOf(given, type, `${outer.origin}/bucket`, { egressAllow: [outer.host] })
    assert.is((await storage.check(''))?.code, 'address-refused', type)
    const object = await storage.open('a')
    assert.is(isCloudFailure(object) && object.code, 'address-refused', type)
  }
  assert.is(inner.seen.length, 0)
})

test('a service that never answers, or stops within its response, times out', async given => {
  const silent = await serving(given, () => undefined)
  const stalling = await serving(given, (_, response) => void response.writeHead(200).write('<?xml'))
  for (const type of types)
    for (const { origin, host } of [silent, stalling]) {
      const storage = await storageOf(given, type, `${origin}/bucket`, { egressAllow: [host], patience: impatient })
      assert.is((await storage.check(''))?.code, 'timeout', type)
    }
  // its headers must arrive in this time, also on a busy machine
  const options = { egressAllow: [stalling.host], patience: { ...impatient, idleMs: 4_000 } }
  const storage = await storageOf(given, 'S3Compatible', `${stalling.origin}/bucket`, options)
  const object = await storage.open('a')
  assert.ok(!isCloudFailure(object))
  const error = await text(object.body).then(
    () => undefined,
    e => e,
  )
  assert.is(error?.code, 'timeout')
})

test('50 MB of XML are not read', async given => {
  const server = await serving(given, (_, response) => endlessXml(response, 50_000_000))
  for (const type of types) {
    const storage = await storageOf(given, type, `${server.origin}/bucket`, { egressAllow: [server.host] })
    assert.is((await storage.check(''))?.code, 'too-large', type)
  }
})

test('a page longer than its keys can be is not parsed, which would keep the node busy', async given => {
  const server = await serving(given, (_, response) => endlessXml(response, 600_000))
  for (const type of types) {
    const storage = await storageOf(given, type, `${server.origin}/bucket`, { egressAllow: [server.host] })
    assert.is((await storage.check(''))?.code, 'too-large', type)
  }
})

test('a page of more tags than its keys can have is not parsed', async given => {
  const listings = {
    S3Compatible: (tags: string) => `<ListBucketResult>${tags}</ListBucketResult>`,
    AzureBlob: (tags: string) => `<EnumerationResults><Blobs>${tags}</Blobs><NextMarker/></EnumerationResults>`,
  }
  for (const [type, listing] of Object.entries(listings) as [keyof typeof listings, (tags: string) => string][]) {
    const codeOf = async (tags: number) => {
      const server = await serving(given, (_, response) => {
        response.writeHead(200, { 'content-type': 'application/xml' }).end(listing('<a/>'.repeat(tags)))
      })
      const storage = await storageOf(given, type, `${server.origin}/bucket`, { egressAllow: [server.host] })
      return (await storage.check(''))?.code
    }
    assert.is(await codeOf(12_000), undefined, type)
    assert.is(await codeOf(12_800), 'too-large', type)
  }
})

test('a page of many keys is asked for in parts', async given => {
  const server = await serving(given, ({ url }, response) => {
    const asked = new URL(url ?? '', 'http://test').searchParams
    const at = Number(asked.get('continuation-token') ?? 0)
    const keys = Array.from(
      { length: Number(asked.get('max-keys')) },
      (_, i) => `<Contents><Key>${at + i}</Key></Contents>`,
    )
    const next = `<IsTruncated>true</IsTruncated><NextContinuationToken>${at + keys.length}</NextContinuationToken>`
    response.end(`<ListBucketResult>${keys.join('')}${next}</ListBucketResult>`)
  })
  const storage = await storageOf(given, 'S3Compatible', `${server.origin}/bucket`, { egressAllow: [server.host] })
  const page = await storage.list({ prefix: '', limit: 250, page: '7' })
  if (isCloudFailure(page)) return assert.unreachable(page.detail)
  assert.equal(
    page.objects.map(({ key }) => Number(key)),
    Array.from({ length: 250 }, (_, i) => 7 + i),
  )
  assert.is(page.next, '257')
  const asked = server.seen.map(({ url }) => new URL(url ?? '', 'http://test').searchParams.get('max-keys'))
  assert.equal(asked, ['100', '100', '50'])
})

test('of an error that is as long as an object, only the beginning is parsed', async given => {
  for (const [type, code] of [
    ['S3Compatible', 'NoSuchKey'],
    ['AzureBlob', 'BlobNotFound'],
  ] as const) {
    const error = (padding: number) => `<Error><Message>${' '.repeat(padding)}</Message><Code>${code}</Code></Error>`
    const codeOf = async (padding: number) => {
      const answer = error(padding)
      const server = await serving(given, (_, response) => {
        response.writeHead(404, { 'content-type': 'application/xml' }).end(answer)
      })
      const storage = await storageOf(given, type, `${server.origin}/bucket`, { egressAllow: [server.host] })
      const opened = await storage.open('a')
      return isCloudFailure(opened) && opened.code
    }
    assert.is(await codeOf(1_000), 'not-found', type)
    assert.is(await codeOf(500_000), 'refused', type)
  }
})

test('an object over the bound is not read, whether or not the service announces its size', async given => {
  const piece = Buffer.alloc(100_000)
  for (const announced of [true, false]) {
    const server = await serving(given, (_, response) => {
      response.writeHead(200, announced ? { 'content-length': 2_000_000 } : {})
      const more = () => {
        while (response.write(piece));
        response.once('drain', more)
      }
      more()
    })
    for (const type of types) {
      // Microsoft's client reads no object of unknown size
      if (type === 'AzureBlob' && !announced) continue
      const storage = await storageOf(given, type, `${server.origin}/bucket`, { egressAllow: [server.host] })
      const opened = await storage.open('a')
      const failure = isCloudFailure(opened) ? opened : await text(opened.body).catch(error => error)
      assert.is(failure.code, 'too-large', `${type} ${announced}`)
      if (announced) assert.ok(isCloudFailure(opened), 'known from the headers')
    }
  }
})

test('an object that is stored packed is unpacked, within the bound', async given => {
  const server = await serving(given, ({ url }, response) => {
    const packed = gzipSync(Buffer.alloc(url?.includes('long') ? maxObjectBytes + 1 : 4, 'text'))
    const headers = { 'content-encoding': 'gzip', 'content-length': packed.length, etag: '"1"' }
    response.writeHead(200, headers).end(packed)
  })
  for (const type of types) {
    const storage = await storageOf(given, type, `${server.origin}/bucket`, { egressAllow: [server.host] })
    const outcome = async (key: string) => {
      const opened = await storage.open(key)
      return isCloudFailure(opened) ? opened.code : text(opened.body).catch(error => error.code)
    }
    assert.is(await outcome('short'), 'text', type)
    assert.is(await outcome('long'), 'too-large', type)
  }
})

test('a listing ends when it is aborted', async given => {
  const silent = await serving(given, () => undefined)
  for (const type of types) {
    const storage = await storageOf(given, type, `${silent.origin}/bucket`, { egressAllow: [silent.host] })
    const stop = new AbortController()
    const listing = storage.list({ prefix: '', limit: 10, signal: stop.signal })
    stop.abort()
    assert.ok(isCloudFailure(await listing), type)
  }
})

test('reports a response that is not a listing, and a server error', async given => {
  for (const [status, body, code] of [
    [200, 'not a listing', 'refused'],
    [302, 'nowhere', 'refused'],
    [400, 'bad', 'refused'],
    [500, 'broken', 'unavailable'],
    [429, 'slower', 'unavailable'],
  ] as const) {
    const server = await serving(given, (_, response) => void response.writeHead(status).end(body))
    for (const type of types) {
      const storage = await storageOf(given, type, `${server.origin}/bucket`, { egressAllow: [server.host] })
      assert.is((await storage.check(''))?.code, code, `${type} ${status}`)
    }
  }
})

test('reports a response in another protocol as unreadable, not as a status', async given => {
  const server = await serving(given, (_, response) => void response.end('<html>Welcome'))
  for (const type of types) {
    const storage = await storageOf(given, type, `${server.origin}/bucket`, { egressAllow: [server.host] })
    assert.is((await storage.check(''))?.detail, 'The response of the cloud service could not be read.', type)
  }
})

test("a customer's keys are never sent to the node's own storage endpoint", async given => {
  const own = await serving(given, (_, response) => void response.end())
  process.env.AWS_ENDPOINT_URL_S3 = own.origin
  given.undo.push(async () => delete process.env.AWS_ENDPOINT_URL_S3)
  const asked: string[] = []
  const storage = await storageOf(given, 'AmazonS3', 'bucket/prefix', {
    egressAllow: [own.host],
    lookup: (host, _options, done) => {
      asked.push(host)
      done(null, [{ address: '127.0.0.1', family: 4 }])
    },
  })
  assert.is((await storage.check('prefix/'))?.code, 'address-refused')
  assert.equal([[...new Set(asked)], own.seen.length], [['s3.us-east-1.amazonaws.com'], 0])
})

test('an account name that forms a host, and an invalid key, are refused before any request', async given => {
  const lookup: Fetching['lookup'] = () => assert.unreachable('a name was resolved')
  for (const accessKey of ['evil.com/', 'evil.com#', '../x', 'UPPER', 'a', 'a@evil.com']) {
    const storage = await storageOf(given, 'AzureBlob', 'bucket', { lookup }, { accessKey })
    assert.is((await storage.check(''))?.code, 'key-refused', accessKey)
  }
  const google = await storageOf(given, 'GoogleCloudStorage', 'bucket', { lookup }, { secretKey: 'no PEM' })
  assert.is((await google.check(''))?.code, 'secret-refused')
})

test('a key that takes seconds to sign with is refused, and one of 4,096 bits is not', async given => {
  const server = await serving(given, (_, response) => void response.end('{}'))
  const checked = async (secretKey: string) => {
    const allowed = { egressAllow: [server.host] }
    const storage = await storageOf(given, 'GoogleCloudStorage', `${server.origin}/bucket`, allowed, { secretKey })
    return storage.check('')
  }
  const refused = { code: 'secret-refused', detail: 'Keys of more than 4096 bits are refused.' }
  assert.equal(await checked(rsaKeyOf(4_112)), refused)
  assert.is(server.seen.length, 0)
  assert.is(await checked(rsaKeyOf(4_096)), undefined)
})

test.run()
