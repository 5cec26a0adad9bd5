import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { FeedPlace } from '../../src/domain/asset-sources/feed-address.ts'
import { placeWithSecrets, storedPlace } from '../../src/feeds/feed-secrets.ts'
import { memoryNodes } from '../support/memory/node.ts'
import { keyPair, memorySecretStore, secretsUnder } from '../support/memory/secrets.ts'

const url = 'https://shop.example.com/products.csv'
const placeWith = (urlConfig: object): FeedPlace => ({ url, urlType: 'https', urlConfig })

test('additionalParams are sealed with the login, and come back', async () => {
  const store = memorySecretStore()
  const secrets = await secretsUnder(keyPair('k1'), store)
  const sent = [
    { additionalParams: 'key=s3cret', httpMethod: 'POST' },
    { additionalParams: 'key=s3cret', username: 'ann', password: 'pa55word' },
    { httpMethod: 'GET' },
  ]
  for (const urlConfig of sent) {
    const stored = await storedPlace(secrets, memoryNodes().work(), 'acme', 12, placeWith(urlConfig))
    assert.not.match(JSON.stringify([stored, ...store.rows]), /s3cret|pa55word/)
    assert.equal(await placeWithSecrets(secrets, 'acme', 12, stored), placeWith(urlConfig))
  }
})

test('feeds of older events, which have additionalParams unsealed, are read with them', async () => {
  const secrets = await secretsUnder(keyPair('k1'), memorySecretStore())
  const additionalParams = 'key=old'
  const login = await storedPlace(secrets, memoryNodes().work(), 'acme', 12, placeWith({ username: 'ann' }))
  const read = (stored: object) => placeWithSecrets(secrets, 'acme', 12, { url, urlType: 'https', ...stored })
  assert.equal(await read({ additionalParams }), placeWith({ additionalParams }))
  assert.equal(await read({ ...login, additionalParams }), placeWith({ additionalParams, username: 'ann' }))
})

test.run()
