import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openedPeople } from '../../src/audit/people/opened-people.ts'
import type { Person } from '../../src/audit/people/person.ts'
import { isSamePerson } from '../../src/audit/people/same-person.ts'
import { auditReader } from '../../src/audit/reader.ts'
import { keyPair, secretsUnder } from '../support/memory/secrets.ts'

const test = suite('people by mail address')

test('the key of an address is looked up once, and no text is opened, not even for owners of keys', async () => {
  const secrets = await secretsUnder(keyPair('k1'))
  const approver = async (address: string): Promise<Person> => ({
    role: 'approver',
    accountId: 'acme',
    named: { approverId: 'a', sealedEmail: await secrets.sealForPerson('acme', address, address) },
  })
  const [ann, again, bob] = [
    await approver('ann@example.com'),
    await approver('Ann@example.com'),
    await approver('bob@example.com'),
  ]
  let asked = 0
  const neverShown = async (): Promise<never> => {
    throw new Error('a text was opened')
  }
  const people = openedPeople(
    { shown: neverShown, shownEvent: neverShown },
    {
      ...secrets,
      unsealForAccount: neverShown,
      findPerson: (...wanted) => {
        asked++
        return secrets.findPerson(...wanted)
      },
    },
  )
  const owner: Person = {
    role: 'key-owner',
    keyId: '12345678',
    grant: {
      accounts: ['acme'],
      sealedOwner: await secrets.sealForPerson('acme', 'ann@example.com', 'Ann'),
      sealedOwnerEmail: await secrets.sealForPerson('acme', 'ann@example.com', 'ann@example.com'),
    },
  }
  const found = await Promise.all([ann, again, bob, owner].map(person => people.is(person, 'ANN@example.com')))
  assert.equal([found, asked], [[true, true, false, true], 1])
  await secrets.destroyPersonKey('acme', (await secrets.personOf('acme', 'bob@example.com')) ?? '', 'bob@example.com')
  assert.not.ok(await people.is(bob, 'bob@example.com'))
})

test('a person is found by any spelling of the address', async () => {
  const secrets = await secretsUnder(keyPair('k1'))
  const shown = async () => ({})
  const people = openedPeople({ shown, shownEvent: async event => event }, secrets)
  const spellings = ['eve@bücher.example', 'Eve@xn--bcher-kva.example']
  const approvers = await Promise.all(
    spellings.map(
      async (known): Promise<Person> => ({
        role: 'approver',
        accountId: 'acme',
        named: { approverId: 'a', sealedEmail: await secrets.sealForPerson('acme', known, known) },
      }),
    ),
  )
  for (const person of approvers) {
    for (const wanted of spellings) assert.ok(await people.is(person, wanted), wanted)
    assert.not.ok(await people.is(person, 'eve@bucher.example'))
  }
})

test('two sealed addresses are of one person in any spelling, also if one was sealed under the account', async () => {
  const secrets = await secretsUnder(keyPair('k1'))
  const [eve, again, other] = await Promise.all(
    ['eve@bücher.example', 'Eve@xn--bcher-kva.example', 'eva@bücher.example'].map(address =>
      secrets.sealForPerson('acme', address, address),
    ),
  )
  const older = await secrets.sealForAccount('acme', 'EVE@bücher.example')
  const same = (...sealed: readonly [string, string]) => isSamePerson('acme', sealed, secrets)
  assert.equal([await same(eve!, again!), await same(eve!, older), await same(eve!, other!)], [true, true, false])
  assert.equal([await same('', ''), await same(eve!, 'v1.key.forged')], [false, false])
})

test('a damaged address is unreadable, and so is a damaged owner of a key: neither ends the list', async () => {
  const secrets = await secretsUnder(keyPair('k1'))
  const damaged = (await secrets.sealForPerson('acme', 'ann@example.com', 'ann@example.com')).replace(/..$/, '')
  const people = openedPeople(auditReader({ secrets }), secrets)
  const asked: Person = { role: 'approver', accountId: 'acme', named: { approverId: 'a', sealedEmail: damaged } }
  const grant = { accounts: ['acme'], sealedOwner: damaged, sealedOwnerEmail: damaged }
  const owner: Person = { role: 'key-owner', keyId: '12345678', grant }
  assert.equal(await people.shown(asked), { role: 'approver', address: 'unreadable' })
  const shown = { role: 'key-owner', keyId: '12345678', name: 'unreadable', address: 'unreadable' }
  assert.equal(await people.shown(owner), shown)
  assert.ok(await people.is(asked, 'ann@example.com'), 'the key says whose it is')
})

test.run()
