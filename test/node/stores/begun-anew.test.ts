import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { begunAnew } from '../../../src/node/stores/begun-anew.ts'
import { settles } from '../../support/memory/node.ts'

/** Counts how often it was begun, and how many run now. */
const counted = () => {
  const counts = { begun: 0, running: 0 }
  const start = () => {
    counts.begun += 1
    counts.running += 1
    let stopping: Promise<void> | undefined
    const end = async () => {
      await settles()
      counts.running -= 1
    }
    return { stop: () => (stopping ??= end()) }
  }
  return { counts, start }
}

test('one runs, however many ask for a new one at a time', async () => {
  const { counts, start } = counted()
  const runner = begunAnew(Promise.resolve(), start)
  await Promise.all([runner.again(), runner.again()])
  assert.equal(counts, { begun: 3, running: 1 })
  await runner.stop()
  assert.is(counts.running, 0)
})

test('none is left when it is stopped while it begins anew, or before it has begun', async () => {
  const { counts, start } = counted()
  const runner = begunAnew(Promise.resolve(), start)
  await settles()
  const again = runner.again()
  await runner.stop()
  await again
  assert.equal(counts, { begun: 1, running: 0 })

  const ready = Promise.withResolvers<void>()
  const late = begunAnew(ready.promise, start)
  const stopped = late.stop()
  ready.resolve()
  await stopped
  assert.is(counts.begun, 1)
})

test.run()
