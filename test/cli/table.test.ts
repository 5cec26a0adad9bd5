import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { aligned } from '../../src/cli/aligned.ts'
import { tableHeading, tableLines } from '../../src/cli/audit/table.ts'
import { serveCommand } from '../../src/cli/serve.ts'
import { describeConfig } from '../../src/node/config/read-config.ts'
import { exportInitiated } from '../support/examples/exports.ts'

const test = suite('how the tools write for people')
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

test('a row has its cells below the heading, a hash in a name is cut, and what was asked stands below', () => {
  const [row = '', below = '', ...more] = tableLines(event).split('\n')
  const cell = (column: string) => row.slice(tableHeading.indexOf(column))
  assert.match(cell('at'), /^2026-03-01T12:00:00Z {2}/)
  assert.match(cell('by'), /^8uTaTRfY {2}/)
  assert.match(cell('type'), /^CommandAccepted {2}/)
  assert.is(cell('stream@revision'), 'idempotency-0a0a0a0a…@0')
  assert.equal([below.trim(), more], ['submitApprovalRequest', []])
  assert.ok(row.length <= 100)
})

test('a step of a process takes one row, unless there is more to say than its type', () => {
  const metadata = { ...event.metadata, actor: 'process:exports', operation: 'exports' }
  const step = { ...event, stream: 'export-acme:1:production:png:2', type: 'ExportStarted', metadata }
  assert.is(tableLines(step).split('\n').length, 1)
  assert.match(tableLines(step), / {2}exports +ExportStarted /)
  const [, below] = tableLines({ ...step, ...exportInitiated() }).split('\n')
  assert.is(below?.trim(), 'The export (png at 2x) was requested.')
})

test('columns are as wide as their widest cell', () => {
  assert.equal(
    aligned([
      ['a', 'b'],
      ['long', '–'],
      ['x', 'y'],
    ]),
    ['a     b', 'long  –', 'x     y'],
  )
})

test('the help of serve names every variable with its default, in lines of at most 100 columns', () => {
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
  const told = environment.replace(/\s+/g, ' ')
  for (const { name, meaning, default: otherwise } of describeConfig())
    assert.ok(told.includes(` ${name} ${meaning} ${otherwise === '' ? '' : `[${otherwise}] `}`), name)
})

test.run()
