import { suite } from 'uvu'
import { type ErasePerson, erasures, type PersonErased } from '../../../src/domain/erasures/erasures.ts'
import { personErased } from '../../support/examples/erasures.ts'
import { given } from '../../support/given/decider.ts'

const test = suite('erasures of an account')

const erase = (over: Partial<PersonErased['data']> = {}): ErasePerson => ({
  kind: 'ErasePerson',
  ...personErased(over).data,
})

test('a person is erased', () => given(erasures)().when(erase()).then(personErased()))

test('an erasure that is run again writes nothing', () => given(erasures)(personErased()).when(erase()).thenNothing())

test('what was found later is erased, too', () =>
  given(erasures)(personErased())
    .when(erase({ personIds: ['person-1', 'person-2'], reason: 'found more' }))
    .then(personErased({ personIds: ['person-2'], reason: 'found more' })))

test.run()
