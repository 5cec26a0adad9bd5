import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type ParseTurns, parseTurns } from '../../../src/adapters/feeds/parse-turns.ts'
import { inTime } from '../../support/waiting/in-time.ts'
import { until } from '../../support/waiting/until.ts'

const test = suite('turns of feeds (ADR 0111)')

const { signal } = new AbortController()

/** A task that ends only when it must give way, and counts its beginnings. */
const endless = (turns: ParseTurns, account: string) => {
  const end = new AbortController()
  let begun = 0
  const task = (mayRun: AbortSignal) => {
    begun++
    return new Promise<never>((_, reject) => {
      mayRun.throwIfAborted()
      mayRun.addEventListener('abort', () => reject(mayRun.reason))
    })
  }
  const done = turns.run(account, task, end.signal).catch(error => error)
  const begins = (count: number) =>
    until(
      async () => begun,
      times => times >= count,
    )
  return { begins, begun: () => begun, end: () => end.abort('ended'), done }
}
const quick = (turns: ParseTurns, account: string) =>
  inTime(
    account,
    turns.run(account, async () => account, signal),
  )

test('two accounts with endless feeds keep a third one waiting for no more than their time', async () => {
  const turns = parseTurns({ inAll: 2, sliceMs: 30 })
  const held = [endless(turns, 'slow-1'), endless(turns, 'slow-2')]
  for (const { begins } of held) await begins(1)
  for (const account of ['a', 'b', 'c']) assert.is(await quick(turns, account), account)
  for (const { end, done } of held) {
    end()
    assert.is(await inTime('its end', done), 'ended')
  }
})

test('long ones never have all slots, and give way to each other', async () => {
  const turns = parseTurns({ inAll: 2, sliceMs: 30 })
  const held = ['slow-1', 'slow-2', 'slow-3'].map(account => endless(turns, account))
  const begun = () => held.reduce((sum, one) => sum + one.begun(), 0)
  await until(
    async () => begun(),
    times => times >= 8,
  )
  for (const account of ['a', 'b', 'c']) assert.is(await quick(turns, account), account)
  for (const { end } of held) end()
  assert.equal(await inTime('their ends', Promise.all(held.map(({ done }) => done))), ['ended', 'ended', 'ended'])
})

test('nobody gives way while no other account waits, also not to a second feed of its own', async () => {
  const turns = parseTurns({ inAll: 2, sliceMs: 1 })
  const long = endless(turns, 'a')
  const second = turns.run('a', async () => 'second', signal)
  await long.begins(1)
  for (let n = 0; n < 5; n++) assert.is(await quick(turns, 'b'), 'b')
  assert.is(long.begun(), 1)
  long.end()
  assert.is(await inTime('the second', second), 'second')
})

test('one that waits can be ended, and one that fails fails', async () => {
  const turns = parseTurns({ inAll: 2, sliceMs: 600_000 })
  const held = [endless(turns, 'slow-1'), endless(turns, 'slow-2')]
  for (const { begins } of held) await begins(1)
  const leaving = AbortSignal.abort('left')
  const gone = turns.run('a', async () => 'a', leaving).catch(error => error)
  assert.is(await inTime('whoever left', gone), 'left')
  held[0]?.end()
  await held[0]?.done
  const failed = turns.run('a', () => Promise.reject(new Error('no')), signal).catch(({ message }) => message)
  assert.is(await inTime('the failure', failed), 'no')
  held[1]?.end()
})

test.run()
