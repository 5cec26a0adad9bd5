import { mock } from 'node:test'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { notBegun } from '../../../src/domain/cloud/copy-state.ts'
import { tallyFrom } from '../../../src/processes/cloud/tally.ts'

const test = suite('the tally of a copy')
test.before.each(() => mock.timers.enable({ apis: ['setTimeout'] }))
test.after.each(() => mock.timers.reset())

const source = { source: 0 }

test('counts are reported when due, even during a slow copy', async () => {
  let now = 0
  const clock = { now: () => new Date(now), monotonic: () => now }
  const reported: number[] = []
  const tally = tallyFrom(notBegun, 3, source, clock, async ({ done }) => void reported.push(done))
  await tally.reportNow()
  now = 100
  await tally.settled(undefined, source)
  const slow = Promise.withResolvers<string>()
  const waiting = tally.during(slow.promise)
  mock.timers.tick(399)
  assert.equal(reported, [0])
  mock.timers.tick(1)
  slow.resolve('copied')
  assert.is(await waiting, 'copied')
  assert.equal(reported, [0, 1])
  assert.is(await tally.during(Promise.resolve('again')), 'again')
  assert.equal(reported, [0, 1], 'nothing new is reported')
})

test('a failure during the wait is thrown at once', async () => {
  const tally = tallyFrom(notBegun, 1, source, { now: () => new Date(0), monotonic: () => 0 }, async () => undefined)
  await tally.settled(undefined, source)
  const failed = await tally.during(Promise.reject(new Error('gone'))).catch((error: Error) => error.message)
  assert.is(failed, 'gone')
})

test.run()
