import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  type IdempotencyCommand,
  type IdempotencyEvent,
  idempotency,
  nobody,
} from '../../../src/domain/idempotency/idempotency.ts'

const test = suite('idempotency')
const at = '2026-03-01T12:00:00.000Z'
const begun = { bodyHash: 'h', commandId: 'c1', newIds: { thingId: 4 }, worker: 'w1' }
const acceptedEvent: IdempotencyEvent = { type: 'CommandAccepted', data: { ...begun, since: at } }
const answer = { status: 200, contentType: 'application/json', text: '{}', headers: {} }
const answeredEvent: IdempotencyEvent = { type: 'CommandAnswered', data: { answer, at } }
const accept = (more: Partial<IdempotencyCommand & { kind: 'AcceptCommand' }> = {}): IdempotencyCommand => ({
  kind: 'AcceptCommand',
  ...begun,
  commandId: 'c2',
  newIds: { thingId: 9 },
  worker: 'w2',
  at,
  ...more,
})

const given = (...events: IdempotencyEvent[]) => ({
  when: (command: IdempotencyCommand) =>
    idempotency.decide(command, events.reduce(idempotency.evolve, idempotency.initialState)),
})
const codeOf = (result: ReturnType<typeof idempotency.decide>) => (E.isLeft(result) ? result.left.code : undefined)

test('a worker that takes over uses the ids of the first worker', () => {
  assert.equal(
    given(acceptedEvent).when(accept({ takeOverFrom: 'w1' })),
    E.right([{ type: 'CommandAccepted', data: { ...begun, worker: 'w2', since: at } }]),
  )
})

test('a running worker, or one that has just taken over, cannot be replaced', () => {
  assert.is(codeOf(given(acceptedEvent).when(accept())), 'idempotency-key-in-use')
  assert.is(codeOf(given(acceptedEvent).when(accept({ takeOverFrom: 'w0' }))), 'idempotency-key-in-use')
})

test('a completed request is not run again until a day has passed', () => {
  assert.equal(given(acceptedEvent, answeredEvent).when(accept()), E.right([]))
  const nextDay = given(acceptedEvent, answeredEvent).when(accept({ at: '2026-03-02T12:00:00.000Z' }))
  assert.ok(E.isRight(nextDay) && nextDay.right.length === 1)
})

test('a different body is refused, before and after completion', () => {
  for (const events of [[acceptedEvent], [acceptedEvent, answeredEvent]])
    assert.is(
      codeOf(given(...events).when(accept({ bodyHash: 'other', takeOverFrom: 'w1' }))),
      'idempotency-key-reused',
    )
})

test('only the accepted command can be completed, and only once', () => {
  const answering = (commandId: string, worker = 'w1'): IdempotencyCommand => ({
    kind: 'AnswerCommand',
    commandId,
    worker,
    answer,
    at,
  })
  assert.equal(given(acceptedEvent).when(answering('c1')), E.right([answeredEvent]))
  assert.equal(given(acceptedEvent).when(answering('c9')), E.right([]))
  assert.equal(given(acceptedEvent, answeredEvent).when(answering('c1')), E.right([]))
})

test('a worker that lost the request neither answers it nor shows life for it', () => {
  const takenOver: IdempotencyEvent = { type: 'CommandAccepted', data: { ...begun, worker: 'w2', since: at } }
  const old = { commandId: 'c1', worker: 'w1', at }
  assert.equal(given(acceptedEvent, takenOver).when({ kind: 'AnswerCommand', answer, ...old }), E.right([]))
  assert.equal(given(acceptedEvent, takenOver).when({ kind: 'ShowLife', ...old }), E.right([]))
  assert.equal(given(acceptedEvent, takenOver).when({ kind: 'GiveBack', commandId: 'c1', worker: 'w1' }), E.right([]))
})

test('a request that was given back has the same ids, and no worker', () => {
  const back: IdempotencyCommand = { kind: 'GiveBack', commandId: 'c1', worker: 'w1' }
  assert.equal(
    given(acceptedEvent).when(back),
    E.right([{ type: 'CommandAccepted', data: { ...begun, worker: nobody, since: at } }]),
  )
  assert.equal(given(acceptedEvent, answeredEvent).when(back), E.right([]))
})

test('a worker shows life while it runs a request, and no longer', () => {
  const show: IdempotencyCommand = { kind: 'ShowLife', commandId: 'c1', worker: 'w1', at }
  assert.equal(given(acceptedEvent).when(show), E.right([{ type: 'CommandHeartbeat', data: { worker: 'w1', at } }]))
  assert.equal(given(acceptedEvent, answeredEvent).when(show), E.right([]))
  assert.equal(given().when(show), E.right([]))
})

test('after a day a request that is still running keeps its key; one whose worker is gone starts anew', () => {
  const nextDay = '2026-03-02T12:00:00.000Z'
  assert.is(codeOf(given(acceptedEvent).when(accept({ at: nextDay }))), 'idempotency-key-in-use')
  assert.equal(
    given(acceptedEvent).when(accept({ at: nextDay, takeOverFrom: 'w1' })),
    E.right([
      {
        type: 'CommandAccepted',
        data: { bodyHash: 'h', commandId: 'c2', newIds: { thingId: 9 }, worker: 'w2', since: nextDay },
      },
    ]),
  )
})

test.run()
