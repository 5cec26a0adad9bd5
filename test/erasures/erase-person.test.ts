import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { auditReader } from '../../src/audit/reader.ts'
import { sentenceOf } from '../../src/audit/sentence.ts'
import { approval } from '../../src/domain/approval/approval.ts'
import { erasures } from '../../src/domain/erasures/erasures.ts'
import { retailSettings } from '../../src/domain/provisioning/aggregates.ts'
import type { DomainEvent } from '../../src/domain/shared/decider.ts'
import { openExecutor } from '../../src/engine/write/execute.ts'
import { erasePerson } from '../../src/erasures/erase-person.ts'
import type { Secrets } from '../../src/ports/secrets.ts'
import { decided, decisionRecorded, mailSent, requested } from '../support/examples/approval.ts'
import { retailSettingsConfigured } from '../support/examples/provisioning.ts'
import { recorded } from '../support/given/decider.ts'
import { eventsOf, memoryLog } from '../support/memory/log.ts'
import { twoHandedClock } from '../support/memory/node.ts'
import { keyPair, secretsUnder } from '../support/memory/secrets.ts'

const test = suite('erasing a person')

const account = 'acme'
const ann = 'ann@example.com'

/** A log as a release left it that did not seal names: Rob asked Ann and Bob, and Ann answered with a comment. */
const olderLog = async () => {
  const secrets = await secretsUnder(keyPair('k1'))
  const log = memoryLog()
  const clock = twoHandedClock()
  const newWork = openExecutor(log, clock)
  const approver = async (id: string, userName: string, accountId = account) => ({
    approverId: id,
    sealedEmail: await secrets.sealForAccount(accountId, `${id}@example.com`),
    userName,
  })
  const approvers = [await approver('ann', 'Ann Ashby'), await approver('bob', 'Bob Birch')]
  const append = async (stream: string, ...events: readonly DomainEvent[]) => {
    const { revision } = await log.streamHead(stream)
    const named = events.map(event => ({ ...event, id: randomUUID(), metadata: recorded(stream, event).metadata }))
    assert.ok(E.isRight(await log.append(stream, named, revision)))
  }
  const sealedRequesterEmail = await secrets.sealForAccount(account, 'rob@example.com')
  await append('retail-settings-acme', retailSettingsConfigured({ approvers }))
  await append(
    'retail-settings-acme2',
    retailSettingsConfigured({ approvers: [await approver('ann', 'Ann', 'acme2')] }),
  )
  await append(
    'approval-acme:12',
    requested({ approvers, sealedRequesterEmail }),
    mailSent({ approverId: 'ann' }),
    decisionRecorded({ approverId: 'ann' }, 'Approved', { comment: 'I like it' }),
    decided('Approved'),
  )
  const erase = (address: string, using: Secrets = secrets) => {
    const commandId = randomUUID()
    const work = newWork({
      actor: 'cli',
      operation: 'erase',
      commandId,
      correlationId: commandId,
      causationId: commandId,
    })
    return erasePerson({ accountId: account, address, reason: 'ticket 4711' }, work, { log, clock, secrets: using })()
  }
  return { secrets, log, clock, newWork, erase }
}
const right = <A>(answer: E.Either<unknown, A>): A =>
  E.isRight(answer) ? answer.right : (assert.unreachable(JSON.stringify(answer.left)) as never)

test('of a release that sealed no names: states forget the person, and auditors read erased', async () => {
  const { log, secrets, newWork, erase } = await olderLog()
  const gone = right(await erase('ANN@example.com'))
  assert.equal(gone?.found.counts, { settings: 1, requests: 0, asked: 1, answers: 1, mails: 1, older: 3 })
  assert.ok(gone?.isApprover)
  const commandId = randomUUID()
  const work = newWork({ actor: 'a', operation: 'o', commandId, correlationId: commandId, causationId: commandId })
  const states = [(await work.load(approval, 'acme:12')).state, (await work.load(retailSettings, account)).state]
  assert.not.match(JSON.stringify(states), /Ann|I like it/)
  assert.match(JSON.stringify(states), /Bob Birch.*Bob Birch/)
  const reader = auditReader({ log, secrets })
  const shown = await Promise.all(log.events.filter(e => !e.stream.endsWith('acme2')).map(reader.shownEvent))
  assert.not.match(JSON.stringify(shown.map(e => e.data)), /Ann|ann•|I like it/)
  assert.match(JSON.stringify(shown.map(e => e.data)), /Bob Birch.*Rob Reed/)
  const answer = shown.find(e => e.type === 'ApprovalDecisionRecorded')
  assert.is(answer && sentenceOf(answer), 'An approver answered Approved: “erased”.')
  const elsewhere = await reader.shownEvent(log.events.find(e => e.stream.endsWith('acme2'))!)
  assert.match(JSON.stringify(elsewhere.data), /a•••@example\.com/)
})

test('an erasure that is run again writes nothing', async () => {
  const { log, erase } = await olderLog()
  for (const address of [ann, 'rob@example.com']) {
    assert.ok(right(await erase(address)))
    const { length } = log.events
    assert.is(right(await erase(address)), undefined)
    assert.is(log.events.length, length)
  }
  assert.is(eventsOf(log, erasures, account).length, 2)
})

test('an erasure that ended before the key was destroyed is finished by the next one', async () => {
  const { log, secrets, erase } = await olderLog()
  const sealed = await secrets.sealForPerson(account, ann, 'Ann')
  const killed = { ...secrets, destroyPersonKey: () => Promise.reject(new Error('killed')) }
  await erase(ann, killed).then(
    () => assert.unreachable(),
    error => assert.is(error.message, 'killed'),
  )
  assert.is(await secrets.unsealForAccount(account, sealed), 'Ann')
  assert.equal(right(await erase(ann))?.found.personIds.size, 1)
  assert.is(await secrets.unsealForAccount(account, sealed), undefined)
  assert.is(eventsOf(log, erasures, account).length, 1)
})

test.run()
