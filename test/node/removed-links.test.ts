import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { warnOfRemovedLinks } from '../../src/node/removed-links.ts'

const test = suite('the start of a node whose hash chain lacked links')

test('warns of links that were removed, and not of those that an older release did not write', async () => {
  const gap = { after: 10n, events: 10, until: 30n, had: 0, at: '2026-03-01T10:00:00.000Z' }
  const warned: unknown[] = []
  const warn = (...args: readonly unknown[]) => void warned.push(args)
  await warnOfRemovedLinks({ gaps: async () => [gap, { ...gap, after: 20n, events: 20, had: 25 }] }, { warn })
  assert.equal(warned, [
    [
      { after: '20', until: '30', at: gap.at },
      'links of the hash chain were removed, and computed anew: run endcap verify, and compare the log with an older seal',
    ],
  ])
})

test.run()
