import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fairSlots } from '../../src/engine/fair-slots.ts'
import { settles } from '../support/memory/node.ts'

/** Tasks that end when the test says so; `started` lists them by name. */
const steeredTasks = () => {
  const started: string[] = []
  const open = new Map<string, PromiseWithResolvers<void>>()
  return {
    started,
    task: (name: string) => () => {
      const end = Promise.withResolvers<void>()
      started.push(name)
      open.set(name, end)
      return end.promise
    },
    end: async (name: string) => {
      open.get(name)?.resolve()
      await settles()
    },
    fail: async (name: string) => {
      open.get(name)?.reject(new Error(name))
      await settles()
    },
  }
}
const names = (account: string, count: number) => Array.from({ length: count }, (_, n) => `${account}${n + 1}`)

test('an account that asks once has the next free slot, however many tasks of another one are waiting', async () => {
  const { started, task, end } = steeredTasks()
  const slots = fairSlots({ inAll: 2, perAccount: 2 })
  for (const name of names('flood', 1_000)) void slots.run('flood', task(name))
  await settles()
  assert.equal(started, ['flood1', 'flood2'])
  void slots.run('modest', task('modest1'))
  await end('flood1')
  assert.equal(started, ['flood1', 'flood2', 'modest1'])
  await end('modest1')
  assert.equal(started.slice(3), ['flood3'], 'what is left goes to the flood')
})

test('free slots go round the accounts, and tasks of one account keep their order', async () => {
  const { started, task, end } = steeredTasks()
  const slots = fairSlots({ inAll: 1, perAccount: 1 })
  for (const account of ['a', 'b', 'c']) for (const name of names(account, 3)) void slots.run(account, task(name))
  await settles()
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3']) await end(name)
  assert.equal(started, ['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3'])
})

test('an account has at most its share, so that another one starts at once', async () => {
  const { started, task, end } = steeredTasks()
  const slots = fairSlots({ inAll: 3, perAccount: 2 })
  for (const name of names('flood', 5)) void slots.run('flood', task(name))
  await settles()
  assert.equal(started, ['flood1', 'flood2'])
  void slots.run('modest', task('modest1'))
  await settles()
  assert.equal(started, ['flood1', 'flood2', 'modest1'])
  await end('modest1')
  assert.is(started.length, 3, 'the free slot is not for the flood')
  await end('flood1')
  assert.equal(started.slice(3), ['flood3'])
})

test('a failed task gives its slot back, and its caller the reason', async () => {
  const { started, task, end, fail } = steeredTasks()
  const slots = fairSlots({ inAll: 1, perAccount: 1 })
  const failing = slots.run('a', task('a1')).catch((error: Error) => error.message)
  void slots.run('b', task('b1'))
  await settles()
  await fail('a1')
  assert.is(await failing, 'a1')
  assert.equal(started, ['a1', 'b1'])
  await end('b1')
  assert.is(await slots.run('c', async () => 'free again'), 'free again')
})

test('a task that is no longer wanted leaves the queue', async () => {
  const { started, task, end } = steeredTasks()
  const slots = fairSlots({ inAll: 1, perAccount: 1 })
  void slots.run('a', task('a1'))
  const unwanted = new AbortController()
  const left = slots.run('a', task('a2'), unwanted.signal).catch((error: Error) => error.message)
  void slots.run('a', task('a3'))
  await settles()
  unwanted.abort(new Error('not wanted'))
  assert.is(await left, 'not wanted')
  await end('a1')
  assert.equal(started, ['a1', 'a3'])
  const late = slots.run('b', task('b1'), unwanted.signal).catch((error: Error) => error.message)
  assert.is(await late, 'not wanted')
})

test.run()
