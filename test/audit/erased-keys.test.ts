import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { secretsCheck } from '../../src/audit/verify/secrets.ts'
import { personErased } from '../support/examples/erasures.ts'
import { recorded } from '../support/given/decider.ts'
import { keyPair, memorySecretStore, secretsUnder } from '../support/memory/secrets.ts'

/** No stream of these tests names a credential. */
const emptyLog = { async *readStreamPages() {} }
const test = suite('keys of erased persons')

test('a key that an interrupted erasure or a restored backup left is a fault, a destroyed one is none', async () => {
  const secrets = await secretsUnder(keyPair('k1'))
  const text = await secrets.sealForPerson('acme', 'ann@example.com', 'Ann Ashby')
  const personId = await secrets.personOf('acme', 'ann@example.com')
  const faults = async () => {
    const check = secretsCheck(secrets, emptyLog)
    check.event(recorded('erasures-acme', personErased({ personIds: [personId] })))
    await check.sealed({ accountId: 'acme', text, where: 'approval-acme:1@0' })
    return (await check.end()).faults.map(({ kind, where }) => [kind, where])
  }
  assert.equal(await faults(), [['secret', 'erasures-acme@0']])
  await secrets.destroyPersonKey('acme', personId, 'ann@example.com')
  assert.equal(await faults(), [])
})

const textOf = 'Ann Ashby'

test('texts whose key is lost are one fault an account, with their number; an erasure that comes later explains its own', async () => {
  const store = memorySecretStore()
  const secrets = await secretsUnder(keyPair('k1'), store)
  const seal = (account: string, name: string) => secrets.sealForPerson(account, `${name}@example.com`, textOf)
  const texts = await Promise.all([seal('acme', 'ann'), seal('acme', 'ann'), seal('acme', 'bob'), seal('other', 'cy')])
  const bob = await secrets.personOf('acme', 'bob@example.com')
  const asked: string[] = []
  for (const id of [...store.rows.keys()]) if (id.startsWith('person-key:acme:')) store.rows.delete(id)
  // a check begins with no keys in memory
  const check = secretsCheck(
    await secretsUnder(keyPair('k1'), {
      ...store,
      get: async id => {
        asked.push(id)
        return store.get(id)
      },
    }),
    emptyLog,
  )
  for (const [i, text] of texts.entries())
    await check.sealed({ accountId: i === 3 ? 'other' : 'acme', text, where: `approval-acme:${i}@0` })
  await check.sealed({ accountId: 'acme', text: '', where: 'approval-acme:9@0' })
  check.event(recorded('erasures-acme', personErased({ personIds: [bob] })))
  const { faults } = await check.end()
  assert.equal(
    faults.map(({ kind, where }) => [kind, where]),
    [['secret', 'approval-acme:0@0']],
  )
  assert.match(
    faults[0]?.detail ?? '',
    /^2 sealed texts of the account acme cannot be read, .* lacks the key of the account or those of 1 persons, and nobody erased .*: restore the secrets from a backup/,
  )
  // a key that is missing is looked for once
  const ann = await secrets.findPerson('acme', 'ann@example.com')
  assert.is(asked.filter(id => id === `person-key:acme:${ann}`).length, 1)
})

test('the lost key of an account is named, and a thousand damaged texts are listed at most', async () => {
  const store = memorySecretStore()
  const before = await secretsUnder(keyPair('k1'), store)
  const text = await before.sealForAccount('acme', 'https://feeds.example.com/')
  const altered = `${(await before.sealForAccount('other', 'x')).slice(0, -4)}AAAA`
  store.rows.delete('account-key:acme')
  const check = secretsCheck(await secretsUnder(keyPair('k1'), store), emptyLog)
  await check.sealed({ accountId: 'acme', text, where: 'asset-source-acme:1@0' })
  for (const n of Array(1_002).keys()) await check.sealed({ accountId: 'other', text: altered, where: `x@${n}` })
  const { faults } = await check.end()
  assert.is(faults.length, 1_002)
  assert.match(faults[1_000]?.detail ?? '', /^2 more sealed texts cannot be unsealed$/)
  assert.match(faults.at(-1)?.detail ?? '', /^1 sealed texts of the account acme .* lacks the key of the account, /)
})

test.run()
