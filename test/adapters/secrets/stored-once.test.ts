import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { keyPair, memorySecretStore, secretsUnder } from '../../support/memory/secrets.ts'

const storedIn = (store: ReturnType<typeof memorySecretStore>) =>
  [...store.rows.keys()].filter(id => id.startsWith('secret:'))

test('a repeat that stores a credential under the same id stores it once, on any node', async () => {
  const store = memorySecretStore()
  const uuid = randomUUID()
  const [one, two] = [await secretsUnder(keyPair('a'), store), await secretsUnder(keyPair('a'), store)]
  const id = await one.store('a refresh token', 'dsp:7', uuid)
  assert.is(await two.store('a refresh token', 'dsp:7', uuid), id)
  assert.equal(storedIn(store), [id])
  assert.is(await two.load(id, 'dsp:7'), 'a refresh token')
  // after a refusal it was destroyed, and the next attempt stores it again
  await one.forget(id)
  assert.is(await two.store('a refresh token', 'dsp:7', uuid), id)
  assert.is(await one.load(id, 'dsp:7'), 'a refresh token')
})

test('credentials without an id get one each', async () => {
  const store = memorySecretStore()
  const secrets = await secretsUnder(keyPair('a'), store)
  assert.is.not(await secrets.store('x', 'c'), await secrets.store('x', 'c'))
  assert.is(storedIn(store).length, 2)
})

test.run()
