import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { aligned } from '../../src/cli/aligned.ts'
import { tableHeading, tableLines } from '../../src/cli/audit/table.ts'
import { serveCommand } from '../../src/cli/serve.ts'
import { describeConfig } from '../../src/node/config/read-config.ts'
import { exportInitiated } from '../support/examples/exports.ts'

const test = suite('CLI output for people')
const event = {
  id: 'e',
  stream: `idempotency-${'0a'.repeat(32)}`,
  revision: 0,
  position: 7n,
  type: 'CommandAccepted',
  data: {},
  metadata: {
    at: '2026-03-01T12:00:00.123Z',
    actor: '8uTaTRfY',
    operation: 'submitApprovalRequest',
    correlationId: 'c',
    causationId: 'c',
    schemaVersion: 1,
  },
}

test('a row is aligned with the heading, shortens hashes, and has the operation below it', () => {
  const [row = '', below = '', ...more] = tableLines(event).split('\n')
  const cell = (column: string) => row.slice(tableHeading.indexOf(column))
  assert.match(cell('at'), /^2026-03-01T12:00:00\.123Z {2}/)
  assert.match(cell('by'), /^8uTaTRfY {2}/)
  assert.match(cell('type'), /^CommandAccepted {2}/)
  assert.is(cell('stream@revision'), 'idempotency-0a0a0a0a…@0')
  assert.equal([below.trim(), more], ['submitApprovalRequest', []])
  assert.ok(row.length <= 100)
})

test('an event of a process takes one row, unless it has a sentence', () => {
  const metadata = { ...event.metadata, actor: 'process:exports', operation: 'exports' }
  const step = { ...event, stream: 'export-acme:1:production:png:2', type: 'ExportStarted', metadata }
  assert.is(tableLines(step).split('\n').length, 1)
  assert.match(tableLines(step), / {2}exports +ExportStarted /)
  const [, below] = tableLines({ ...step, ...exportInitiated() }).split('\n')
  assert.is(below?.trim(), 'The export (png at 2x) was requested.')
})

test('the people of an event are below what happened, three of them at most', () => {
  const people = [
    { role: 'key-owner', keyId: '8uTaTRfY', name: 'Shop' },
    { role: 'requester', name: 'Rob', address: 'r•••@example.com' },
    { role: 'approver', address: 'erased' },
    { role: 'recipient', name: 'Ann', address: 'a•••@example.com' },
  ] as const
  const [, , below] = tableLines(event, people).split('\n')
  assert.is(
    below?.trim(),
    'key 8uTaTRfY of Shop; requester Rob <r•••@example.com>; approver External User <erased>; 1 more',
  )
})

test('columns are as wide as their widest cells', () => {
  assert.equal(
    aligned([
      ['a', 'b'],
      ['long', '–'],
      ['x', 'y'],
    ]),
    ['a     b', 'long  –', 'x     y'],
  )
})

test('the help of serve lists every variable with its default, in at most 100 columns', () => {
  let help = ''
  serveCommand()
    .configureOutput({
      writeOut: text => {
        help += text
      },
    })
    .outputHelp()
  const [, environment = ''] = help.split('Environment:\n')
  for (const line of environment.split('\n')) assert.ok(line.length <= 100, line)
  const text = environment.replace(/\s+/g, ' ')
  for (const { name, meaning, default: otherwise } of describeConfig())
    assert.ok(text.includes(` ${name} ${meaning} ${otherwise === '' ? '' : `[${otherwise}] `}`), name)
})

test('what others wrote cannot move the cursor, add lines, or turn the direction of text', () => {
  const forged = '2026-03-01T12:00:01.000Z  admin  ApiKeyRevoked  api-key-forged@1'
  const comment = `fine\u001b[1A\u001b[2K\n${forged}\u202e`
  const data = { approvalIdx: 1, approverId: 'a', decision: 'Approved', comment, at: event.metadata.at }
  const answer = { ...event, stream: 'approval-acme:1', type: 'ApprovalDecisionRecorded', data }
  const lines = tableLines(answer, [{ role: 'approver', name: `Ann\r\n${forged}`, address: 'a•••@example.com' }]).split(
    '\n',
  )
  assert.is(lines.length, 3)
  assert.match(lines[1] ?? '', `“fine\\u001b[1A\\u001b[2K ⏎ ${forged}\\u202e”`)
  assert.match(lines[2] ?? '', /^ {26}approver Ann ⏎ /)
  assert.equal(aligned([['A\u0007B', 'C\nD']]), ['A\\u0007B  C ⏎ D'])
})

test.run()
