import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parseRootDir, type ServiceType, shownRootDir } from '../../../src/domain/cloud/root-dir.ts'
import { pathTricks } from '../../support/examples/path-tricks.ts'

const test = suite('root directories')
const parsed = (serviceType: ServiceType, rootDir: string) => {
  const root = parseRootDir(serviceType, rootDir)
  return E.isRight(root) ? root.right : root.left
}
const shown = (serviceType: ServiceType, rootDir: string) => {
  const root = parseRootDir(serviceType, rootDir)
  return E.isRight(root) ? shownRootDir(root.right, rootDir, 'studio') : root.left
}

test('bucket/prefix is parsed', () => {
  assert.equal(parsed('AmazonS3', 'acme/spring/2026/'), {
    serviceType: 'AmazonS3',
    bucket: 'acme',
    prefix: 'spring/2026',
  })
  assert.equal(parsed('GoogleCloudStorage', 'acme_files'), {
    serviceType: 'GoogleCloudStorage',
    bucket: 'acme_files',
    prefix: '',
  })
})

test('a URL keeps its scheme, host and port, and its path is decoded', () => {
  assert.equal(parsed('S3Compatible', 'http://10.0.0.1:9000/acme/my%20files'), {
    serviceType: 'S3Compatible',
    bucket: 'acme',
    prefix: 'my files',
    origin: 'http://10.0.0.1:9000',
  })
})

test('responses show the full storage URL, and a URL as it was given', () => {
  assert.is(shown('AmazonS3', 'acme/my files'), 'https://s3.amazonaws.com/acme/my%20files')
  assert.is(shown('GoogleCloudStorage', 'acme'), 'https://storage.googleapis.com/acme')
  assert.is(shown('AzureBlob', 'acme/spring'), 'https://studio.blob.core.windows.net/acme/spring')
  assert.is(shown('S3Compatible', 'https://s3.example.com/acme/x/'), 'https://s3.example.com/acme/x/')
})

test('a full storage URL from a response can be sent again', () => {
  for (const type of ['AmazonS3', 'GoogleCloudStorage', 'AzureBlob'] as const) {
    const root = parsed(type, shown(type, 'acme/my files'))
    assert.ok(typeof root !== 'string' && root.bucket === 'acme' && root.prefix === 'my files')
  }
})

test('S3Compatible requires a URL; other schemes, credentials, queries and fragments are refused', () => {
  for (const rootDir of [
    'acme/spring',
    'ftp://host/acme',
    'file:///etc/passwd',
    'gopher://host/acme',
    'https://user:pass@host/acme',
    'https://host/acme?x=1',
    'https://host/acme#x',
    'https://host',
    'https://host/',
    'https:///acme',
    'https://ho st/acme',
    'https://host\\@evil/acme',
    'https://host/acme/%zz',
    'javascript:alert(1)//acme',
  ])
    assert.type(parsed('S3Compatible', rootDir), 'string', rootDir)
})

test('no path trick leads out of the bucket', () => {
  for (const trick of pathTricks.filter(t => t !== '/')) {
    assert.type(parsed('AmazonS3', `acme/${trick}`), 'string', JSON.stringify(trick))
    // a URL is percent-decoded once, so an encoded trick is just as dangerous
    const encoded = `https://host/acme/${encodeURIComponent(trick)}`
    assert.type(parsed('S3Compatible', encoded), 'string', JSON.stringify(trick))
  }
  for (const bucket of ['..', '.', '', 'a/../b', '%2e%2e', 'a:b', 'arn:aws:s3:::acme', 'a\u0000b'])
    assert.type(parsed('AmazonS3', bucket), 'string', bucket)
})

test.run()
