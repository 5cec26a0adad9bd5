import type { IncomingMessage, ServerResponse } from 'node:http'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { FeedAddress } from '../../../src/ports/feed-sources.ts'
import { loopback } from '../../support/servers/loopback.ts'
import { fetchedOnce } from './fetched-once.ts'

const test = suite('feeds in S3 without keys')

const rows = 'id,title\n1,pot\n2,pan\n'

test('a store that wants keys says which are missing', async () => {
  const refusing = (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(403, { 'content-type': 'application/xml' })
    response.end('<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>')
  }
  const server = await loopback(refusing)
  const at: FeedAddress = { urlType: 's3', url: `${server.origin}/bucket/feed.csv` }
  const egress = { egressAllow: [server.host] }
  try {
    assert.is(
      (await fetchedOnce(at, {}, egress)).text,
      'login-refused: The store refuses requests without keys; send urlConfig.accessKey and urlConfig.secretKey.',
    )
    assert.equal(
      server.seen.map(({ headers }) => headers.authorization),
      [undefined],
    )
    assert.is(
      (await fetchedOnce(at, { accessKey: 'AKIA' }, egress)).text,
      'login-refused: urlConfig.secretKey is missing.',
    )
    const refused = await fetchedOnce(at, { accessKey: 'AKIA', secretKey: 's3cret-password' }, egress)
    assert.is(refused.text, 'login-refused: The cloud service rejected the access key or its secret.')
  } finally {
    await server.stop()
  }
})

test('a public object of a store is read without keys, and is whole', async () => {
  const server = await loopback(
    (_, response) => void response.writeHead(200, { 'content-length': rows.length }).end(rows),
  )
  try {
    const at: FeedAddress = { urlType: 's3', url: `${server.origin}/bucket/feed.csv` }
    const { text, isWhole } = await fetchedOnce(at, {}, { egressAllow: [server.host] })
    assert.equal([text, isWhole], [rows, true])
  } finally {
    await server.stop()
  }
})

test.run()
