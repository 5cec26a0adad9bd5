import { mock } from 'node:test'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Mailer } from '../../../src/ports/mailer.ts'
import { approvalMail } from '../../../src/processes/approval/approval-mail.ts'
import {
  approver,
  ask,
  count,
  finished,
  mailingNode,
  ofApproval,
  recorded,
  vote,
} from '../../support/memory/approvals-in-log.ts'
import { comesTrue, type MemoryNodes } from '../../support/memory/node.ts'
import { type Hostile, type Treatment, withHostileServer } from '../../support/servers/hostile-mail-server.ts'
import { mailerTo } from '../../support/servers/mail-server.ts'

const test = suite('approval mails: hostile mail servers')
test.before.each(() => mock.timers.enable({ apis: ['setInterval'] }))
test.after.each(() => mock.timers.reset())

const names = ['ann', 'bob', 'cyd']
const three = names.map(approver)
const at = (...of: readonly string[]) => of.map(name => `${name}@example.com`)

/**
 * A node on a real mail server that treats each approver as it is told. A mail that drips has half a second; the others have a minute, as a
 * busy machine may need more.
 */
const withNode = (
  treatments: Record<string, Treatment>,
  work: (nodes: MemoryNodes, server: Hostile) => Promise<void>,
): Promise<void> => {
  const treats = (address: string) => treatments[address.split('@')[0] ?? ''] ?? 'accepts'
  return withHostileServer(treats, async server => {
    const url = `smtp://127.0.0.1:${server.port}`
    const [patient, hasty] = [mailerTo(url), mailerTo(url, { deadlineMs: 500 })]
    const mailer: Mailer = {
      send: (mail, signal) => (treats(mail.to.address) === 'drips' ? hasty : patient).send(mail, signal),
      close: async () => void (await Promise.all([patient.close(), hasty.close()])),
    }
    const nodes = await mailingNode({ mailer }, three)
    try {
      await work(nodes, server)
      const written = JSON.stringify([nodes.log.events, nodes.problems], (_, v) =>
        typeof v === 'bigint' ? `${v}` : v instanceof Error ? v.stack : v,
      )
      assert.not.match(written.replaceAll(/sealed \w+@example\.com/g, ''), '@example.com')
    } finally {
      await nodes.stop()
      await mailer.close()
    }
  })
}
const pass = (nodes: MemoryNodes, ms: number) => {
  nodes.clock.pass(ms)
  nodes.look()
}
const reasons = (nodes: MemoryNodes) =>
  ofApproval(nodes).flatMap(e => (e.type === 'ApprovalMailsDeferred' ? [[e.data.approverIds, e.data.reason]] : []))

const holdingBack: readonly (readonly [Treatment, string])[] = [
  ['defers', 'the mail server temporarily rejected the mail (450)'],
  ['drips', 'the mail server did not take the mail within 0.5 s'],
  ['hangs up', 'the mail server cannot be reached (ECONNECTION)'],
]
for (const [treatment, reason] of holdingBack)
  test(`a server that ${treatment === 'hangs up' ? treatment : `${treatment} for`} one approver keeps no mail from the others`, () => {
    const treatments: Record<string, Treatment> = { ann: treatment }
    return withNode(treatments, async (nodes, server) => {
      await ask(nodes, 1, three)
      await finished(nodes)
      assert.equal(server.accepted, at('bob', 'cyd'))
      assert.equal(reasons(nodes), [[['ann'], reason]])
      treatments.ann = 'accepts'
      pass(nodes, 5_000)
      await finished(nodes, 2)
      assert.equal(server.accepted, at('bob', 'cyd', 'ann'))
    })
  })

test('a mail whose server hangs up in place of an answer is sent again seldom, as each may be one more copy', () =>
  withNode({ ann: 'keeps', rob: 'keeps' }, async (nodes, server) => {
    await ask(nodes, 1, three)
    await finished(nodes)
    assert.equal(reasons(nodes), [[['ann'], 'the mail server did not confirm the mail, which may have arrived']])
    pass(nodes, 899_000)
    assert.equal(server.accepted, at('ann', 'bob', 'cyd'))
    pass(nodes, 1_000)
    await finished(nodes, 2)
    assert.equal(server.accepted, at('ann', 'bob', 'cyd', 'ann'))
    for (const name of names) await vote(nodes, name, 'Approved')
    await recorded(nodes, 'RequesterMailDeferred')
    const [deferred] = ofApproval(nodes).filter(e => e.type === 'RequesterMailDeferred')
    assert.is(Date.parse(deferred!.data.retryAt) - Date.parse(deferred!.data.at), 900_000)
  }))

test('a refused address is tried once', () =>
  withNode({ bob: 'refuses' }, async (nodes, server) => {
    await ask(nodes, 1, three)
    await finished(nodes)
    pass(nodes, 86_400_000)
    assert.equal(server.tried, at('ann', 'bob', 'cyd'))
    assert.equal([count(nodes, 'ApprovalMailBounced'), count(nodes, 'ApprovalMailsDeferred')], [1, 0])
  }))

test('a server that turns everybody away for minutes gets all mails afterwards, those of the decision too', () =>
  withNode({}, async (nodes, server) => {
    server.closed = true
    await ask(nodes, 1, three)
    for (const [n, pause] of [5, 15, 60, 300, 900].entries()) {
      await finished(nodes, n + 1)
      if (pause === 900) server.closed = false
      pass(nodes, pause * 1000)
    }
    await finished(nodes, 6)
    assert.equal(server.accepted, at('ann', 'bob', 'cyd'))
    server.closed = true
    for (const name of names) await vote(nodes, name, 'Approved')
    await recorded(nodes, 'RequesterMailDeferred')
    await finished(nodes, 7)
    server.closed = false
    pass(nodes, 5_000)
    await finished(nodes, 8)
    assert.equal(server.accepted.slice(3), at('rob'))
  }))

test('a stop of the node does not wait for a server that drips', () =>
  withNode({ ann: 'drips', bob: 'drips', cyd: 'drips' }, async (nodes, server) => {
    await nodes.stop()
    const mailer = mailerTo(`smtp://127.0.0.1:${server.port}`, { deadlineMs: 3_600_000 })
    const patient = {
      ...approvalMail,
      perform: (...[action, step]: Parameters<typeof approvalMail.perform>) =>
        approvalMail.perform(action, { ...step, ports: { ...step.ports, mailer } }),
    }
    const runner = nodes.start([patient], 'one')
    await ask(nodes, 1, three)
    await comesTrue(() => server.tried.length > 0, 'the mail is on its way')
    await runner.stop()
    await mailer.close()
    assert.equal([server.tried, count(nodes, 'ApprovalMailAttemptFailed')], [at('ann'), 0])
    assert.is(count(nodes, 'ApprovalMailsDeferred'), 0)
  }))

test('a mail that a server has while the node stops is recorded as one that may have arrived', () =>
  withNode({ ann: 'ponders' }, async (nodes, server) => {
    await ask(nodes, 1, three)
    await comesTrue(() => server.accepted.length > 0, 'the server has the mail')
    await nodes.stop()
    assert.equal(server.accepted, at('ann'))
    assert.equal(reasons(nodes), [[['ann'], 'the mail server did not confirm the mail, which may have arrived']])
  }))

test.run()
