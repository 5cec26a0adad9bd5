import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { BlockedThread, endBlocked, whileThreadAnswers } from '../../../src/adapters/renderer/blocked-thread.ts'
import type { Held } from '../../../src/adapters/renderer/pages.ts'

/** A page in the process 7, beside another one. `used`: processor time of both, in milliseconds. */
const heldWith = (ping: () => Promise<void>, used: Map<number, number>): Held => {
  const slot = { ping }
  const chromium = { pageProcesses: () => new Map(used) }
  return { slot, chromium } as unknown as Held
}
const never = () => new Promise<never>(() => undefined)

test('a page that used a processor for half of the time blocked itself, however busy others are', async () => {
  for (const [own, other, blocksItself] of [
    [2_000, 0, true],
    [1_990, 4_000, false],
  ] as const) {
    const used = new Map([
      [7, 100],
      [8, 50],
    ])
    const held = heldWith(never, used)
    const blocked = new BlockedThread(new Map(used))
    used.set(7, 100 + own)
    used.set(8, 50 + other)
    const end = async () => void used.delete(7)
    assert.is(await endBlocked(held, blocked, 4_000, end), blocksItself)
  }
})

test('where processes cannot be seen, no page blocked itself', async () => {
  const held = heldWith(never, new Map())
  assert.is(await endBlocked(held, new BlockedThread(new Map()), 4_000, async () => undefined), false)
})

test('work whose thread no longer answers is given up, and other work goes on', async () => {
  const blocked = await whileThreadAnswers(heldWith(never, new Map()), 1, never()).catch(error => error)
  assert.instance(blocked, BlockedThread)
  const answers = heldWith(async () => undefined, new Map())
  assert.is(await whileThreadAnswers(answers, 1, Promise.resolve('done')), 'done')
  const drawn = Promise.withResolvers<string>()
  const gone = heldWith(async () => {
    setImmediate(drawn.resolve, 'drawn')
    throw new Error('closed')
  }, new Map())
  assert.is(await whileThreadAnswers(gone, 1, drawn.promise), 'drawn')
})

test.run()
