import { getEventListeners } from 'node:events'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { pause } from '../../src/engine/pause.ts'

const test = suite('pause')
const aMinute = 60_000
const heard = (...signals: readonly AbortSignal[]) => signals.map(signal => getEventListeners(signal, 'abort').length)

test('it ends when one of its signals is aborted, and listens to none any more', async () => {
  const [own, node] = [new AbortController(), new AbortController()]
  const waiting = pause(aMinute, undefined, own.signal, node.signal)
  assert.equal(heard(own.signal, node.signal), [1, 1])
  own.abort()
  await waiting
  assert.equal(heard(own.signal, node.signal), [0, 0])
})

test('it does not begin when one of them is aborted', async () => {
  const [own, node] = [new AbortController(), new AbortController()]
  own.abort()
  await pause(aMinute, own.signal, node.signal)
  assert.equal(heard(own.signal, node.signal), [0, 0])
})

test.run()
