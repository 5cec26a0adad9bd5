import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openedOwner, sealedOwner } from '../../src/lookups/key-owner.ts'
import { keyPair, secretsUnder } from '../support/memory/secrets.ts'

const test = suite('the owner of an API key')
const accounts = ['acme', 'other']
const ann = { owner: 'Ann Ashby', ownerEmail: 'ann@example.com' }

test('a person is sealed under the key of the person, and anything else under that of the account', async () => {
  const secrets = await secretsUnder(keyPair('k1'))
  const person = { ...(await sealedOwner('acme', ann, secrets)), accounts }
  const system = { ...(await sealedOwner('acme', { owner: 'Feed importer' }, secrets)), accounts }
  const personId = await secrets.personOf('acme', 'Ann@Example.com')
  assert.is(secrets.personIn(person.sealedOwner), personId)
  assert.is(secrets.personIn(system.sealedOwner), undefined)
  assert.equal(await openedOwner(person, secrets), { owner: 'Ann Ashby', address: 'ann@example.com' })
  assert.equal(await openedOwner(system, secrets), { owner: 'Feed importer', address: undefined })
  await secrets.destroyPersonKey('acme', personId, 'ann@example.com')
  assert.equal(await openedOwner(person, secrets), { owner: 'erased', address: undefined })
  assert.is((await openedOwner(system, secrets)).owner, 'Feed importer')
})

test.run()
