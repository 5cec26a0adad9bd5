import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fewAtATime } from '../../../src/adapters/read-models/mongodb/few-at-a-time.ts'
import { settles } from '../../support/memory/node.ts'

/** Reads that end when they are told to, by the order in which they began. */
const reads = (isLate: () => boolean, limitMs = 60_000) => {
  const inTurn = fewAtATime(isLate, limitMs, 2)
  const begun: PromiseWithResolvers<void>[] = []
  const read = () => {
    const one = Promise.withResolvers<void>()
    begun.push(one)
    return one.promise
  }
  return {
    asked: Array.from({ length: 6 }, () => inTurn(read)),
    begun,
    ask: () => inTurn(read),
  }
}

test('while views follow, all lists are read at once', async () => {
  const { begun } = reads(() => false)
  await settles()
  assert.is(begun.length, 6)
})

test('while views are late, a list waits until another one has ended, be it by an error', async () => {
  const { asked, begun } = reads(() => true)
  await settles()
  assert.is(begun.length, 2)
  begun[0]?.resolve()
  await asked[0]
  await settles()
  assert.is(begun.length, 3)
  begun[1]?.reject(new Error('away'))
  await asked[1]?.then(
    () => assert.unreachable(),
    () => undefined,
  )
  await settles()
  assert.is(begun.length, 4)
})

test('lists that wait are read when the views have caught up', async () => {
  let isLate = true
  const { asked, begun, ask } = reads(() => isLate)
  await settles()
  isLate = false
  const last = ask()
  await settles()
  assert.is(begun.length, 3)
  begun[0]?.resolve()
  await asked[0]
  await settles()
  assert.is(begun.length, 7)
  for (const one of begun) one.resolve()
  await Promise.all([...asked, last])
})

test('a list that has waited for as long as its reader does is not read', async () => {
  const { asked, begun } = reads(() => true, -1)
  const ends = await Promise.allSettled(asked)
  assert.ok(ends.every(({ status }) => status === 'rejected'))
  assert.is(begun.length, 0)
})

test.run()
