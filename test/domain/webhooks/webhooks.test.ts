import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { WebhookEvent } from '../../../src/domain/webhooks/events.ts'
import { sends } from '../../../src/domain/webhooks/state.ts'
import { mostAsked, retryPauses, webhooks } from '../../../src/domain/webhooks/webhooks.ts'
import {
  delivery,
  failure,
  webhookChanged,
  webhookCreated,
  webhookDeleted,
  webhookDelivered,
  webhookDeliveryFailed,
  webhookKeyRotated,
  webhookReplayed,
  webhookStopped,
} from '../../support/examples/webhooks.ts'
import { given } from '../../support/given/decider.ts'

const test = suite('webhooks')
const account = given(webhooks)
const at = '2026-05-01T10:00:00.000Z'
const created = { webhookId: 3, host: 'hooks.example.com', types: [], secretId: 'secret:1', after: '10', at }
const held = [webhookCreated()]
const course = { webhookId: 3, replays: 0, changes: 0 }
const failed = { kind: 'RecordFailure', ...failure, ...course, isGone: false, askedMs: 0 } as const
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

test('of two nodes that have sent the same event, the first record counts', () => {
  account(...held)
    .when(taken)
    .thenTypes('WebhookDelivered')
  account(...held, webhookDelivered)
    .when(taken)
    .thenRejected('claim-lost')
  account(...held, webhookDelivered)
    .when({ ...failed, position: delivery.position })
    .thenRejected('claim-lost')
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

test('a receiver can ask for a longer pause, but not for more than an hour', () => {
  for (const [askedMs, waits] of [
    [1_000, 5_000],
    [60_000, 60_000],
    [30 * 86_400_000, mostAsked * 1_000],
  ] as const)
    account(...held)
      .when({ ...failed, askedMs })
      .then(webhookDeliveryFailed(1, new Date(Date.parse(at) + waits).toISOString()))
})

test('a receiver that is gone stops the webhook at once, and a replay starts it again', () => {
  account(...held)
    .when({ ...failed, isGone: true })
    .then(webhookStopped)
  const again = account(...held, webhookStopped, webhookReplayed('12')).state.webhooks[0]
  assert.equal([again?.status, again?.after, again?.failing, again?.reason], ['ACTIVE', '12', undefined, undefined])
})

const change = { kind: 'Change', webhookId: 3, from: 'secret:1', head: '20', at } as const

test('a change says what is new, and one that changes nothing is no event', () => {
  const types = ['ApprovalDecided']
  account(...held)
    .when({ ...change, types, isPaused: true })
    .then(webhookChanged({ types, isPaused: true }))
  account(...held, webhookChanged({ types }))
    .when({ ...change, types, isPaused: false })
    .then()
  account(...held)
    .when(change)
    .then()
  account()
    .when({ ...change, isPaused: true })
    .thenRejected('not-found')
})

test('a paused webhook records what was taken before, but no failure', () => {
  const paused = [...held, webhookChanged({ isPaused: true })]
  assert.is(account(...paused).state.webhooks[0]?.status, 'PAUSED')
  account(...paused)
    .when(taken)
    .then(webhookDelivered)
  account(...paused)
    .when({ ...failed, changes: 1 })
    .thenRejected('claim-lost')
})

test('a webhook that is stopped or fails is tried at once when it is resumed or gets another address', () => {
  const address = { host: 'other.example.com', secretId: 'secret:2' }
  for (const broken of [webhookStopped, webhookDeliveryFailed(5, at)])
    for (const [repair, secretId] of [
      [{ isPaused: false }, 'secret:1'],
      [address, 'secret:2'],
    ] as const) {
      const mended = account(...held, broken).when({ ...change, ...repair })
      mended.then(webhookChanged(repair))
      const now = account(...held, broken, ...mended.right()).state.webhooks[0]
      assert.equal([now?.status, now?.failing, now?.reason, now?.secretId], ['ACTIVE', undefined, undefined, secretId])
    }
})

test('what the address before answered does not count against the new one', () => {
  account(...held, webhookChanged({ host: 'other.example.com', secretId: 'secret:2' }))
    .when({ ...failed, isGone: true })
    .thenRejected('claim-lost')
})

test('what was delivered before types were added is not recorded, so that none of their events is passed', () => {
  const added = [...held, webhookChanged({ types: ['ApprovalDecided', 'CreativeSaved'] })]
  account(...added)
    .when(taken)
    .thenRejected('claim-lost')
  account(...added)
    .when({ ...taken, changes: 1 })
    .then(webhookDelivered)
})

test('a replay of a paused webhook is sent when it is resumed', () => {
  const paused = account(...held, webhookChanged({ isPaused: true }), webhookReplayed('0')).state.webhooks[0]
  assert.equal([paused?.status, paused?.after], ['PAUSED', '0'])
})

test('types that are added are sent from then on, and those that it had from where they were', () => {
  const sent = (history: readonly WebhookEvent[], ...events: readonly (readonly [string, string])[]) => {
    const webhook = account(...history).state.webhooks[0]!
    return events.filter(([type, position]) => sends(webhook, { type, position })).map(event => event.join(' '))
  }
  const events = [
    ['A', '15'],
    ['B', '15'],
    ['C', '15'],
    ['B', '20'],
    ['A', '25'],
    ['B', '25'],
    ['C', '25'],
    ['C', '35'],
  ] as const
  const one = webhookCreated({ types: ['A'] })
  assert.equal(sent([one, webhookChanged({ types: ['A', 'B'] })], ...events), ['A 15', 'A 25', 'B 25'])
  assert.equal(sent([one, webhookChanged({ types: [] })], ...events), ['A 15', 'A 25', 'B 25', 'C 25', 'C 35'])
  assert.equal(sent([webhookCreated(), webhookChanged({ types: ['B'] })], ...events), ['B 15', 'B 20', 'B 25'])
  const twice = [webhookChanged({ types: ['A', 'B'] }), webhookChanged({ types: [], head: '30' })]
  assert.equal(sent([one, ...twice], ...events), ['A 15', 'A 25', 'B 25', 'C 35'])
  assert.is(sent([one, ...twice, webhookReplayed('10')], ...events).length, events.length)
})

test('a secret that was made from one that is no longer used is refused', () => {
  const rotate = {
    kind: 'RotateKey',
    from: 'secret:1',
    webhookId: 3,
    secretId: 'secret:2',
    oldKeyUntil: '2026-05-02T10:00:00.000Z',
    at,
  } as const
  account(...held)
    .when(rotate)
    .then(webhookKeyRotated)
  account(...held, webhookKeyRotated)
    .when({ ...rotate, secretId: 'secret:3' })
    .thenRejected('stale')
  account(...held, webhookKeyRotated)
    .when({ ...change, secretId: 'secret:3', host: 'other.example.com' })
    .thenRejected('stale')
  account().when(rotate).thenRejected('not-found')
})

test('failures of one event do not count for the next', () => {
  const before = [...held, webhookDeliveryFailed(5, at), webhookDelivered]
  const next = account(...before)
    .when({ ...failed, position: '13' })
    .right()
  assert.is(account(...before, ...next).state.webhooks[0]?.failing?.failures, 1)
})

test.run()
