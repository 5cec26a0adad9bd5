import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { rejection } from '../../../src/domain/shared/decider.ts'
import { ClaimLost } from '../../../src/engine/react/process.ts'
import { settled } from '../../../src/engine/react/settled.ts'
import { levelOf, StoreAway } from '../../../src/ports/store-away.ts'

const away = E.left(rejection('store-unavailable', 'The event store is unavailable.'))

test('an outage of the log is no error of the work: it is logged once, where it is detected', () => {
  assert.throws(
    () => settled(away),
    (error: unknown) => error instanceof StoreAway && levelOf(error, 'error') === 'debug',
  )
})

test('an attempt that is over ends the work, and is no failure', () => {
  const lost = E.left(rejection('claim-lost', 'attempt 1 is over'))
  assert.throws(
    () => settled(lost),
    (error: unknown) => error instanceof ClaimLost,
  )
})

test('other rejections are errors with their detail', () => {
  const refused = E.left(rejection('not-found', 'There is no such campaign.'))
  assert.throws(() => settled(refused), /no such campaign/)
})

test.run()
