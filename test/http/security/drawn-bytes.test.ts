import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { keyIdOf, makeApiKey, parseApiKey } from '../../../src/domain/keys/api-key.ts'
import { drawnBytes } from '../../../src/http/security/drawn-bytes.ts'
import { keyPair, secretsUnder } from '../../support/memory/secrets.ts'
import { testSecrets } from '../../support/service/http.ts'

const test = suite('bytes drawn under an Idempotency-Key')
const drawn = (commandId = 'c1', key = 'k1', secrets: typeof testSecrets = testSecrets) => {
  const draw = drawnBytes(secrets, commandId, key)
  return [draw(8), draw(43), draw(100)].map(bytes => Buffer.from(bytes).toString('hex'))
}

test('every run of a command draws the same, in the same order, on any node', () => {
  assert.equal(drawn(), drawn())
  assert.equal(
    drawn().map(hex => hex.length / 2),
    [8, 43, 100],
  )
  assert.is(new Set(drawn().map(hex => hex.slice(0, 16))).size, 3)
})

test('nobody draws them without the command, the Idempotency-Key and the signing key', async () => {
  const all = [drawn(), drawn('c2'), drawn('c1', 'k2'), drawn('c1', 'k1', await secretsUnder(keyPair('other')))]
  assert.is(new Set(all.map(each => each.join())).size, all.length)
})

test('the key that a command issues is the same in every run', () => {
  const issued = (commandId: string) => makeApiKey(drawnBytes(testSecrets, commandId, 'k'), keyIdOf(commandId))
  assert.equal(issued('c1'), issued('c1'))
  assert.is.not(issued('c1').keyId, issued('c2').keyId)
  assert.is.not(issued('c1').text.slice(13, 56), issued('c2').text.slice(13, 56))
  assert.equal(parseApiKey(issued('c1').text), { keyId: issued('c1').keyId })
})

test.run()
