import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checkedPlace } from '../../../src/domain/asset-sources/feed-address.ts'

const test = suite('addresses of feeds')

test('an s3 address with a port is refused with how another store is written', () => {
  const refused = checkedPlace({ url: 's3://store.example:9000/bucket/feed.csv', urlType: 's3' })
  assert.ok(E.isLeft(refused))
  assert.match(
    JSON.stringify(refused.left),
    /must not have a port after s3:\/\/, which is Amazon S3; write another store as https:\/\/host:port\/bucket\/key/,
  )
  for (const url of ['s3://bucket/feed.csv', 'https://store.example:9000/bucket/feed.csv'])
    assert.ok(E.isRight(checkedPlace({ url, urlType: 's3' })), url)
})

test.run()
