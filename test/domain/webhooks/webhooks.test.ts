import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { retryPauses, webhooks } from '../../../src/domain/webhooks/webhooks.ts'
import {
  delivery,
  failure,
  webhookCreated,
  webhookDeleted,
  webhookDelivered,
  webhookDeliveryFailed,
  webhookReplayed,
  webhookStopped,
  webhooksClaimed,
  webhooksReleased,
} from '../../support/examples/webhooks.ts'
import { given } from '../../support/given/decider.ts'

const test = suite('webhooks')
const account = given(webhooks)
const at = '2026-05-01T10:00:00.000Z'
const created = { webhookId: 3, host: 'hooks.example.com', types: [], secretId: 'secret:1', after: '10', at }
const held = [webhookCreated(), webhooksClaimed('w1')]
const course = { worker: 'w1', webhookId: 3, replays: 0 }
const failed = { kind: 'RecordFailure', ...failure, ...course, isGone: false } as const
const taken = { kind: 'RecordDelivered', ...course, deliveries: [delivery] } as const

test('an account has ten webhooks at most', () => {
  account()
    .when({ kind: 'Create', ...created })
    .then(webhookCreated())
  const ten = Array.from({ length: 10 }, (_, i) => webhookCreated({ webhookId: i + 1 }))
  account(...ten)
    .when({ kind: 'Create', ...created, webhookId: 11 })
    .thenRejected('too-many-webhooks')
})

test('a webhook that does not exist can be neither deleted nor replayed', () => {
  account(webhookCreated()).when({ kind: 'Delete', webhookId: 3, at }).then(webhookDeleted)
  account(webhookCreated(), webhookDeleted).when({ kind: 'Delete', webhookId: 3, at }).thenRejected('not-found')
  account().when({ kind: 'Replay', webhookId: 3, after: '0', at }).thenRejected('not-found')
})

test('one of two nodes that take over from the same one wins', () => {
  const silent = [...held]
  const first = account(...silent).when({ kind: 'Claim', worker: 'w2', from: 'w1', at })
  first.then(webhooksClaimed('w2'))
  account(...silent, ...first.right())
    .when({ kind: 'Claim', worker: 'w3', from: 'w1', at })
    .thenRejected('claim-lost')
  account(...silent, ...first.right())
    .when(taken)
    .thenRejected('claim-lost')
  account(...held, webhooksReleased('w1'))
    .when({ kind: 'Claim', worker: 'w2', from: undefined, at })
    .then(webhooksClaimed('w2'))
})

test('what was delivered before a replay, or after a deletion, is not recorded', () => {
  account(...held)
    .when(taken)
    .then(webhookDelivered)
  assert.is(account(...held, webhookDelivered).state.webhooks[0]?.after, '11')
  account(...held, webhookReplayed('0'))
    .when(taken)
    .thenRejected('claim-lost')
  account(...held, webhookDeleted)
    .when(taken)
    .thenRejected('claim-lost')
})

test('an event is tried again for three days with growing pauses, then the webhook stops', () => {
  let history = [...held]
  let now = Date.parse(at)
  for (const [i, pause] of retryPauses.entries()) {
    const before = account(...history).when({ ...failed, at: new Date(now).toISOString() })
    before.thenTypes('WebhookDeliveryFailed')
    history = [...history, ...before.right()]
    const { failing } = account(...history).state.webhooks[0]!
    assert.equal([failing?.failures, failing?.retryAt], [i + 1, new Date(now + pause * 1_000).toISOString()])
    now += pause * 1_000
  }
  assert.ok(retryPauses.every((pause, i) => pause >= (retryPauses[i - 1] ?? 0)))
  const days = (now - Date.parse(at)) / 86_400_000
  assert.ok(days > 2.9 && days < 3.1, String(days))
  account(...history)
    .when(failed)
    .then(webhookStopped)
  account(...history, webhookStopped)
    .when(taken)
    .thenRejected('claim-lost')
})

test('a receiver that is gone stops the webhook at once, and a replay starts it again', () => {
  account(...held)
    .when({ ...failed, isGone: true })
    .then(webhookStopped)
  const again = account(...held, webhookStopped, webhookReplayed('12')).state.webhooks[0]
  assert.equal([again?.status, again?.after, again?.failing, again?.reason], ['ACTIVE', '12', undefined, undefined])
})

test('failures of one event do not count for the next', () => {
  const before = [...held, webhookDeliveryFailed(5, at), webhookDelivered]
  const next = account(...before)
    .when({ ...failed, position: '13' })
    .right()
  assert.is(account(...before, ...next).state.webhooks[0]?.failing?.failures, 1)
})

test.run()
