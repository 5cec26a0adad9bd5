import * as fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { throttled } from '../../../src/engine/react/throttled.ts'
import { twoHandedClock } from '../../support/memory/node.ts'

test('progress is reported at once, then at most twice a second, independent of the wall clock', async () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ pass: fc.nat(400), jump: fc.integer({ min: -9e6, max: 9e6 }) })),
      async steps => {
        const clock = twoHandedClock()
        const reported: number[] = []
        const report = throttled(clock, async (at: number) => void reported.push(at))
        for (const { pass, jump } of steps) {
          await report(clock.monotonic())
          clock.pass(pass)
          clock.jump(jump)
        }
        assert.is(reported.length > 0, steps.length > 0)
        for (const [i, at] of reported.entries()) if (i > 0) assert.ok(at - (reported[i - 1] ?? 0) >= 500)
      },
    ),
  ))

test('an error in a report reaches the work, so that a lost claim stops it', async () => {
  const report = throttled(twoHandedClock(), async () => {
    throw new Error('lost')
  })
  let thrown = ''
  await report().catch(error => {
    thrown = error.message
  })
  assert.is(thrown, 'lost')
})

test.run()
