import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { promptTurns } from '../../src/engine/prompt-turns.ts'
import { comesTrue, settles } from '../support/memory/node.ts'

const test = suite('turns of prompt and of slow tasks')
/** Those of webhooks. */
const shares = { prompt: { inAll: 32, perAccount: 4 }, slow: { inAll: 64, perAccount: 4 } }
const { signal } = new AbortController()
const small = { isLarge: () => false, signal }
const large = { isLarge: () => true, signal }
const unanswered = () => new Promise<never>(() => undefined)

/** As many webhooks of as many accounts as can fill every place. */
const hooks = (accounts: number, turnsOf: ReturnType<typeof promptTurns>) =>
  Array.from({ length: accounts }, (_, i) => Array.from({ length: 4 }, () => turnsOf(`slow${i}`))).flat()

test('receivers that do not answer keep no webhook waiting, of no account', async () => {
  const turnsOf = promptTurns({ ...shares, promptMs: 1 })
  for (const hook of hooks(20, turnsOf)) void hook.run(unanswered, small)
  assert.is(await turnsOf('slow0').run(async () => 'taken', small), 'taken')
  assert.is(await turnsOf('other').run(async () => 'taken', small), 'taken')
})

test('webhooks that were slow wait for each other, and for nobody else', async () => {
  const turnsOf = promptTurns({ ...shares, promptMs: 0 })
  const known = hooks(20, turnsOf)
  for (const hook of known) await hook.run(async () => undefined, small)
  let begun = 0
  const open: (() => void)[] = []
  for (const hook of known)
    void hook.run(() => {
      begun++
      return new Promise<void>(resolve => open.push(resolve))
    }, small)
  await settles()
  assert.is(begun, 64)
  assert.is(await turnsOf('slow0').run(async () => 'taken', small), 'taken')
  open[0]?.()
  await comesTrue(() => begun === 65, 'the next slow one has its turn')
})

test('a webhook that is prompt again has a place among the prompt ones', async () => {
  let now = 0
  const turnsOf = promptTurns({ ...shares, promptMs: 1_000, now: () => now })
  const late = async () => {
    now += 1_000
  }
  const [again, ...others] = Array.from({ length: 5 }, () => turnsOf('a'))
  for (const hook of [again!, ...others]) await hook.run(late, small)
  await again!.run(async () => undefined, small)
  for (const hook of others) void hook.run(unanswered, small)
  assert.is(await again!.run(async () => 'taken', small), 'taken')
})

test('large events that are not answered leave room for others', async () => {
  const turnsOf = promptTurns({ ...shares, promptMs: 1 })
  for (const hook of hooks(8, turnsOf)) void hook.run(unanswered, large)
  let begun = false
  const send = async () => {
    begun = true
  }
  void turnsOf('other').run(send, small)
  await comesTrue(() => begun, 'another account has its turn')
})

test('a large event has a place until it is answered, so that memory is bounded', async () => {
  const turnsOf = promptTurns({ ...shares, promptMs: 1 })
  let begun = 0
  const open: (() => void)[] = []
  for (const hook of hooks(25, turnsOf))
    void hook.run(() => {
      begun++
      return new Promise<void>(resolve => open.push(resolve))
    }, large)
  await comesTrue(() => begun === 96, 'all places are taken')
  await settles()
  assert.is(begun, 96)
  open[0]?.()
  await comesTrue(() => begun === 97, 'the next one has its turn')
})

test('a request that fails after it gave up its place rejects', async () => {
  const failing = Promise.withResolvers<void>()
  const run = promptTurns({ ...shares, promptMs: 1 })('a').run(() => failing.promise, small)
  await comesTrue(() => true, 'a turn has passed')
  failing.reject(new Error('away'))
  assert.is(await run.catch(error => error.message), 'away')
})

test.run()
