import { mock } from 'node:test'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { growingPauses } from '../../../src/adapters/clock/growing-pauses.ts'
import { atMost, pause } from '../../../src/engine/pause.ts'

const test = suite('pauses')
test.before.each(() => mock.timers.enable({ apis: ['setTimeout'] }))
test.after.each(() => mock.timers.reset())

/** Whether a wait has ended after that many more milliseconds. */
const isOverAfter = async (ms: number, waited: Promise<void>) => {
  let over = false
  waited.then(() => {
    over = true
  })
  mock.timers.tick(ms)
  await Promise.resolve().then(() => undefined)
  return over
}

test('pauses grow from 0.1 s to 1 s, and start again after a reset', async () => {
  const pauses = growingPauses()
  for (const ms of [100, 200, 400, 800, 1_000, 1_000]) {
    const waited = pauses.wait()
    assert.is(await isOverAfter(ms - 1, waited), false, `${ms}`)
    assert.is(await isOverAfter(1, waited), true, `${ms}`)
  }
  pauses.reset()
  assert.is(await isOverAfter(100, pauses.wait()), true)
})

test('a pause ends at once if one of its signals is or was aborted, and removes its listeners', async () => {
  const [closing, over] = [new AbortController(), new AbortController()]
  const waited = pause(5_000, closing.signal, undefined, over.signal)
  assert.is(await isOverAfter(4_999, waited), false)
  over.abort()
  await waited
  await pause(5_000, over.signal)
  const listened: string[] = []
  const { signal } = new AbortController()
  signal.addEventListener = (type: string) => listened.push(type)
  signal.removeEventListener = (type: string) => listened.push(`no ${type}`)
  assert.is(await isOverAfter(5_000, pause(5_000, signal)), true)
  assert.equal(listened, ['abort', 'no abort'])
})

test('work is waited for up to its limit, and leaves no timer when it ends first', async () => {
  mock.timers.reset()
  const timers = () => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length
  const before = timers()
  await atMost(5_000, Promise.resolve())
  assert.is(timers(), before)
  const failed = await atMost(5_000, Promise.reject(new Error('gone'))).catch(error => error.message)
  assert.equal([failed, timers()], ['gone', before])
  await atMost(1, new Promise(() => undefined))
})

test.run()
