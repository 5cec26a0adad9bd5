import * as E from 'fp-ts/lib/Either.js'
import * as assert from 'uvu/assert'
import { approval } from '../../../src/domain/approval/approval.ts'
import type { ApprovalEvent } from '../../../src/domain/approval/events.ts'
import { retailSettings } from '../../../src/domain/provisioning/aggregates.ts'
import type { Mail, MailFailure } from '../../../src/ports/mailer.ts'
import type { Ports } from '../../../src/ports/ports.ts'
import { approvalMail } from '../../../src/processes/approval/approval-mail.ts'
import { activationCompleted, activationRequested, campaignEnded } from '../../support/examples/activation.ts'
import {
  approver,
  ask,
  both,
  count,
  finished,
  hashNow,
  mailingNode,
  ofApproval,
  recorded,
  to,
  vote,
} from '../../support/memory/approvals-in-log.ts'
import { twelve } from '../../support/memory/campaign-in-log.ts'
import { fakeMailer, fakeRenderer } from '../../support/memory/fakes.ts'
import { comesTrue, type MemoryNodes, settles } from '../../support/memory/node.ts'
import { type ProcessTest, processSuite } from '../../support/memory/process-suite.ts'

const test = processSuite('approval mails: deliveries')

const dayMs = 86_400_000
const greylisted: MailFailure = { permanent: false, reason: 'greylisted' }
/** Addresses whose mails are deferred now. */
const deferring = (...names: readonly string[]) => {
  const deferred = new Set(names.map(name => `${name}@example.com`))
  const tried: string[] = []
  const mailer = fakeMailer(mail => {
    tried.push(mail.to.address)
    return deferred.has(mail.to.address) ? greylisted : undefined
  })
  return { mailer, tried, deferred, sent: mailer.sent }
}
const started = async (context: ProcessTest, over: Partial<Ports>, approvers = both): Promise<MemoryNodes> => {
  const nodes = await mailingNode(over, approvers)
  context.stop.push(nodes.stop)
  return nodes
}
const dataOf = <N extends ApprovalEvent['type']>(nodes: MemoryNodes, type: N) =>
  ofApproval(nodes).flatMap(e => (e.type === type ? [e.data as Extract<ApprovalEvent, { type: N }>['data']] : []))
const pass = (nodes: MemoryNodes, ms: number) => {
  nodes.clock.pass(ms)
  nodes.look()
}
/** Passes to the next due time of the campaign's mails, and waits until that attempt is over. */
const nextAttempt = async (nodes: MemoryNodes) => {
  const done = count(nodes, 'ApprovalMailFinished')
  const { documents } = await nodes.readModels.find(approvalMail.todo, { limit: 1 })
  const { notBefore } = JSON.parse(documents[0]?.json ?? '{}')
  pass(nodes, Math.max(0, Date.parse(notBefore) - nodes.clock.now().getTime()))
  await finished(nodes, done + 1)
  await settles()
}
const isOpen = async ({ readModels }: MemoryNodes) => {
  const { documents } = await readModels.find(approvalMail.todo, { limit: 1 })
  return JSON.parse(documents[0]?.json ?? '{}').todo === 'open'
}

test('a deferred mail is not sent to an approver who left the settings, and nothing stays due', async context => {
  const { mailer, tried, deferred } = deferring('bob')
  const nodes = await started(context, { mailer })
  await ask(nodes)
  await finished(nodes)
  const settings = { approvers: [approver('ann')], allApproversRequired: true }
  await nodes.does(retailSettings, 'acme', { value: settings, at: nodes.clock.now().toISOString() })
  deferred.clear()
  await nextAttempt(nodes)
  assert.equal(tried, ['ann@example.com', 'bob@example.com'])
  assert.equal(
    dataOf(nodes, 'ApprovalMailBounced').map(({ approverId, reason }) => [approverId, reason]),
    [['bob', 'the approver left the settings']],
  )
  assert.not.ok(await isOpen(nodes))
})

/** Ends the campaign, as its log has it. */
const end = async (nodes: MemoryNodes) => {
  const at = nodes.clock.now().toISOString()
  const metadata = { at, actor: 'admin', operation: 'end', correlationId: 'c', causationId: 'c', schemaVersion: 1 }
  const over = [activationRequested(), activationCompleted(), campaignEnded()]
  const events = over.map(event => ({ ...event, id: event.type, metadata }))
  assert.ok(E.isRight(await nodes.log.append(`activation-${twelve}`, events, -1)))
}

test('a deferred mail about a campaign that has ended meanwhile is not sent', async context => {
  const { mailer, tried, deferred } = deferring('bob')
  const nodes = await started(context, { mailer })
  await ask(nodes)
  await finished(nodes)
  await end(nodes)
  deferred.clear()
  await nextAttempt(nodes)
  assert.equal(tried, ['ann@example.com', 'bob@example.com'])
  assert.equal(
    dataOf(nodes, 'ApprovalMailBounced').map(({ approverId, reason }) => [approverId, reason]),
    [['bob', 'the campaign has ended']],
  )
  assert.not.ok(await isOpen(nodes))
})

test('the mail about a decision does not say that a campaign can be activated that has ended since', async context => {
  const { mailer, sent } = deferring()
  const nodes = await started(context, { mailer })
  await ask(nodes)
  await finished(nodes)
  await end(nodes)
  for (const name of ['ann', 'bob']) await vote(nodes, name, 'Approved')
  await finished(nodes, 2)
  assert.equal(to(sent.slice(2)), ['rob@example.com'])
  assert.match(sent[2]?.text ?? '', /was approved\. It has ended since/)
})

test('an approver whose server defers keeps no other approver waiting', async context => {
  const three = ['ann', 'bob', 'cyd'].map(approver)
  const { mailer, sent, deferred } = deferring('ann')
  const nodes = await started(context, { mailer }, three)
  await ask(nodes, 1, three)
  await finished(nodes)
  assert.equal(to(sent), ['bob@example.com', 'cyd@example.com'])
  assert.equal(dataOf(nodes, 'ApprovalMailsDeferred'), [
    {
      approvalIdx: 1,
      approverIds: ['ann'],
      reason: 'greylisted',
      retryAt: '2026-03-01T12:00:05.000Z',
      at: '2026-03-01T12:00:00.000Z',
    },
  ])
  deferred.clear()
  pass(nodes, 4_999)
  await settles()
  assert.is(sent.length, 2)
  pass(nodes, 1)
  await finished(nodes, 2)
  assert.equal(to(sent), ['bob@example.com', 'cyd@example.com', 'ann@example.com'])
  assert.not.ok(await isOpen(nodes))
})

test('each approver has pauses of their own, which grow up to an hour', async context => {
  const { mailer, tried } = deferring('ann')
  const nodes = await started(context, { mailer })
  await ask(nodes)
  for (const [n, pause] of [5, 15, 60, 300, 900, 1800, 3600, 3600, 3600].entries()) {
    await finished(nodes, n + 1)
    pass(nodes, pause * 1000 - 1)
    await settles()
    assert.is(tried.filter(a => a.startsWith('ann')).length, n + 1, `nothing before ${pause} s`)
    pass(nodes, 1)
  }
  await finished(nodes, 10)
  assert.is(tried.filter(a => a.startsWith('bob')).length, 1)
})

test('after an hour without a mail server every approver gets a mail', async context => {
  let away = true
  const mailer = fakeMailer(() => (away ? { permanent: false, reason: 'no answer' } : undefined))
  const nodes = await started(context, { mailer })
  await ask(nodes)
  await finished(nodes)
  for (const start = nodes.clock.now().getTime(); nodes.clock.now().getTime() - start < 3_600_000; )
    await nextAttempt(nodes)
  // approvers with the same history share an event
  assert.equal(
    dataOf(nodes, 'ApprovalMailsDeferred').map(d => d.approverIds.length),
    Array(count(nodes, 'ApprovalMailFinished')).fill(2),
  )
  away = false
  await nextAttempt(nodes)
  assert.equal(to(mailer.sent), ['ann@example.com', 'bob@example.com'])
  assert.is(count(nodes, 'ApprovalMailAttemptFailed'), 0)
})

test('a mail is given up after three days, and a repeat of the request sends it at once', async context => {
  const { mailer, tried, deferred, sent } = deferring('ann')
  const nodes = await started(context, { mailer })
  await ask(nodes)
  await finished(nodes)
  while (count(nodes, 'ApprovalMailsGivenUp') === 0) await nextAttempt(nodes)
  const [givenUp] = dataOf(nodes, 'ApprovalMailsGivenUp')
  assert.equal(givenUp, {
    approvalIdx: 1,
    approverIds: ['ann'],
    reason: 'greylisted',
    at: '2026-03-04T12:00:00.000Z',
  })
  const before = tried.length
  pass(nodes, 3 * dayMs)
  await settles()
  assert.is(tried.length, before)
  assert.not.ok(await isOpen(nodes))

  await ask(nodes, 2)
  await recorded(nodes, 'ApprovalMailsDeferred', before - 1)
  assert.equal(dataOf(nodes, 'ApprovalRequestRepeated')[0]?.approverIds, ['ann'])
  deferred.clear()
  await nextAttempt(nodes)
  assert.equal(to(sent), ['bob@example.com', 'ann@example.com'])
  assert.match(sent[1]?.messageId ?? '', 'approval-acme-12-1-ann', 'the request is the same')
})

test('a repeat of the request does not wait for a pause, and sends nothing that has arrived', async context => {
  const { mailer, sent, deferred } = deferring('ann')
  const nodes = await started(context, { mailer })
  await ask(nodes)
  await finished(nodes)
  deferred.clear()
  await ask(nodes, 2)
  await finished(nodes, 2)
  await ask(nodes, 3)
  await settles()
  assert.equal(to(sent), ['bob@example.com', 'ann@example.com'])
  assert.equal([count(nodes, 'ApprovalRequested'), count(nodes, 'ApprovalRequestRepeated')], [1, 1])
})

test('a repeat of the request tries a refused address again', async context => {
  let refusing = true
  const mailer = fakeMailer(mail =>
    refusing && mail.to.address.startsWith('bob') ? { permanent: true, reason: 'the box is full' } : undefined,
  )
  const nodes = await started(context, { mailer })
  await ask(nodes)
  await finished(nodes)
  refusing = false
  await ask(nodes, 2)
  await finished(nodes, 2)
  assert.equal(to(mailer.sent), ['ann@example.com', 'bob@example.com'])
  assert.equal((await nodes.work().load(approval, twelve)).state.request?.bounced, [])
})

test('a repeat of the request renews attempts that an older release gave up', async context => {
  const { mailer, sent } = deferring()
  const nodes = await started(context, { mailer })
  await nodes.stop()
  await ask(nodes)
  const at = nodes.clock.now().toISOString()
  for (const attempt of [1, 2, 3, 4, 5])
    await nodes.does(approval, twelve, { kind: 'FailAttempt', attempt, reason: 'no answer', at })
  nodes.start([approvalMail], 'one')
  pass(nodes, dayMs)
  await settles()
  assert.is(sent.length, 0)
  await ask(nodes, 2)
  await finished(nodes)
  assert.equal(to(sent), ['ann@example.com', 'bob@example.com'])
})

test('pauses and tries are in the log: another node goes on with them', async context => {
  const { mailer, tried, deferred, sent } = deferring('ann')
  const nodes = await started(context, { mailer })
  await ask(nodes)
  await finished(nodes)
  await nextAttempt(nodes)
  await nodes.stop()
  nodes.start([approvalMail], 'two')
  pass(nodes, 14_999)
  await settles()
  assert.equal(tried, ['ann@example.com', 'bob@example.com', 'ann@example.com'])
  deferred.clear()
  pass(nodes, 1)
  await finished(nodes, 3)
  assert.equal(to(sent), ['bob@example.com', 'ann@example.com'])
})

test('a node that is killed while it sends is followed by another, which sends what was not recorded', async context => {
  const hanging = Promise.withResolvers<undefined>()
  const mailer = fakeMailer()
  const dead = {
    ...approvalMail,
    perform: (...[action, step]: Parameters<typeof approvalMail.perform>) =>
      approvalMail.perform(action, {
        ...step,
        ports: {
          ...step.ports,
          mailer: {
            ...mailer,
            send: (mail: Mail) => (mail.to.address.startsWith('bob') ? hanging.promise : mailer.send(mail)),
          },
        },
      }),
  }
  const nodes = await started(context, { mailer })
  await nodes.stop()
  const killed = nodes.start([dead], 'dead')
  await ask(nodes)
  await recorded(nodes, 'ApprovalMailSent')
  await settles()
  nodes.start([approvalMail], 'two')
  await settles()
  pass(nodes, 15_000)
  await finished(nodes)
  assert.equal(to(mailer.sent), ['ann@example.com', 'bob@example.com'])
  hanging.resolve(undefined)
  await killed.stop()
  assert.is(count(nodes, 'ApprovalMailSent'), 2)
})

test('no mail is sent by a worker that lost its claim while it drew the previews', async context => {
  const drawing = Promise.withResolvers<void>()
  let draws = 0
  const renderer = fakeRenderer(async job => {
    draws++
    await drawing.promise
    return { bytes: Buffer.from(job.html), missing: [] }
  })
  const { mailer, tried } = deferring()
  const nodes = await started(context, { mailer, renderer })
  await ask(nodes)
  await comesTrue(() => draws > 0, 'the previews are drawn')
  const at = nodes.clock.now().toISOString()
  await nodes.does(approval, twelve, { kind: 'FailAttempt', attempt: 1, reason: 'it took too long', at })
  drawing.resolve()
  await settles()
  assert.equal([tried, nodes.types().includes('ExportMadeAvailable')], [[], false])
})

test('no mail is sent while the log cannot confirm the claim', async context => {
  const { mailer, tried } = deferring()
  const nodes = await started(context, { mailer })
  await nodes.stop()
  const cutOff = {
    ...approvalMail,
    perform: (...[action, step]: Parameters<typeof approvalMail.perform>) =>
      approvalMail.perform(action, {
        ...step,
        holds: async () => {
          nodes.log.away(true)
          return step.holds()
        },
      }),
  }
  nodes.start([cutOff], 'one')
  await ask(nodes)
  await comesTrue(() => nodes.problems.some(p => /could not be worked on/.test(p.message)), 'the attempt ends')
  assert.equal(tried, [])
  nodes.log.away(false)
})

test('a vote that arrives between the claim and a mail makes the mail needless', async context => {
  const { mailer, sent } = deferring()
  const nodes = await started(context, { mailer })
  await nodes.stop()
  let voted = false
  const slow = {
    ...approvalMail,
    perform: (...[action, step]: Parameters<typeof approvalMail.perform>) =>
      approvalMail.perform(action, {
        ...step,
        holds: async () => {
          if (!voted) await vote(nodes, 'ann', 'Approved')
          voted = true
          return step.holds()
        },
      }),
  }
  nodes.start([slow], 'one')
  await ask(nodes)
  await finished(nodes)
  assert.equal(to(sent), ['bob@example.com'])
})

test('a node that stops aborts the mail it sends, and the next node sends it', async context => {
  const sending = Promise.withResolvers<void>()
  const aborted: unknown[] = []
  const endless: Ports['mailer'] = {
    send: (_, signal) =>
      new Promise(resolve => {
        sending.resolve()
        signal?.addEventListener('abort', () => {
          aborted.push(signal.reason)
          resolve({ permanent: false, reason: 'aborted' })
        })
      }),
    close: async () => undefined,
  }
  const nodes = await started(context, { mailer: endless })
  await ask(nodes)
  await sending.promise
  await nodes.stop()
  assert.is(aborted.length, 1)
  assert.equal([count(nodes, 'ApprovalMailsDeferred'), count(nodes, 'ApprovalMailAttemptFailed')], [0, 0])
})

test('one attempt writes to ten approvers, those with the fewest failures first', async context => {
  const many = Array.from({ length: 12 }, (_, n) => approver(`a${String(n).padStart(2, '0')}`))
  const { mailer, tried, deferred, sent } = deferring(...many.slice(0, 10).map(a => a.approverId))
  const nodes = await started(context, { mailer }, many)
  await ask(nodes, 1, many)
  await finished(nodes, 2)
  assert.equal(to(sent), ['a10@example.com', 'a11@example.com'])
  deferred.clear()
  await nextAttempt(nodes)
  assert.is(sent.length, 12)
  assert.is(tried.length, 22)
})

test('after a mail that took 30 s the attempt ends, and the next one writes to the others', async context => {
  const mailer = fakeMailer(() => {
    nodes.clock.pass(30_000)
    return undefined
  })
  const nodes = await started(context, { mailer })
  await ask(nodes)
  await finished(nodes, 2)
  assert.equal(to(mailer.sent), ['ann@example.com', 'bob@example.com'])
  const ends = ofApproval(nodes).flatMap(({ type }) => type.match(/^ApprovalMail(?:Sent|Finished)$/) ?? [])
  assert.equal(ends, ['ApprovalMailSent', 'ApprovalMailFinished', 'ApprovalMailSent', 'ApprovalMailFinished'])
})

test('a mail that cannot be prepared is tried again like one that cannot be sent', async context => {
  let broken = true
  const renderer = fakeRenderer(job => {
    if (broken) throw new Error('no browser at /opt/secret/chromium')
    return { bytes: Buffer.from(job.html), missing: [] }
  })
  const { mailer, sent } = deferring()
  const nodes = await started(context, { mailer, renderer })
  await ask(nodes)
  await finished(nodes)
  for (let n = 0; n < 6; n++) await nextAttempt(nodes)
  assert.is(dataOf(nodes, 'ApprovalMailsDeferred').at(-1)?.reason, 'the mail could not be prepared')
  assert.ok(nodes.problems.some(p => /could not be prepared/.test(p.message)))
  broken = false
  await nextAttempt(nodes)
  assert.equal(to(sent), ['ann@example.com', 'bob@example.com'])
})

test('the requester is tried for three days, too', async context => {
  const { mailer, deferred, sent } = deferring('rob')
  const nodes = await started(context, { mailer })
  await ask(nodes)
  await finished(nodes)
  for (const name of ['ann', 'bob']) await vote(nodes, name, 'Approved')
  await recorded(nodes, 'RequesterMailDeferred')
  for (let n = 0; n < 8; n++) await nextAttempt(nodes)
  deferred.clear()
  await nextAttempt(nodes)
  assert.equal(to(sent), ['ann@example.com', 'bob@example.com', 'rob@example.com'])
  assert.equal(
    dataOf(nodes, 'RequesterNotified').map(d => d.failure),
    [undefined],
  )
})

test('a requester who cannot be reached for three days is recorded as not notified', async context => {
  const { mailer } = deferring('rob')
  const nodes = await started(context, { mailer })
  await ask(nodes)
  await finished(nodes)
  for (const name of ['ann', 'bob']) await vote(nodes, name, 'Approved')
  await recorded(nodes, 'RequesterMailDeferred')
  while (count(nodes, 'RequesterNotified') === 0) await nextAttempt(nodes)
  assert.equal(dataOf(nodes, 'RequesterNotified'), [
    { approvalIdx: 1, at: '2026-03-04T12:00:00.000Z', failure: 'greylisted' },
  ])
  assert.not.ok(await isOpen(nodes))
})

test('a node that cannot read the creatives leaves the mails to one of the newer release, and defers none', async context => {
  const { mailer, sent } = deferring()
  const nodes = await started(context, { mailer })
  const at = nodes.clock.now().toISOString()
  const by = { at, actor: 'admin', operation: 'newer', correlationId: 'c', causationId: 'c', schemaVersion: 9 }
  const { revision } = await nodes.log.streamHead(`creatives-${twelve}`)
  const hash = await hashNow(nodes)
  const newer = { id: 'newer', type: 'CreativeSaved', data: {}, metadata: by }
  assert.ok(E.isRight(await nodes.log.append(`creatives-${twelve}`, [newer], revision)))
  await ask(nodes, 1, both, hash)
  await comesTrue(() => nodes.problems.some(p => p.message === 'an attempt failed'), 'the attempt is left')
  await settles()
  assert.equal(
    [sent.length, count(nodes, 'ApprovalMailsDeferred'), count(nodes, 'ApprovalMailAttemptFailed')],
    [0, 0, 0],
  )
})

test.run()
