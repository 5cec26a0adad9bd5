import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { warnOfRemovedLinks } from '../../src/node/removed-links.ts'

const test = suite('the start of a node whose hash chain lacked links')

test('warns of links that were removed', async () => {
  const gap = { after: 10n, events: 10, until: 30n, had: 15, at: '2026-03-01T10:00:00.000Z' }
  const warned: unknown[] = []
  const warn = (...args: readonly unknown[]) => void warned.push(args)
  await warnOfRemovedLinks({ gaps: async () => [gap] }, { warn })
  assert.equal(warned, [
    [
      { after: '10', until: '30', at: gap.at },
      'links of the hash chain were removed, and computed anew: run endcap verify, and compare the log with an older seal',
    ],
  ])
})

test.run()
