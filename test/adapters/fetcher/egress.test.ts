import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openEgress } from '../../../src/adapters/fetcher/egress.ts'
import { Refused } from '../../../src/adapters/fetcher/refused.ts'

const test = suite('addresses that the operator allows')

test('an entry allows its port alone, and one with * all ports of its host alone', () => {
  const { allows } = openEgress(['Feeds.internal:21', '10.0.0.1:*', '[::1]:9000'])
  assert.equal(
    [21, 22].map(port => allows('feeds.INTERNAL', port)),
    [true, false],
  )
  assert.equal(
    [1, 21, 65_535].map(port => allows('10.0.0.1', port)),
    [true, true, true],
  )
  assert.equal(
    [9_000, 9_001].map(port => allows('[::1]', port)),
    [true, false],
  )
  for (const host of ['10.0.0.10', '110.0.0.1', 'a.10.0.0.1', '*']) assert.not.ok(allows(host, 21), host)
})

test('messages name the setting only where it is known, and only for refused addresses', () => {
  const [refused, late] = [new Refused('address-refused', 'no'), new Refused('timeout', 'late')]
  assert.is(openEgress([]).refusal(refused, 'localhost', 80), refused)
  const { refusal } = openEgress([], 'EGRESS_ALLOW')
  assert.is(refusal(refused, 'localhost', 80).message, 'no (in development, EGRESS_ALLOW=localhost:80 allows it)')
  assert.is(refusal(late, 'localhost', 80), late)
})

test.run()
