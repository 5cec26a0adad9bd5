import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { hasSentence, routineEvents, sentenceOf } from '../../src/audit/sentence.ts'
import { aggregateOf, aggregates } from '../../src/domain/aggregates.ts'
import { wordingsIn } from '../../src/domain/shared/fact.ts'
import type { Recorded } from '../../src/ports/event-log.ts'
import * as approval from '../support/examples/approval.ts'
import { everyEvent } from '../support/examples/every-event.ts'
import { exportCompleted, exportFailed, exportInitiated, exportOfTwelve } from '../support/examples/exports.ts'
import { keyIssued, serviceKeyAdded, serviceKeyChosen, serviceKeyRemoved } from '../support/examples/keys.ts'
import { trackersUpdated } from '../support/examples/media-plans.ts'
import { webhookChanged } from '../support/examples/webhooks.ts'
import { recorded } from '../support/given/decider.ts'

const wordings = aggregates.flatMap(({ events }) => wordingsIn(events))
const types = wordings.map(({ type }) => type)

test('every event has a sentence for auditors or is routine, and event names are unique', () => {
  assert.ok(types.length > 50, 'the events were found')
  for (const { type, routine, sentence } of wordings) assert.ok(routine !== (sentence !== undefined), type)
  assert.is(new Set(types).size, types.length)
  for (const aggregate of aggregates) assert.ok(wordingsIn(aggregate.events).length > 0, aggregate.category)
})

test('every event has exactly one example, which its codec accepts', () => {
  assert.equal(everyEvent.map(({ type }) => type).sort(), [...types].sort())
  for (const { type, data, stream } of everyEvent)
    assert.ok(E.isRight(aggregateOf(stream)!.events.decode({ type, data })), type)
})

const sayable = everyEvent.filter(({ type }) => !routineEvents.includes(type))

test('every sentence starts and ends correctly, is short, and contains no mail address and nothing sealed', () => {
  for (const event of sayable) {
    assert.ok(hasSentence(event), event.type)
    const sentence = sentenceOf(event)
    assert.match(sentence, /^[\p{Lu}\d].{1,198}[^.][.!?…]$/u, event.type)
    assert.not.match(sentence, /@|sealed|secret:|undefined|NaN|\[object/, event.type)
  }
})

test('heartbeats and progress steps are routine', () => {
  // that one says that somebody asked for the export; its attempts are routine
  const ofWorkers = types.filter(type => /Heartbeat$|Started$/.test(type) && type !== 'DspExportStarted')
  for (const type of ofWorkers) assert.ok(routineEvents.includes(type), type)
  assert.not.ok(routineEvents.includes('ActivationProgressed'), 'its message is for people')
})

test('events of newer releases, and events with unexpected data, are described by their names', () => {
  const unknown: Recorded = recorded('approval-acme:12', { type: 'ApprovalWatered', data: {} })
  assert.equal([hasSentence(unknown), sentenceOf(unknown)], [false, 'Approval watered.'])
  assert.is(sentenceOf(recorded('approval-acme:12', { type: 'ApprovalDecided', data: {} })), 'Approval decided.')
})

const summary = (stream: string, event: Parameters<typeof recorded>[1]) => sentenceOf(recorded(stream, event))

test('a reason does not double the full stop, and missing files are counted', () => {
  const stream = `export-${exportOfTwelve}`
  assert.is(summary(stream, exportInitiated()), 'The export (png at 1x) was requested.')
  assert.is(summary(stream, exportFailed()), 'The export (png at 1x) failed: None of the 4 files could be made.')
  assert.is(
    summary(stream, exportCompleted({ size: 1_587_200, failed: 1 })),
    'The export (png at 1x) is ready: 3 of 4 files, 1587 kB; 1 could not be rendered.',
  )
  assert.is(summary('approval-acme:12', approval.requesterNotified()), 'The requester was notified of the decision.')
  assert.is(
    summary('approval-acme:12', approval.requesterNotified('the mailbox is full')),
    'The requester could not be notified: the mailbox is full.',
  )
})

test('updated trackers and a newly linked plan are each mentioned only if present', () => {
  const link = { type: 'TrackersUpdated', data: { sites: [], campaignId: 3, at: '2026-05-01T10:00:00.000Z' } }
  assert.is(summary('media-plan-acme:9', link), 'The media plan was linked to campaign 3.')
  assert.is(
    summary('media-plan-acme:9', trackersUpdated),
    'The trackers of 1 placement were updated; the media plan was linked to campaign 12.',
  )
})

test('a key is described by its access, not by its owner, who may be a mail address', () => {
  const issued = keyIssued({ organisations: ['org1'], expiresAt: '2027-01-31T00:00:00.000Z' })
  assert.is(
    summary('api-key-abcdefgh', issued),
    'A key was issued with 1 permission on 1 account and 1 organisation, until 2027-01-31.',
  )
})

test('what an operator did with a key of the service is said with its id, the reason, and what it costs', () => {
  const said = [serviceKeyAdded, serviceKeyChosen, serviceKeyRemoved].map(event => summary('service-key-pepper', event))
  assert.equal(said, [
    'The pepper 5f3a1b2c was added.',
    'The pepper 5f3a1b2c was chosen for use: ticket 4711.',
    'The pepper 1 was removed, and 2 live API keys with it.',
  ])
})

test('a change of a webhook says where events go now, which ones, and whether it pauses', () => {
  const changed = (over: Parameters<typeof webhookChanged>[0]) => summary('webhooks-acme', webhookChanged(over))
  const host = 'elsewhere.example.com'
  assert.is(changed({ isPaused: false }), 'The webhook 3 was resumed.')
  assert.is(changed({ host, secretId: 'secret:2' }), 'The webhook 3 was changed to send to elsewhere.example.com.')
  assert.is(
    changed({ host, secretId: 'secret:2', types: ['ApprovalDecided', 'ApprovalRequested'], isPaused: true }),
    'The webhook 3 was changed to send ApprovalDecided, ApprovalRequested to elsewhere.example.com, and paused.',
  )
  assert.is(changed({ types: [] }), 'The webhook 3 was changed to send all events.')
  assert.is(changed({ types: ['A', 'B', 'C', 'D'] }), 'The webhook 3 was changed to send 4 types of events.')
})

test.run()
