import { mock } from 'node:test'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { exportOf } from '../../../src/domain/exports/export.ts'
import { archiving } from '../../../src/processes/exports/archiving.ts'
import { comesTrue, memoryNodes, settles } from '../../support/memory/node.ts'

test.before.each(() => mock.timers.enable({ apis: ['setInterval'] }))
test.after.each(() => mock.timers.reset())

const id = 'acme:12:preview:png:1'
const day = 86_400_000

test('an export is archived after 30 days, once even with several nodes (EXPORT-4)', async () => {
  const nodes = memoryNodes()
  const made = { kind: 'MakeAvailable', attempt: 1, size: 1, filename: 'f', contentHash: 'c1' } as const
  const available = (zip: string) => nodes.does(exportOf, id, { ...made, zip, at: nodes.clock.now().toISOString() })
  await available('z1')
  for (const worker of ['one', 'two']) nodes.start([archiving], worker)
  nodes.clock.pass(29 * day)
  await available('z2')
  nodes.clock.pass(day)
  nodes.look()
  await settles()
  assert.equal(nodes.types(), ['ExportMadeAvailable', 'ExportMadeAvailable'], 'a newer file has its own 30 days')
  nodes.clock.pass(29 * day)
  nodes.look()
  await comesTrue(() => nodes.types().includes('ExportArchived'), 'the export is archived')
  await settles()
  assert.is(nodes.types().filter(t => t === 'ExportArchived').length, 1)
  assert.is((await nodes.work().load(exportOf, id)).state.status, 'ARCHIVED')
  await nodes.stop()
})

test.run()
