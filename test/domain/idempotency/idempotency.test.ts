import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  type IdempotencyCommand,
  type IdempotencyEvent,
  idempotency,
} from '../../../src/domain/idempotency/idempotency.ts'

const test = suite('idempotency')
const at = '2026-03-01T12:00:00.000Z'
const begun = { bodyHash: 'h', commandId: 'c1', newIds: { thingId: 4 } }
const acceptedEvent: IdempotencyEvent = { type: 'CommandAccepted', data: { ...begun, since: at } }
const answer = { status: 200, contentType: 'application/json', text: '{}', headers: {} }
const answeredEvent: IdempotencyEvent = { type: 'CommandAnswered', data: { answer, at } }
const accept = (more: { at?: string; bodyHash?: string } = {}): IdempotencyCommand => ({
  kind: 'AcceptCommand',
  ...begun,
  commandId: 'c2',
  newIds: { thingId: 9 },
  at,
  fits: kept => kept === (more.bodyHash ?? begun.bodyHash),
  ...more,
})

const given = (...events: IdempotencyEvent[]) => ({
  when: (command: IdempotencyCommand) =>
    idempotency.decide(command, events.reduce(idempotency.evolve, idempotency.initialState)),
})
const codeOf = (result: ReturnType<typeof idempotency.decide>) => (E.isLeft(result) ? result.left.code : undefined)

test('a repeat of a request without an answer appends no record, and has the ids of the first', () => {
  assert.equal(given(acceptedEvent).when(accept()), E.right([]))
})

test('a completed request is not run again until a day has passed', () => {
  assert.equal(given(acceptedEvent, answeredEvent).when(accept()), E.right([]))
  const nextDay = given(acceptedEvent, answeredEvent).when(accept({ at: '2026-03-02T12:00:00.000Z' }))
  assert.ok(E.isRight(nextDay) && nextDay.right.length === 1)
})

test('a different body is refused, before and after completion', () => {
  for (const events of [[acceptedEvent], [acceptedEvent, answeredEvent]])
    assert.is(codeOf(given(...events).when(accept({ bodyHash: 'other' }))), 'idempotency-key-reused')
})

test('only the accepted command can be completed, and only once', () => {
  const answering = (commandId: string): IdempotencyCommand => ({
    kind: 'AnswerCommand',
    commandId,
    answer,
    at,
  })
  assert.equal(given(acceptedEvent).when(answering('c1')), E.right([answeredEvent]))
  assert.equal(given(acceptedEvent).when(answering('c9')), E.right([]))
  assert.equal(given(acceptedEvent, answeredEvent).when(answering('c1')), E.right([]))
})

test.run()
