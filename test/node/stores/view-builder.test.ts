import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { projections } from '../../../projections/projections.ts'
import { viewBuilder } from '../../../src/node/stores/view-builder.ts'
import { memoryLog } from '../../support/memory/log.ts'
import { settles } from '../../support/memory/node.ts'

test('a node that builds all views begins a few at a time, so that its lease is heard', async () => {
  const begun: (() => void)[] = []
  const beginRebuild = () =>
    new Promise<never>((_, reject) => {
      begun.push(() => reject(new Error('begun')))
    })
  const { build } = viewBuilder(
    memoryLog(() => undefined),
    { beginRebuild },
  )
  const built = build(projections, () => undefined).catch((error: Error) => error.message)
  await settles()
  assert.is(begun.length, 4)
  for (const end of begun) end()
  assert.is(await built, 'begun')
})

test.run()
