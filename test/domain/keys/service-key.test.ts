import { suite } from 'uvu'
import { serviceKey } from '../../../src/domain/keys/service-key.ts'
import { serviceKeyAdded, serviceKeyChosen } from '../../support/examples/keys.ts'
import { given } from '../../support/given/decider.ts'

const test = suite('a key of the service')
const use = { kind: 'UseServiceKey', ...serviceKeyChosen.data } as const

test('each change is recorded, also one that was made before', () => {
  given(serviceKey)(serviceKeyAdded).when(use).then(serviceKeyChosen)
  const other = { ...serviceKeyChosen, data: { ...serviceKeyChosen.data, keyId: '1' } }
  given(serviceKey)(serviceKeyAdded, serviceKeyChosen, other).when(use).then(serviceKeyChosen)
})

test('a change that was interrupted and is made again is recorded once', () =>
  given(serviceKey)(serviceKeyAdded, serviceKeyChosen)
    .when({ ...use, at: '2026-05-01T10:01:00.000Z' })
    .thenNothing())

test.run()
