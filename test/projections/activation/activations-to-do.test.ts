import { test } from 'uvu'
import { activationsToDo } from '../../../projections/activation/activations-to-do.ts'
import type { ActivationEvent } from '../../../src/domain/activation/events.ts'
import {
  activationAttemptFailed,
  activationCompleted,
  activationFailed,
  activationProgressed,
  activationPushRequested,
  activationRequested,
  activationRetried,
  activationStarted,
  campaignEnded,
} from '../../support/examples/activation.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const after = (...events: readonly ActivationEvent[]) =>
  givenEvents(activationsToDo)(...inStream('activation-acme:12', events))

test('a requested activation is pending, for any worker', () =>
  after(activationRequested()).thenIn('acme:12', {
    todo: 'open',
    attempt: 0,
    accountId: 'acme',
    retailCampaignIdx: 12,
  }))
test('an activation is due until it ends, whoever works on it', () => {
  const held = { todo: 'open', attempt: 0 } as const
  after(activationRequested(), activationStarted()).thenIn('acme:12', held)
  after(activationRequested(), activationStarted(), activationProgressed()).thenIn('acme:12', held)
})
test('a failed attempt is retried after its pause', () =>
  after(activationRequested(), activationStarted(), activationAttemptFailed()).thenIn('acme:12', {
    todo: 'open',
    attempt: 1,
    notBefore: '2026-05-01T10:00:05.000Z',
  }))
test('a finished activation is done, and keeps the number of its last attempt', () => {
  for (const end of [activationCompleted(), campaignEnded()])
    after(activationRequested(), activationStarted(), end).thenIn('acme:12', { todo: 'done', attempt: 1 })
})
test('an activation that failed is shown as failed, with why, until it is requested or tried again', () => {
  const failed = [activationRequested(), activationStarted(), activationFailed()]
  after(...failed).thenIn('acme:12', { todo: 'failed', attempt: 1, reason: 'nothing could be made' })
  for (const again of [activationRetried, activationRequested({ run: 2 })])
    after(...failed, again).thenIn('acme:12', { todo: 'open', attempt: 1, reason: undefined } as never)
})
test('a run whose tags are being pushed to the DSP is done for its worker', () =>
  after(activationRequested(), activationStarted(), activationPushRequested()).thenIn('acme:12', {
    todo: 'done',
    attempt: 1,
  }))
test('a new activation is pending again', () =>
  after(activationRequested(), activationStarted(), activationCompleted(), activationRequested({ run: 2 })).thenIn(
    'acme:12',
    { todo: 'open', attempt: 1 },
  ))

test.run()
