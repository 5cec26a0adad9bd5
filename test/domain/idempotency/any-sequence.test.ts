import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type IdempotencyCommand, idempotency } from '../../../src/domain/idempotency/idempotency.ts'
import { externalId } from '../../../src/domain/retail-campaigns/external-id.ts'
import { whateverIsDone } from '../../support/given/any-sequence.ts'

const test = suite('idempotency keys and external ids under any sequence of commands')

// three days, so that records expire within a sequence
const at = fc.integer({ min: 0, max: 72 }).map(hour => new Date(Date.UTC(2026, 2, 1, hour)).toISOString())
const commandId = fc.constantFrom('c1', 'c2', 'c3')
const accept: fc.Arbitrary<IdempotencyCommand> = fc
  .record({ bodyHash: fc.constantFrom('h1', 'h2'), commandId, at })
  .map(c => ({ kind: 'AcceptCommand', newIds: { thingId: 1 }, ...c, fits: kept => kept === c.bodyHash }))
const answer: fc.Arbitrary<IdempotencyCommand> = fc.record({ commandId, at, text: fc.string() }).map(c => ({
  kind: 'AnswerCommand',
  commandId: c.commandId,
  at: c.at,
  answer: { status: 200, contentType: 'application/json', text: c.text, headers: {} },
}))

test('a request runs under one command id and gets one response', () => {
  whateverIsDone(idempotency, fc.oneof(accept, answer), ({ command, before, result, after }) => {
    if (E.isLeft(result) || result.right.length === 0) return
    if (command.kind !== 'AcceptCommand') {
      assert.equal([before.status, after.status], ['accepted', 'answered'])
      assert.ok(before.status === 'accepted' && before.commandId === command.commandId)
      return
    }
    if (before.status === 'absent' || after.status === 'absent') return
    // a new command is only possible a day after the key was first used
    assert.ok(Date.parse(after.since) - Date.parse(before.since) >= 86_400_000)
  })
})

test('an external id never moves to another campaign', () => {
  const campaign = fc.record({ retailCampaignIdx: fc.integer({ min: 1, max: 4 }), at })
  whateverIsDone(externalId, campaign, ({ command, before, after }) =>
    assert.is(after, before ?? command.retailCampaignIdx),
  )
})

test.run()
