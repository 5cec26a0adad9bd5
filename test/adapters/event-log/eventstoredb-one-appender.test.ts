import { type EventStoreDBClient, NotLeaderError, UnavailableError } from '@eventstore/db-client'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { OnBroken } from '../../../src/adapters/event-log/eventstoredb/client.ts'
import { isLost } from '../../../src/adapters/event-log/eventstoredb/errors.ts'
import { oneAppender } from '../../../src/adapters/event-log/eventstoredb/one-appender.ts'

/**
 * Clients that keep their waiting appends in one table, as the real ones do: one that appends while another one still has some there
 * would end the process. A client answers when a test says so, and gives its appends up some time after it was disposed of.
 */
const clients = () => {
  type Waiting = { readonly by: number; answer(): void; reject(error: Error): void }
  const table = new Set<Waiting>()
  const made: { readonly url: string; readonly onBroken: OnBroken; appends: number; isDisposed: boolean }[] = []
  const connected: PromiseWithResolvers<void>[] = []
  const mixed: string[] = []
  const giveUp = (by: number, error: Error) => {
    for (const one of table) if (one.by === by && table.delete(one)) one.reject(error)
  }
  const connect = (url: string, onBroken: OnBroken) => {
    const by = made.push({ url, onBroken, appends: 0, isDisposed: false }) - 1
    const state = made[by]!
    const dispose = async () => {
      state.isDisposed = true
      await new Promise(resolve => setTimeout(resolve, 5))
      giveUp(by, new Error('cancelled'))
    }
    const append = () =>
      new Promise<number>((resolve, reject) => {
        state.appends++
        if (state.isDisposed) mixed.push(`client ${by} appends although it was left`)
        if ([...table].some(one => one.by !== by)) mixed.push(`client ${by} appends beside another one`)
        const one: Waiting = { by, answer: () => table.delete(one) && resolve(by), reject }
        table.add(one)
      })
    return {
      client: { dispose, appendToStream: append } as unknown as EventStoreDBClient,
      ready: () => {
        const ready = Promise.withResolvers<void>()
        connected.push(ready)
        return ready.promise
      },
    }
  }
  const answerAll = () => {
    for (const { answer } of table) answer()
  }
  return { connect, made, connected, mixed, table, answerAll, giveUp }
}
type Client = { appendToStream(): Promise<number> }
const append = (client: EventStoreDBClient) => (client as unknown as Client).appendToStream()
const turns = async (isThere: () => boolean) => {
  while (!isThere()) await new Promise(resolve => setImmediate(resolve))
}
const failure = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: Error) => error.message,
  )
const url = 'esdb://one'
const long = 60_000

test('a client without an answer is left by all of its waiting appends before the next one appends', async () => {
  const { connect, made, connected, mixed, table, answerAll } = clients()
  const { attempt } = oneAppender(connect)
  const hasty = failure(attempt(url, 20, append))
  const others = Array.from({ length: 64 }, () => failure(attempt(url, long, append)))
  await turns(() => connected.length === 1)
  connected[0]!.resolve()
  await turns(() => table.size === 65)
  assert.is(await hasty, 'no answer in time')
  const next = Array.from({ length: 8 }, () => attempt(url, long, append))
  assert.equal([...new Set(await Promise.all(others))], ['cancelled'])
  await turns(() => connected.length === 2)
  connected[1]!.resolve()
  await turns(() => table.size === 8)
  answerAll()
  assert.equal([...new Set(await Promise.all(next))], [1])
  assert.equal([mixed, made.length], [[], 2])
})

test('an append that waits for a connection is never sent once it has been given up', async () => {
  const { connect, made, connected, mixed, table, answerAll } = clients()
  const { attempt } = oneAppender(connect)
  assert.is(await failure(attempt(url, 5, append)), 'no answer in time')
  const next = attempt(url, long, append)
  await turns(() => connected.length === 2)
  // the network is back, also for the client that was left
  for (const { resolve } of connected) resolve()
  await turns(() => table.size === 1)
  answerAll()
  assert.is(await next, 1)
  assert.equal([mixed, made.map(({ appends }) => appends)], [[], [0, 1]])
})

test('a broken connection is left, and a client that goes to the leader is waited for', async () => {
  const { connect, made, connected, mixed, table, answerAll, giveUp } = clients()
  const { attempt } = oneAppender(connect)
  const first = failure(attempt(url, long, append))
  connected[0]?.resolve()
  await turns(() => connected.length === 1)
  connected[0]!.resolve()
  await turns(() => table.size === 1)
  giveUp(0, new Error('another one leads'))
  const handled = Promise.withResolvers<void>()
  made[0]!.onBroken(Object.create(NotLeaderError.prototype), handled.promise)
  assert.is(await first, 'another one leads')
  const second = attempt(url, long, append)
  handled.resolve()
  await turns(() => connected.length === 2)
  assert.is(table.size, 0)
  connected[1]!.resolve()
  await turns(() => table.size === 1)
  answerAll()
  assert.is(await second, 0)
  const gone = new UnavailableError()
  assert.ok(isLost(gone))
  made[0]!.onBroken(gone, Promise.resolve())
  const third = attempt(url, long, append)
  await turns(() => connected.length === 3)
  connected[2]!.resolve()
  await turns(() => table.size === 1)
  answerAll()
  assert.is(await third, 1)
  assert.equal(mixed, [])
})

test('a process that appends to two stores has them take turns', async () => {
  const { connect, made, connected, mixed, table, answerAll } = clients()
  const { attempt, close } = oneAppender(connect)
  const first = attempt(url, long, append)
  await turns(() => connected.length === 1)
  connected[0]!.resolve()
  await turns(() => table.size === 1)
  const second = attempt('esdb://two', long, append)
  await turns(() => true)
  assert.is(made.length, 1)
  answerAll()
  assert.is(await first, 0)
  await turns(() => connected.length === 2)
  connected[1]!.resolve()
  await turns(() => table.size === 1)
  answerAll()
  assert.is(await second, 1)
  await close('esdb://two')
  assert.equal([mixed, made.map(({ isDisposed }) => isDisposed)], [[], [true, true]])
})

test.run()
