import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Config, readConfig } from '../../../src/node/config/read-config.ts'

const read = (BLOB_URL?: string) => readConfig({ BLOB_URL })
const blobUrl = (url?: string) => E.map((config: Config) => config.blobUrl)(read(url))

test('BLOB_URL names a bucket with or without a prefix; the default is the data folder', () => {
  for (const url of ['s3://endcap', 's3://endcap/', 's3://my.bucket-1/shop', 's3://endcap/shop/files_v2.0/'])
    assert.equal(blobUrl(url), E.right(url))
  assert.equal([blobUrl(), blobUrl(' ')], [E.right(undefined), E.right(undefined)])
})

test('any other value stops the start; the message names the variable but not the value', () => {
  const wrong = ['endcap', 's3:', 's3://', 's3://E', 's3://user:secret@endcap/x', 's3://endcap/../x', 's3://endcap/./x']
  const alsoWrong = ['s3://endcap//x', 's3://endcap/x?y=1', 'http://endcap/x', 'file:///tmp/x', 's3://endcap/a b']
  for (const url of [...wrong, ...alsoWrong]) {
    const refused = read(url)
    if (E.isRight(refused)) return assert.unreachable(`${url} was taken`)
    const [line = '', ...more] = refused.left
    assert.match(line, /^BLOB_URL must be s3:\/\/bucket or s3:\/\/bucket\/prefix/)
    assert.not.match(line, 'secret')
    assert.equal(more, [])
  }
})

test.run()
