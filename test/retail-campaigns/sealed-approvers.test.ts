import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openedApprover } from '../../src/approval/opened-approval.ts'
import { sealedApprovers } from '../../src/retail-campaigns/sealed-approvers.ts'
import { keyPair, secretsUnder } from '../support/memory/secrets.ts'

const test = suite('sealed approvers')

const ann = { userEmail: 'ann@example.com', userName: 'Ann Ashby', userId: 7 }
test('address, name and id are sealed under the key of the person', async () => {
  const secrets = await secretsUnder(keyPair('k1'))
  const [stored] = await sealedApprovers(secrets, 'acme', [ann], [])
  assert.not.match(JSON.stringify(stored), /ann@|Ashby|:7/)
  assert.is(stored?.approverId, await secrets.findPerson('acme', ann.userEmail))
  const { approverId: _, ...shown } = await openedApprover('acme', stored!, secrets)
  assert.equal(shown, ann)
})

test('the same settings again change nothing, and another name keeps the id', async () => {
  const secrets = await secretsUnder(keyPair('k1'))
  const stored = await sealedApprovers(secrets, 'acme', [ann], [])
  assert.equal(await sealedApprovers(secrets, 'acme', [ann], stored), stored)
  const [renamed] = await sealedApprovers(secrets, 'acme', [{ ...ann, userName: 'Ann Birch' }], stored)
  assert.is(renamed?.approverId, stored[0]?.approverId)
  assert.is((await openedApprover('acme', renamed!, secrets)).userName, 'Ann Birch')
})

test('an erased approver reads erased, and the same address added again is another one', async () => {
  const secrets = await secretsUnder(keyPair('k1'))
  const stored = await sealedApprovers(secrets, 'acme', [ann], [])
  const id = stored[0]!.approverId
  await secrets.destroyPersonKey('acme', id, ann.userEmail)
  assert.equal(await openedApprover('acme', stored[0]!, secrets), {
    approverId: id,
    userEmail: 'erased',
    userName: 'erased',
  })
  const [again] = await sealedApprovers(secrets, 'acme', [ann], stored)
  assert.is.not(again?.approverId, id)
})

test.run()
