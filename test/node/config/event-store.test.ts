import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Config, readConfig } from '../../../src/node/config/read-config.ts'

/** The variables that EVENTSTOREDB_URL requires. */
const required = {
  MONGODB_URL: 'mongodb://127.0.0.1/endcap',
  SECRETS_KEY: `k1:${Buffer.alloc(32).toString('base64')}`,
}
const read = (env: Record<string, string>): Config => {
  const config = readConfig({ ...(env.EVENTSTOREDB_URL ? required : {}), ...env })
  if (E.isLeft(config)) throw new Error(config.left.join('\n'))
  return config.right
}
const faults = (env: Record<string, string>): readonly string[] => {
  const config = readConfig(env)
  return E.isLeft(config) ? config.left : []
}

test('without EVENTSTOREDB_URL the event log is embedded; STREAM_PREFIX still has a default', () => {
  assert.is(read({}).eventStoreUrl, undefined)
  assert.is(read({}).streamPrefix, 'endcap_')
})

test('EVENTSTOREDB_URL is a connection string of one node, of several nodes, or with DNS discovery', () => {
  for (const url of [
    'esdb://127.0.0.1:2113?tls=false',
    'esdb://admin:changeit@a:2113,b:2113,c:2113?tlsCAFile=/ca.pem',
    'esdb+discover://cluster.example.com:2113',
  ])
    assert.is(read({ EVENTSTOREDB_URL: url }).eventStoreUrl, url)
})

test('an invalid connection string is reported but not shown, because it may hold a password', () => {
  for (const url of ['http://admin:not-to-be-seen@a:2113', 'esdb:not-to-be-seen', 'esdb://not to-be-seen']) {
    const [fault, ...more] = faults({ EVENTSTOREDB_URL: url })
    assert.equal(more, [])
    assert.match(fault ?? '', /^EVENTSTOREDB_URL must be/)
    assert.not.match(fault ?? '', /to-be-seen/)
  }
})

test('EVENTSTOREDB_URL requires MONGODB_URL and SECRETS_KEY', () => {
  const [models, keys, ...more] = faults({ EVENTSTOREDB_URL: 'esdb://127.0.0.1:2113' })
  assert.match(models ?? '', /^MONGODB_URL must be set/)
  assert.match(keys ?? '', /^SECRETS_KEY must be set/)
  assert.equal(more, [])
})

test('a stream prefix cannot create system streams', () => {
  for (const prefix of ['$endcap', ' a b', '_x', 'x'.repeat(65)])
    assert.match(faults({ STREAM_PREFIX: prefix })[0] ?? '', /^STREAM_PREFIX must be/)
  assert.is(read({ STREAM_PREFIX: 'shop-2_' }).streamPrefix, 'shop-2_')
})

test.run()
