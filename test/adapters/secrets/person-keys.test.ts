import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { dataKeys } from '../../../src/adapters/secrets/data-keys.ts'
import { heldMs } from '../../../src/adapters/secrets/held-keys.ts'
import { openRing } from '../../../src/adapters/secrets/open-ring.ts'
import type { SecretStore } from '../../../src/ports/secret-store.ts'
import { keyPair, memorySecretStore, secretsUnder } from '../../support/memory/secrets.ts'

const test = suite("a person's data key")

const ann = 'ann@example.com'
const bob = 'bob@example.com'
const secretsOn = (store: SecretStore) => secretsUnder(keyPair('k1'), store)

test('once the key is destroyed nothing about the person can be read, and everything else still can', async () => {
  const store = memorySecretStore()
  const secrets = await secretsOn(store)
  const comment = await secrets.sealForPerson('acme', ann, 'Looks good')
  const name = await secrets.sealBeside('acme', comment, 'Ann Ashby')
  const ofBob = await secrets.sealForPerson('acme', bob, 'Bob')
  const elsewhere = await secrets.sealForPerson('other', ann, 'Ann')
  assert.is(await secrets.unsealForAccount('acme', name ?? ''), 'Ann Ashby')
  const id = await secrets.findPerson('acme', 'ANN@example.com')
  assert.equal([secrets.personIn(comment), secrets.personIn(name ?? '')], [id, id])
  await secrets.destroyPersonKey('acme', id ?? '', ann)
  for (const sealed of [comment, name ?? '']) {
    assert.is(await secrets.unsealForAccount('acme', sealed), undefined)
    assert.is(await (await secretsOn(store)).unsealForAccount('acme', sealed), undefined)
  }
  assert.is(await secrets.sealBeside('acme', comment, 'more'), undefined)
  assert.is(await secrets.unsealForAccount('acme', ofBob), 'Bob')
  assert.is(await secrets.unsealForAccount('other', elsewhere), 'Ann')
  assert.not.ok(await secrets.hasPersonKey('acme', id ?? ''))
  assert.not.ok([...store.rows.keys()].some(row => row.includes(id ?? '')))
})

test('an erased address that is used again is another person', async () => {
  const secrets = await secretsOn(memorySecretStore())
  const before = await secrets.sealForPerson('acme', ann, 'Ann')
  const id = await secrets.personOf('acme', ann)
  await secrets.destroyPersonKey('acme', id, ann)
  const after = await secrets.sealForPerson('acme', ann, 'Ann')
  assert.is.not(await secrets.personOf('acme', ann), id)
  assert.is(await secrets.unsealForAccount('acme', after), 'Ann')
  assert.is(await secrets.unsealForAccount('acme', before), undefined)
  // an erasure that is run again leaves the later person alone
  await secrets.destroyPersonKey('acme', id, ann)
  assert.is(await secrets.unsealForAccount('acme', after), 'Ann')
})

test("destroying the account's key erases its persons, too", async () => {
  const store = memorySecretStore()
  const secrets = await secretsOn(store)
  const sealed = await secrets.sealForPerson('acme', ann, 'Ann')
  await secrets.destroyAccountKey('acme')
  assert.is(await (await secretsOn(store)).unsealForAccount('acme', sealed), undefined)
  const later = await secrets.sealForPerson('acme', ann, 'Ann')
  assert.is(await secrets.unsealForAccount('acme', later), 'Ann')
  assert.is(await (await secretsOn(store)).unsealForAccount('acme', sealed), undefined)
})

test('an address whose key is missing gets a new one', async () => {
  const store = memorySecretStore()
  const id = await (await secretsOn(store)).personOf('acme', ann)
  await store.delete(`person-key:acme:${id}`)
  const secrets = await secretsOn(store)
  const sealed = await secrets.sealForPerson('acme', ann, 'Ann')
  assert.is.not(secrets.personIn(sealed), id)
  assert.is(await secrets.unsealForAccount('acme', sealed), 'Ann')
})

test('two nodes that make the key at once use the same one, and keep no other', async () => {
  const store = memorySecretStore()
  const [one, two] = [await secretsOn(store), await secretsOn(store)]
  const [a, b] = await Promise.all([one.personOf('acme', ann), two.personOf('acme', ann)])
  assert.is(a, b)
  assert.equal(
    [...store.rows.keys()].filter(row => row.startsWith('person-key:')),
    [`person-key:acme:${a}`],
  )
})

test('a node that has cached a destroyed key opens nothing with it after 5 s', async () => {
  const store = memorySecretStore()
  const ring = await openRing({ dataDir: '/nowhere', secretsKey: keyPair('k1'), store })
  let now = 1
  const [one, two] = [dataKeys(ring, store, () => now), dataKeys(ring, store, () => now)]
  const sealed = await one.sealForPerson('acme', ann, 'Ann')
  assert.is(await two.unsealForAccount('acme', sealed), 'Ann')
  await one.destroyPersonKey('acme', await one.personOf('acme', ann), ann)
  now += heldMs - 1
  assert.is(await two.unsealForAccount('acme', sealed), 'Ann')
  now += 2
  assert.is(await two.unsealForAccount('acme', sealed), undefined)
})

test.run()
