import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { LimitExceeded, openThread } from '../../../src/adapters/threads/bounded-thread.ts'
import { inTime } from '../../support/waiting/in-time.ts'

const test = suite('a thread with limits')
const open = (deadlineMs = 100) =>
  openThread<number, string>(new URL('./waiting-thread.ts', import.meta.url), { deadlineMs, heapMb: 64 })

test('its deadline is of processor time: a thread that has to wait for a busy machine is not refused', async () => {
  // it is given up after ten times its deadline, which must not be over when this process had no processor for some seconds
  const thread = open(2_000)
  assert.is(await inTime('an answer', thread.ask(3_000)), 'waited 3000 ms')
  assert.is(await inTime('another answer', thread.ask(1)), 'waited 1 ms')
  await thread.end()
})

test('a thread that does not run at all is given up', async () => {
  const thread = open()
  const failure = await inTime(
    'a refusal',
    thread.ask(60_000).catch(error => error),
  )
  assert.instance(failure, LimitExceeded)
  assert.is(failure.limit, 'time')
  await thread.end()
})

test('who asks a thread that has ended is told so', async () => {
  const thread = open()
  await thread.ask(1)
  await thread.end()
  const failure = await inTime(
    'an answer',
    thread.ask(1).catch(error => error),
  )
  assert.instance(failure, Error)
})

test('a thread that fills more buffers than it may is ended, though its heap is small', async () => {
  const file = new URL('./filling-thread.ts', import.meta.url)
  const thread = openThread<number, string>(file, { deadlineMs: 60_000, heapMb: 64, buffersMb: 100 })
  assert.is(await inTime('an answer', thread.ask(5)), 'filled 5')
  const failure = await inTime(
    'a refusal',
    thread.ask(1_000).catch(error => error),
  )
  assert.instance(failure, LimitExceeded)
  assert.is(failure.limit, 'memory')
  await thread.end()
})

test('a thread knows where compiled code is cached, and none of the other variables of its node', async () => {
  const { NODE_COMPILE_CACHE = '' } = process.env
  assert.is.not(NODE_COMPILE_CACHE, '')
  process.env.SECRETS_KEY = 'k1:secret'
  const file = new URL('./environment-thread.ts', import.meta.url)
  const thread = openThread<string, Readonly<Record<string, string>>>(file, { deadlineMs: 60_000, heapMb: 64 })
  const known = await inTime('an answer', thread.ask('variables'))
  assert.is(known.NODE_COMPILE_CACHE, NODE_COMPILE_CACHE)
  const others = Object.keys(known).filter(name => !name.endsWith('_COMPILE_CACHE'))
  assert.equal(others, [])
  await thread.end()
})

test.run()
