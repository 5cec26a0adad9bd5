import * as fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { throttled } from '../../../src/engine/react/throttled.ts'
import { twoHandedClock } from '../../support/memory/node.ts'

test('progress is told at once, then at most twice a second, whatever the wall clock does', async () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ pass: fc.nat(400), jump: fc.integer({ min: -9e6, max: 9e6 }) })),
      async steps => {
        const clock = twoHandedClock()
        const told: number[] = []
        const tell = throttled(clock, async (at: number) => void told.push(at))
        for (const { pass, jump } of steps) {
          await tell(clock.monotonic())
          clock.pass(pass)
          clock.jump(jump)
        }
        assert.is(told.length > 0, steps.length > 0)
        for (const [i, at] of told.entries()) if (i > 0) assert.ok(at - (told[i - 1] ?? 0) >= 500)
      },
    ),
  ))

test('what telling throws reaches the work: a claim that was lost stops it', async () => {
  const tell = throttled(twoHandedClock(), async () => {
    throw new Error('lost')
  })
  let told = ''
  await tell().catch(error => {
    told = error.message
  })
  assert.is(told, 'lost')
})

test.run()
