import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { secretsCheck } from '../../src/audit/verify/secrets.ts'
import { personErased } from '../support/examples/erasures.ts'
import { recorded } from '../support/given/decider.ts'
import { keyPair, secretsUnder } from '../support/memory/secrets.ts'

const test = suite('keys of erased persons')

test('a key that an interrupted erasure or a restored backup left is a fault, a destroyed one is none', async () => {
  const secrets = await secretsUnder(keyPair('k1'))
  const text = await secrets.sealForPerson('acme', 'ann@example.com', 'Ann Ashby')
  const personId = await secrets.personOf('acme', 'ann@example.com')
  const faults = async () => {
    const check = secretsCheck(secrets)
    check.event(recorded('erasures-acme', personErased({ personIds: [personId] })))
    await check.sealed({ accountId: 'acme', text, where: 'approval-acme:1@0' })
    return (await check.end()).faults.map(({ kind, where }) => [kind, where])
  }
  assert.equal(await faults(), [['secret', 'erasures-acme@0']])
  await secrets.destroyPersonKey('acme', personId, 'ann@example.com')
  assert.equal(await faults(), [])
})

test.run()
