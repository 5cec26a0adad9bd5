import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { keyPair, memorySecretStore, secretsUnder } from '../../support/memory/secrets.ts'

const test = suite("an account's data key")

test('a mail address of one account cannot be read as another’s', async () => {
  const secrets = await secretsUnder(keyPair('k1'))
  const sealed = await secrets.sealForAccount('acme', 'ann@example.com')
  await secrets.sealForAccount('other', 'bob@example.com')
  assert.is(await secrets.unsealForAccount('acme', sealed), 'ann@example.com')
  assert.is(await secrets.unsealForAccount('other', sealed), undefined)
  assert.is(await secrets.unsealForAccount('nobody', sealed), undefined)
})

test('once the key is destroyed no address can be read, not even with a new key', async () => {
  const store = memorySecretStore()
  const secrets = await secretsUnder(keyPair('k1'), store)
  const sealed = await secrets.sealForAccount('acme', 'ann@example.com')
  await secrets.destroyAccountKey('acme')
  assert.is(await secrets.unsealForAccount('acme', sealed), undefined)
  assert.is(await (await secretsUnder(keyPair('k1'), store)).unsealForAccount('acme', sealed), undefined)
  const later = await secrets.sealForAccount('acme', 'bob@example.com')
  assert.is(await secrets.unsealForAccount('acme', later), 'bob@example.com')
  assert.is(await secrets.unsealForAccount('acme', sealed), undefined)
})

test('two nodes that create the key at once use the same one', async () => {
  const store = memorySecretStore()
  const [one, two] = [await secretsUnder(keyPair('k1'), store), await secretsUnder(keyPair('k1'), store)]
  const [a, b] = await Promise.all([
    one.sealForAccount('acme', 'ann@example.com'),
    two.sealForAccount('acme', 'bob@example.com'),
  ])
  assert.is(await two.unsealForAccount('acme', a), 'ann@example.com')
  assert.is(await one.unsealForAccount('acme', b), 'bob@example.com')
})

test('an altered address is an error, not an erased address', async () => {
  const secrets = await secretsUnder(keyPair('k1'))
  const sealed = await secrets.sealForAccount('acme', 'ann@example.com')
  const altered = sealed.slice(0, -3) + (sealed.endsWith('AAA') ? 'BBB' : 'AAA')
  await secrets.unsealForAccount('acme', altered).then(
    () => assert.unreachable(),
    error => assert.instance(error, Error),
  )
})

test.run()
