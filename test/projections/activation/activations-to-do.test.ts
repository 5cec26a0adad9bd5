import { test } from 'uvu'
import { activationsToDo } from '../../../projections/activation/activations-to-do.ts'
import type { ActivationEvent } from '../../../src/domain/activation/events.ts'
import {
  activationAttemptFailed,
  activationCompleted,
  activationFailed,
  activationProgressed,
  activationRequested,
  activationStarted,
  campaignEnded,
} from '../../support/examples/activation.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const after = (...events: readonly ActivationEvent[]) =>
  givenEvents(activationsToDo)(...inStream('activation-acme:12', events))

test('a requested activation is to be done, by anybody', () =>
  after(activationRequested()).thenIn('acme:12', {
    todo: 'open',
    attempt: 0,
    accountId: 'acme',
    retailCampaignIdx: 12,
    claim: undefined,
  } as never))
test('a started one is held, and stays so while it goes on', () => {
  const held = { todo: 'open', attempt: 1, claim: { worker: 'w1', attempt: 1 } } as const
  after(activationRequested(), activationStarted()).thenIn('acme:12', held)
  after(activationRequested(), activationStarted(), activationProgressed()).thenIn('acme:12', held)
})
test('a failed attempt is to be done again, after its pause', () =>
  after(activationRequested(), activationStarted(), activationAttemptFailed()).thenIn('acme:12', {
    todo: 'open',
    attempt: 1,
    notBefore: '2026-05-01T10:00:05.000Z',
    claim: undefined,
  } as never))
test('an attempt that was given back is to be done at once', () =>
  after(activationRequested(), activationStarted(), activationAttemptFailed({ released: true })).thenIn('acme:12', {
    todo: 'open',
    notBefore: undefined,
    claim: undefined,
  } as never))
test('what is over is done, and the number of its last attempt stays', () => {
  for (const end of [activationCompleted(), activationFailed(), campaignEnded()])
    after(activationRequested(), activationStarted(), end).thenIn('acme:12', { todo: 'done', attempt: 1 })
})
test('activated again, it is to be done again', () =>
  after(activationRequested(), activationStarted(), activationCompleted(), activationRequested({ run: 2 })).thenIn(
    'acme:12',
    { todo: 'open', attempt: 1 },
  ))

test.run()
