import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openPeople } from '../../src/audit/people/people.ts'
import { peopleOf } from '../../src/audit/people/people-of.ts'
import { auditReader } from '../../src/audit/reader.ts'
import type { EventLog } from '../../src/ports/event-log.ts'
import { decisionRecorded, mailSent, requested } from '../support/examples/approval.ts'
import { recorded } from '../support/given/decider.ts'
import { memoryLog } from '../support/memory/log.ts'
import { keyPair, secretsUnder } from '../support/memory/secrets.ts'

const test = suite('people whom events name')

const stream = 'approval-acme:12'
/** Requests that name more approvers together than are remembered. */
const many = 70
const approvers = Array.from({ length: 100 }, (_, i) => ({
  approverId: `a${i}`,
  sealedEmail: '',
  userName: `Approver ${i}`,
}))

/** A log that counts the events that are read of its streams. */
const countedLog = (log: EventLog) => {
  let read = 0
  const counted = {
    ...log,
    readStream: async (...args: Parameters<EventLog['readStream']>) => {
      const page = await log.readStream(...args)
      read += page.length
      return page
    },
    async *readStreamPages(...args: Parameters<EventLog['readStreamPages']>) {
      for await (const page of log.readStreamPages(...args)) {
        read += page.length
        yield page
      }
    },
    read: () => read,
  }
  return counted
}

test('a stream with many requests is read once for all mails of an old one', async () => {
  const log = memoryLog()
  const events = Array.from({ length: many }, (_, i) => requested({ approvalIdx: i + 1, approvers }))
  const named = events.map(event => ({ ...event, id: randomUUID(), metadata: recorded(stream, event).metadata }))
  assert.ok(E.isRight(await log.append(stream, named, -1)))
  const counted = countedLog(log)
  const people = openPeople(counted)
  for (const { approverId } of approvers) {
    const [person] = await people.of(recorded(stream, mailSent({ approverId }), many - 1))
    assert.ok(person?.role === 'recipient' && 'approverId' in person.named && person.named.approverId === approverId)
  }
  assert.ok(counted.read() <= many, `${counted.read()} events were read`)
})

test('the request of each event is found among those before it, however many requests there are', async () => {
  const log = memoryLog()
  const rounds = Array.from({ length: 3_000 }, (_, i) => {
    const approver = { approverId: `a${i}`, sealedEmail: '', userName: `Approver ${i}` }
    return [
      requested({ approvalIdx: i + 1, approvers: [approver] }),
      { ...mailSent(approver), data: { ...mailSent(approver).data, approvalIdx: i + 1 } },
    ]
  })
  const events = rounds.flat().map((event, revision) => recorded(stream, event, revision))
  for (let at = 0; at < events.length; at += 1_000)
    assert.ok(E.isRight(await log.append(stream, events.slice(at, at + 1_000), at - 1)))
  const counted = countedLog(log)
  const people = openPeople(counted)
  for (const mail of events.filter(({ type }) => type === 'ApprovalMailSent').toReversed())
    assert.is((await people.of(mail)).length, 1)
  assert.ok(counted.read() <= 3_000 * 50, `${counted.read()} events were read`)
})

test('nobody is looked up for a list that was asked for other fields', async () => {
  const log = memoryLog()
  const events = [recorded(stream, mailSent({ approverId: 'a1' }))]
  const secrets = await secretsUnder(keyPair('k1'))
  const never = () => assert.unreachable() as never
  const ports = { log: { ...log, readStream: never, readStreamPages: never }, secrets }
  assert.equal(await peopleOf(events, ports, auditReader(ports), { select: ['type', 'at'] }), [[]])
})

test('an approver who asked for the approval is told from another one whose masked address is the same, also after an erasure', async () => {
  const secrets = await secretsUnder(keyPair('k1'))
  const sealed = (address: string) => secrets.sealForPerson('acme', address, address)
  const [ann, abe] = [await sealed('ann@example.com'), await sealed('abe@example.com')]
  const asked = requested({
    sealedRequesterEmail: await sealed('ANN@example.com'),
    approvers: [
      { approverId: 'ann', sealedEmail: ann },
      { approverId: 'abe', sealedEmail: abe },
    ],
  })
  const answers = ['ann', 'abe'].map(approverId => decisionRecorded({ approverId }))
  const events = [asked, ...answers].map((event, revision) => recorded(stream, event, revision))
  const log = memoryLog()
  const ports = { log, secrets }
  assert.ok(E.isRight(await log.append(stream, events, -1)))
  const requesters = async () =>
    (await peopleOf(events, ports, auditReader(ports), { select: undefined })).map(people =>
      people.flatMap(({ role, isRequester = false }) => (role === 'approver' ? [isRequester] : [])),
    )
  assert.equal(await requesters(), [[true, false], [true], [false]])
  await secrets.destroyPersonKey('acme', secrets.personIn(ann) ?? '', 'ann@example.com')
  assert.equal(await requesters(), [[true, false], [true], [false]])
})

test.run()
