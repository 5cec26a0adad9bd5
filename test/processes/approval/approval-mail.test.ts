import * as assert from 'uvu/assert'
import { zipOf } from '../../../src/adapters/zip/yazl.ts'
import type { Mail, MailFailure } from '../../../src/ports/mailer.ts'
import type { Ports } from '../../../src/ports/ports.ts'
import { RendererUnavailable } from '../../../src/ports/renderer.ts'
import { approvalMail } from '../../../src/processes/approval/approval-mail.ts'
import { ask, both, count, finished, mailingNode, recorded, to, vote } from '../../support/memory/approvals-in-log.ts'
import { saveCreative } from '../../support/memory/campaign-in-log.ts'
import { fakeMailer, fakeRenderer, fakeSecrets } from '../../support/memory/fakes.ts'
import { comesTrue, settles } from '../../support/memory/node.ts'
import { type ProcessTest, processSuite } from '../../support/memory/process-suite.ts'

const test = processSuite('approval mail process')

const started = async (
  context: ProcessTest,
  refuses?: (mail: Mail) => MailFailure | undefined,
  over: Partial<Ports> = {},
) => {
  const mailer = fakeMailer(refuses)
  const nodes = await mailingNode({ mailer, ...over })
  context.stop.push(nodes.stop)
  return { nodes, sent: mailer.sent }
}
const linkIn = (mail: Mail | undefined) => /http:\/\/ads\.test\/approvals\/[A-Za-z0-9_-]+/.exec(mail?.text ?? '')?.[0]

test('each approver gets one mail with a personal link and previews; the preview export is created', async context => {
  const { nodes, sent } = await started(context)
  await ask(nodes)
  await finished(nodes)
  assert.equal(to(sent), ['ann@example.com', 'bob@example.com'])
  assert.ok(linkIn(sent[0]))
  assert.is.not(linkIn(sent[0]), linkIn(sent[1]))
  assert.equal(
    sent.map(m => m.inline.length),
    [1, 1],
  )
  assert.equal(
    nodes.log.events.filter(e => e.stream.startsWith('export-')).map(e => [e.stream, e.type]),
    [['export-acme:12:preview:png:1', 'ExportMadeAvailable']],
  )
})

for (const adUnits of [3, 40])
  test(`with ${adUnits} ad units a mail shows each creative before it shows another size of one`, async context => {
    const mailer = fakeMailer()
    const creatives = Array.from({ length: 12 }, (_, i) => `pot-${i + 10}`)
    const nodes = await mailingNode({ mailer }, both, { adUnits, creatives })
    context.stop.push(nodes.stop)
    await ask(nodes)
    await finished(nodes)
    const shown = [...(mailer.sent[0]?.html ?? '').matchAll(/alt="(pot-\d+), (Unit \d+),/g)]
    assert.equal(
      shown.map(([, creative, adUnit]) => [creative, adUnit]),
      creatives.map(creative => [creative, 'Unit 1']),
    )
  })

test('a mail of many creatives shows them in another size when their first one cannot be drawn', async context => {
  const mailer = fakeMailer()
  const renderer = fakeRenderer(({ html, label }) =>
    / in Unit 1$/.test(label)
      ? { code: 'too-slow', detail: 'its host does not answer' }
      : { bytes: Buffer.from(html), missing: [] },
  )
  const creatives = Array.from({ length: 36 }, (_, i) => `pot-${i + 10}`)
  const nodes = await mailingNode({ mailer, renderer }, both, { adUnits: 2, creatives })
  context.stop.push(nodes.stop)
  await ask(nodes)
  await comesTrue(() => mailer.sent.length === 2, 'both mails are sent')
  const shown = [...(mailer.sent[0]?.html ?? '').matchAll(/alt="(pot-\d+), (Unit \d+),/g)]
  assert.equal(
    shown.map(([, creative, adUnit]) => [creative, adUnit]),
    creatives.slice(0, 12).map(creative => [creative, 'Unit 2']),
  )
})

test('a mail counts the previews that its page shows, which are not all of a large campaign', async context => {
  const mailer = fakeMailer()
  const creatives = Array.from({ length: 60 }, (_, i) => `pot-${i + 10}`)
  const nodes = await mailingNode({ mailer }, both, { adUnits: 40, creatives })
  context.stop.push(nodes.stop)
  await ask(nodes)
  await comesTrue(() => mailer.sent.length === 2, 'both mails are sent')
  assert.match(mailer.sent[0]?.html ?? '', '>and 1988 more on the page<')
})

/** A ZIP whose first file waits until the test lets it go on; `breaks`: how many ZIPs break there. */
const gatedZip = (breaks = 0) => {
  const gate = Promise.withResolvers<void>()
  let begun = 0
  const zip: Ports['zip'] = entries =>
    zipOf(
      (async function* () {
        const own = ++begun
        for await (const entry of entries) {
          await gate.promise
          if (own <= breaks) throw new Error('the disk is full')
          yield entry
        }
      })(),
    )
  return { zip, begun: () => begun, open: () => gate.resolve() }
}
const exported = ({ log }: { readonly log: { readonly events: readonly { readonly type: string }[] } }) =>
  log.events.filter(({ type }) => type === 'ExportMadeAvailable').length

test('mails do not wait for the preview export (APPROVAL-15)', async context => {
  const { zip, begun, open } = gatedZip()
  const { nodes, sent } = await started(context, undefined, { zip })
  await ask(nodes)
  await comesTrue(() => begun() === 1, 'the export is under way')
  assert.equal([sent.length, exported(nodes)], [2, 0])
  open()
  await finished(nodes)
  assert.is(exported(nodes), 1)
})

test('the preview export gives way to a mail that is due', async context => {
  const { zip, begun, open } = gatedZip()
  const { nodes, sent } = await started(context, undefined, { zip })
  await ask(nodes)
  await comesTrue(() => begun() === 1, 'the export is under way')
  await vote(nodes, 'ann', 'Approved')
  await vote(nodes, 'bob', 'Approved')
  open()
  await finished(nodes)
  assert.is(sent[2]?.to.address, 'rob@example.com')
  assert.equal([begun(), exported(nodes)], [2, 1], 'it is made after the mail')
})

test('a preview export that breaks is tried again, and no mail twice', async context => {
  const { zip, begun, open } = gatedZip(1)
  open()
  const { nodes, sent } = await started(context, undefined, { zip })
  await ask(nodes)
  await recorded(nodes, 'ApprovalMailAttemptFailed')
  nodes.clock.pass(5_000)
  nodes.look()
  await finished(nodes)
  assert.equal([begun(), exported(nodes), sent.length], [2, 1, 2])
})

test('a permanently refused address is recorded and not retried', async context => {
  const { nodes, sent } = await started(context, mail =>
    mail.to.address.startsWith('bob') ? { permanent: true, reason: 'no such box' } : undefined,
  )
  await ask(nodes)
  await finished(nodes)
  nodes.clock.pass(86_400_000)
  nodes.look()
  await settles()
  assert.equal(to(sent), ['ann@example.com'])
  assert.equal([count(nodes, 'ApprovalMailBounced'), count(nodes, 'ApprovalMailStarted')], [1, 1])
})

test('a crash before a sent mail is recorded repeats the same mail with the same link', async context => {
  const { nodes, sent } = await started(context)
  await nodes.stop()
  await ask(nodes)
  const crashing = { ...nodes.ports.mailer, send: nodes.ports.mailer.send }
  const log = nodes.log
  crashing.send = async mail => {
    const accepted = await nodes.ports.mailer.send(mail)
    log.away(true)
    return accepted
  }
  const one = {
    ...approvalMail,
    perform: (...[action, step]: Parameters<typeof approvalMail.perform>) =>
      approvalMail.perform(action, { ...step, ports: { ...step.ports, mailer: crashing } }),
  }
  nodes.start([one], 'one')
  await comesTrue(() => sent.length === 1, 'the mail is accepted')
  await settles()
  log.away(false)
  await nodes.stop()
  nodes.start([approvalMail], 'two')
  await settles()
  nodes.clock.pass(15_000)
  nodes.look()
  await finished(nodes)
  assert.equal(to(sent), ['ann@example.com', 'ann@example.com', 'bob@example.com'])
  assert.equal([sent[0]?.messageId, linkIn(sent[0])], [sent[1]?.messageId, linkIn(sent[1])])
})

test('a newer request waits ten minutes after the last mail, and only the newest is sent (APPROVAL-13)', async context => {
  const { nodes, sent } = await started(context)
  await ask(nodes, 1)
  await finished(nodes)
  for (const approvalIdx of [2, 3]) {
    nodes.clock.pass(60_000)
    await saveCreative(nodes, 'pot', { headline: `try ${approvalIdx}` })
    await ask(nodes, approvalIdx)
  }
  nodes.clock.pass(8 * 60_000 - 1)
  nodes.look()
  await settles()
  assert.is(sent.length, 2, 'nothing within ten minutes')
  nodes.clock.pass(1)
  nodes.look()
  await finished(nodes, 2)
  assert.equal(to(sent.slice(2)), ['ann@example.com', 'bob@example.com'])
  assert.match(sent[2]?.messageId ?? '', 'approval-acme-12-3-ann')
})

test('the requester is notified of the decision once, and approvers get no more mails', async context => {
  const { nodes, sent } = await started(context)
  await ask(nodes)
  await finished(nodes)
  await vote(nodes, 'ann', 'Approved')
  await settles()
  assert.is(sent.length, 2, 'one vote of two decides nothing')
  await vote(nodes, 'bob', 'Rejected')
  await finished(nodes, 2)
  nodes.clock.pass(86_400_000)
  nodes.look()
  await settles()
  assert.equal(to(sent.slice(2)), ['rob@example.com'])
  assert.match(sent[2]?.text ?? '', /rejected/i)
})

test('an approver who has voted gets no mail', async context => {
  const { nodes, sent } = await started(context)
  await nodes.stop()
  await ask(nodes)
  await vote(nodes, 'ann', 'Approved')
  nodes.start([approvalMail], 'one')
  await finished(nodes)
  assert.equal(to(sent), ['bob@example.com'])
})

test('an erased address is recorded; no mail is sent, and nothing is retried', async context => {
  const { nodes, sent } = await started(context, undefined, { secrets: fakeSecrets(new Set(['acme'])) })
  await ask(nodes)
  await finished(nodes)
  assert.is(sent.length, 0)
  assert.is(count(nodes, 'ApprovalMailBounced'), 2)
})

test('events and log lines contain no mail address', async context => {
  const { nodes } = await started(context, () => ({ permanent: true, reason: 'no such box' }))
  await ask(nodes)
  await finished(nodes)
  const written = JSON.stringify([nodes.log.events, nodes.problems], (_, v) => (typeof v === 'bigint' ? `${v}` : v))
  assert.not.match(written.replaceAll(/sealed \w+@example\.com/g, ''), '@example.com')
})

test('while Chromium is unavailable, requests are sent without pictures', async context => {
  const renderer = fakeRenderer(() => {
    throw new RendererUnavailable('Chromium cannot be started')
  })
  const { nodes, sent } = await started(context, undefined, { renderer })
  await ask(nodes)
  await comesTrue(() => sent.length === 2, 'both mails are sent')
  assert.equal(
    sent.map(mail => mail.inline),
    [[], []],
  )
})

test.run()
