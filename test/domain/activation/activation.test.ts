import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type ActivationCommand, activation } from '../../../src/domain/activation/activation.ts'
import type { ActivationEvent } from '../../../src/domain/activation/events.ts'
import { lastSnapshot } from '../../../src/domain/activation/state.ts'
import { given } from '../../support/given/decider.ts'

const campaign = given(activation)
const at = '2026-05-01T10:00:00.000Z'
const activate = (over = {}): ActivationCommand => ({
  kind: 'Activate',
  creatives: 2,
  approval: 'Approved',
  contentHash: 'c1',
  trackerTypes: ['GCM'],
  at,
  ...over,
})
const request = (run: number): ActivationEvent => ({
  type: 'ActivationRequested',
  data: { run, contentHash: 'c1', trackerTypes: ['GCM'], at },
})
const [requested, requestedAgain] = [request(1), request(2)]
const progressed = (percentage: number): ActivationEvent => ({
  type: 'ActivationProgressed',
  data: { attempt: 1, percentage, message: 'going', at },
})
const completed = (status: 'ACTIVE' | 'EXAMINE' = 'ACTIVE'): ActivationEvent => ({
  type: 'ActivationCompleted',
  data: { status, message: 'live', snapshot: 's1', bytes: 50, contentHash: 'c1', at },
})
const failed: ActivationEvent = { type: 'ActivationFailed', data: { message: 'nothing could be rendered', at } }
const ended: ActivationEvent = { type: 'CampaignEnded', data: { reason: 'request', at } }

test('a campaign with creatives and approval is activated', () => campaign().when(activate()).then(requested))
test('a tracker type that is named twice fires once', () =>
  campaign()
    .when(activate({ trackerTypes: ['GCM', 'GCM'] }))
    .then(requested))
test('without a creative there is nothing to activate', () =>
  campaign()
    .when(activate({ creatives: 0 }))
    .thenRejected('nothing-to-activate'))
test('without approval, activation is rejected', () =>
  campaign()
    .when(activate({ approval: 'Pending' }))
    .thenRejected('approval-required'))
test('a second request while in progress changes nothing', () =>
  campaign(requested)
    .when(activate({ contentHash: 'c2' }))
    .thenNothing())
test('a campaign is activated on its last day, and not after it', () => {
  campaign()
    .when(activate({ endDate: '2026-05-01' }))
    .then(requested)
  campaign()
    .when(activate({ endDate: '2026-04-30' }))
    .thenRejected('campaign-ended')
})
test('an ended campaign stays ended', () =>
  campaign(requested, completed(), ended).when(activate()).thenRejected('campaign-ended'))
test('FAILED, EXAMINE and ACTIVE can be activated again', () => {
  campaign(requested, failed).when(activate()).thenTypes('ActivationRequested')
  campaign(requested, completed('EXAMINE')).when(activate()).thenTypes('ActivationRequested')
  campaign(requested, completed()).when(activate()).thenTypes('ActivationRequested')
})
test('a campaign can be ended only after it went live, even if its last activation failed', () => {
  const end: ActivationCommand = { kind: 'EndCampaign', reason: 'request', at }
  campaign().when(end).thenRejected('campaign-not-active')
  campaign(requested, failed).when(end).thenRejected('campaign-not-active')
  campaign(requested, completed(), requested, failed).when(end).then(ended)
  campaign(requested, completed(), ended).when(end).thenNothing()
})
const pushRequested = (examine?: string): ActivationEvent => ({
  type: 'ActivationPushRequested',
  data: { snapshot: 's2', bytes: 50, contentHash: 'c1', message: '2 tags', at, ...(examine ? { examine } : {}) },
})
const published: ActivationEvent = { type: 'ActivationPublished', data: { run: 1, message: 'sent', at } }
const reviewed = (status: 'ACTIVE' | 'EXAMINE'): ActivationEvent => ({
  type: 'ActivationReviewed',
  data: { run: 1, status, message: 'reviewed', at },
})

test('tags that are pushed to the DSP are served at once, and make the campaign PUBLISHED, then ACTIVE or EXAMINE', () => {
  const pushing = [requested, pushRequested()]
  campaign(requested)
    .when({ kind: 'RequestPush', attempt: 1, snapshot: 's2', bytes: 50, contentHash: 'c1', message: '2 tags', at })
    .then(pushRequested())
  assert.equal(
    [campaign(...pushing).state.status, lastSnapshot(campaign(...pushing).state)],
    ['IN_PROGRESS', 's2'],
    'the tags must work before the DSP reviews them',
  )
  campaign(...pushing)
    .when({ kind: 'Publish', run: 1, message: 'sent', at })
    .then(published)
  assert.is(campaign(...pushing, published).state.status, 'PUBLISHED')
  for (const status of ['ACTIVE', 'EXAMINE'] as const) {
    campaign(...pushing, published)
      .when({ kind: 'Review', run: 1, status, message: 'reviewed', at })
      .then(reviewed(status))
    assert.is(campaign(...pushing, published, reviewed(status)).state.status, status)
  }
  assert.is(campaign(...pushing, published, reviewed('ACTIVE')).state.percentage, 100)
})
test('what the DSP says of an earlier run, or twice, changes nothing', () => {
  const pushing = [requested, pushRequested()]
  campaign(...pushing)
    .when({ kind: 'Publish', run: 2, message: 'sent', at })
    .thenNothing()
  campaign(...pushing, published)
    .when({ kind: 'Publish', run: 1, message: 'sent', at })
    .thenNothing()
  campaign(...pushing)
    .when({ kind: 'Review', run: 1, status: 'ACTIVE', message: 'early', at })
    .thenNothing()
  campaign(...pushing, published, requestedAgain)
    .when({ kind: 'Review', run: 1, status: 'ACTIVE', message: 'late', at })
    .thenNothing()
  campaign(...pushing, published, reviewed('ACTIVE'), ended)
    .when({ kind: 'FailPush', run: 1, message: 'late', at })
    .thenNothing()
})
test('what the DSP says of an earlier run says nothing of a later one in the same state', () => {
  const again = [requested, pushRequested(), published, requestedAgain, pushRequested()]
  const publishedAgain: ActivationEvent = { type: 'ActivationPublished', data: { run: 2, message: 'sent', at } }
  campaign(...again)
    .when({ kind: 'FailPush', run: 1, message: 'late', at })
    .thenNothing()
  campaign(...again, publishedAgain)
    .when({ kind: 'Review', run: 1, status: 'ACTIVE', message: 'late', at })
    .thenNothing()
})
test('no operator ends a run that waits for the DSP', () => {
  for (const kind of ['RetryJob', 'SkipJob', 'CancelJob'] as const)
    campaign(requested, pushRequested()).when({ kind, reason: 'it hangs', at }).thenRejected('job-over')
})
test('tags that cannot be pushed make the activation FAILED, and the snapshot stays in use', () => {
  campaign(requested, pushRequested())
    .when({ kind: 'FailPush', run: 1, message: 'nothing could be rendered', at })
    .then(failed)
  const { state } = campaign(requested, pushRequested('one is broken'), failed)
  assert.equal([state.status, lastSnapshot(state)], ['FAILED', 's2'])
})
test('no worker changes a run that waits for the DSP', () =>
  campaign(requested, pushRequested())
    .when({ kind: 'FailAttempt', attempt: 2, reason: 'no', at })
    .thenRejected('claim-lost'))
test('a PUBLISHED campaign can be activated again, and be ended', () => {
  const history = [requested, pushRequested(), published]
  campaign(...history)
    .when(activate())
    .thenTypes('ActivationRequested')
  campaign(...history)
    .when({ kind: 'EndCampaign', reason: 'request', at })
    .then(ended)
})

test('the percentage never decreases within a run', () =>
  assert.is(campaign(requested, progressed(40), progressed(20)).state.percentage, 40))
test('a failed activation keeps the snapshot that is served', () =>
  assert.is(lastSnapshot(campaign(requested, completed(), requestedAgain, failed).state), 's1'))
test('a worker that ends after the campaign was ended does not reactivate it', () =>
  campaign(requested, completed(), requestedAgain, ended)
    .when({ kind: 'FailAttempt', attempt: 2, reason: 'no', at })
    .thenRejected('claim-lost'))
test('five failed attempts are final', () => {
  const attempt = (n: number): ActivationEvent[] => [
    { type: 'ActivationAttemptFailed', data: { attempt: n, reason: 'no', retryAt: at, at } },
  ]
  const history = [1, 2, 3, 4].flatMap(attempt)
  campaign(requested, ...history)
    .when({ kind: 'FailAttempt', attempt: 5, reason: 'no', at })
    .thenTypes('ActivationFailed')
  campaign(requested)
    .when({ kind: 'FailAttempt', attempt: 1, reason: 'no', at })
    .then({
      type: 'ActivationAttemptFailed',
      data: { attempt: 1, reason: 'no', retryAt: '2026-05-01T10:00:05.000Z', at },
    })
})

const anyCommand: fc.Arbitrary<ActivationCommand> = fc.oneof(
  fc.record({ approved: fc.boolean(), creatives: fc.nat(2) }).map(activate),
  fc
    .record({ attempt: fc.nat(6), percentage: fc.nat(100) })
    .map(p => ({ kind: 'Progress' as const, message: '', at, ...p })),
  fc.nat(6).map(attempt => ({
    kind: 'Complete' as const,
    attempt,
    status: 'ACTIVE' as const,
    message: '',
    snapshot: 's',
    bytes: 50,
    contentHash: 'c1',
    at,
  })),
  fc.nat(6).map(attempt => ({ kind: 'FailAttempt' as const, attempt, reason: 'no', at })),
  fc.constant({ kind: 'EndCampaign' as const, reason: 'request' as const, at }),
)

test('in any sequence, only the attempt under way changes a run, and ENDED is final', () =>
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 40 }), commands => {
      let state = activation.initialState
      for (const command of commands) {
        const before = state
        const decided = activation.decide(command, state)
        if (E.isLeft(decided)) continue
        state = decided.right.reduce(activation.evolve, state)
        if (before.status === 'ENDED') assert.is(state.status, 'ENDED')
        if (before.run === state.run && before.status === 'IN_PROGRESS')
          assert.ok(state.percentage >= before.percentage)
        assert.ok(state.attempts.attempt >= before.attempts.attempt)
        if ('attempt' in command && decided.right.length > 0) assert.is(command.attempt, before.attempts.attempt + 1)
      }
    }),
  ))

test.run()
