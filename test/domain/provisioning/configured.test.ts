import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { organisation, retailSettings } from '../../../src/domain/provisioning/aggregates.ts'
import { rejection } from '../../../src/domain/shared/decider.ts'
import { whateverIsDone } from '../../support/given/any-sequence.ts'
import { given } from '../../support/given/decider.ts'

const [first, second] = ['2026-05-01T10:00:00.000Z', '2026-05-02T10:00:00.000Z']
const org = { orgId: 'org1', name: 'Org', retailer: true }
const put = (value = org, at = first) => ({ value, at })
const configured = (value = org, at = first) => ({ type: 'OrganisationConfigured' as const, data: { value, at } })

test('a PUT records the whole value, and repeating it changes nothing', () => {
  given(organisation)().when(put()).then(configured())
  given(organisation)(configured()).when(put(org, second)).thenNothing()
  given(organisation)(configured())
    .when(put({ ...org, retailer: false }, second))
    .then(configured({ ...org, retailer: false }, second))
})

test('a value that the caller may not replace stays, also if nothing would change', () => {
  const refused = rejection('organisation-not-on-key', 'no')
  const guarded = { ...put({ ...org, name: 'New' }, second), mayReplace: () => E.left(refused) }
  given(organisation)(configured()).when(guarded).thenRejected('organisation-not-on-key')
  given(organisation)(configured())
    .when({ ...put(), mayReplace: () => E.left(refused) })
    .thenRejected('organisation-not-on-key')
  given(organisation)()
    .when(guarded)
    .then(configured({ ...org, name: 'New' }, second))
})

test('what a change keeps is that of the value before, whatever was sent', () => {
  const keeping = ({ retailer }: typeof org) => ({ retailer })
  const change = { ...put({ ...org, name: 'New', retailer: false }, second), keeping }
  given(organisation)(configured())
    .when(change)
    .then(configured({ ...org, name: 'New' }, second))
  given(organisation)()
    .when(change)
    .then(configured({ ...org, name: 'New', retailer: false }, second))
  given(organisation)(configured({ ...org, name: 'New' }))
    .when(change)
    .thenNothing()
})

test('a different order of members is not a change', () =>
  given(organisation)(configured())
    .when(put({ retailer: true, name: 'Org', orgId: 'org1' }, second))
    .thenNothing())

test('the time of creation stays, the time of change is updated', () => {
  const { state } = given(organisation)(configured(), configured({ ...org, name: 'New' }, second))
  assert.equal([state.createdOn, state.updatedOn], [first, second])
})

const anyPut = fc
  .record({
    approvers: fc.subarray([
      { approverId: 'ann', sealedEmail: 's1' },
      { approverId: 'bob', sealedEmail: 's2', sealedUserName: 's3', sealedUserId: 's4' },
    ]),
    allApproversRequired: fc.boolean(),
  })
  .chain(value => fc.constantFrom(first, second).map(at => ({ value: { ...value }, at })))

test('the state is always the last value, and only changes give events', () =>
  whateverIsDone(retailSettings, anyPut, ({ command, before, result, after }) => {
    assert.equal(after.value, command.value)
    const same = JSON.stringify(before.value) === JSON.stringify(command.value)
    assert.is(E.isRight(result) && result.right.length, same ? 0 : 1)
  }))

test.run()
