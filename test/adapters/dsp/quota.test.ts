import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Quota, quotas, sharedQuota } from '../../../src/adapters/dsp/quota/shared-quota.ts'
import { volatileCounters } from '../../../src/adapters/embedded/reading/volatile-counters.ts'
import { volatileTable } from '../../support/memory/volatile-table.ts'
import { aheadClock } from '../../support/service/ahead-clock.ts'

const test = suite('quotas of a DSP')

/** Nodes on a clock that stands still until all of them wait; then it goes to the next moment at which something happens. */
const openNodes = (count: number) => {
  let at = Date.parse('2026-05-01T10:00:00.000Z')
  const clock = { now: () => new Date(at), monotonic: () => at }
  const table = volatileTable()
  const sleepers: { readonly until: number; readonly wake: () => void }[] = []
  const wait = (ms: number) =>
    new Promise<void>(wake => {
      sleepers.push({ until: at + ms, wake })
    })
  const nodes = Array.from({ length: count }, (_, i) => {
    const counters = volatileCounters(clock, async (rows, now) => table.exchange(`node-${i}`, rows, now))
    return { exchange: counters.exchange, quota: sharedQuota({ clock, volatile: counters.volatile, wait }) }
  })
  let exchangeAt = at + 1_000
  /** Lets time pass until `isDone`. */
  const pass = async (isDone: () => boolean) => {
    while (!isDone()) {
      await new Promise(setImmediate)
      const next = Math.min(exchangeAt, ...sleepers.map(({ until }) => until))
      at = next
      if (next === exchangeAt) {
        for (const { exchange } of nodes) await exchange()
        exchangeAt += 1_000
      }
      for (const sleeper of sleepers.splice(0)) {
        if (sleeper.until <= at) sleeper.wake()
        else sleepers.push(sleeper)
      }
    }
  }
  return { nodes, now: () => at, pass }
}

/** The most times within any minute. */
const mostInAMinute = (times: readonly number[]): number =>
  Math.max(...times.map((from, i) => times.slice(i).filter(time => time < from + 60_000).length))

const writesOf = (world: ReturnType<typeof openNodes>, total: number, advertiserOf: (i: number) => number) => {
  const times: number[] = []
  const quotasInTurn: readonly Quota[] = world.nodes.map(({ quota }) => quota)
  for (let i = 0; i < total; i++) {
    const quota = quotasInTurn[i % quotasInTurn.length]!
    quota.take({ accountId: 'acme', advertiserId: advertiserOf(i), isWrite: true }).then(() => times.push(world.now()))
  }
  return times
}

for (const count of [1, 2])
  test(`${count} node${count > 1 ? 's together' : ''} never exceed the writes of an advertiser, and use most of them`, async () => {
    const world = openNodes(count)
    const start = world.now()
    const times = writesOf(world, 1_000, () => 7)
    await world.pass(() => times.length === 1_000)
    const most = mostInAMinute(times)
    assert.ok(most <= quotas.advertiser.writes, `${most} in a minute`)
    const minutes = (times.at(-1)! - start) / 60_000
    assert.ok(minutes < 8, `${minutes} minutes, at best ${1_000 / 150}`)
  })

test('advertisers together never exceed the writes of the project', async () => {
  const world = openNodes(1)
  const times = writesOf(world, 2_000, i => i % 10)
  await world.pass(() => times.length === 2_000)
  assert.ok(mostInAMinute(times) <= quotas.project.writes)
})

test('one advertiser that waits does not hold up another', async () => {
  const world = openNodes(1)
  const busy = writesOf(world, 200, () => 7)
  const other = writesOf(world, 10, () => 8)
  await world.pass(() => other.length === 10)
  assert.ok(busy.length < 200)
  assert.is(other.at(-1), other[0], 'all at once')
})

for (const [what, advertiserId, isWrite] of [
  ['the lists of a partner', undefined, false],
  ['one advertiser', 7, true],
] as const)
  test(`however much one account asks of ${what}, another one waits for one of its requests at most`, async () => {
    const world = openNodes(1)
    const order: string[] = []
    const ask = (accountId: string) =>
      world.nodes[0]!.quota.take({ accountId, advertiserId, isWrite }).then(() => order.push(accountId))
    for (let i = 0; i < 500; i++) ask('busy')
    await world.pass(() => order.length >= 160 || (isWrite && order.length >= 20))
    const before = order.length
    ask('other')
    await world.pass(() => order.includes('other'))
    assert.ok(order.indexOf('other') <= before + 1, `${order.indexOf('other') - before} came first`)
  })

test('an account with many advertisers takes no more of the project than one with one', async () => {
  const world = openNodes(1)
  const order: string[] = []
  const ask = (accountId: string, advertiserId: number) =>
    world.nodes[0]!.quota.take({ accountId, advertiserId, isWrite: true }).then(() => order.push(accountId))
  for (let i = 0; i < 900; i++) ask('many', 100 + (i % 90))
  for (let i = 0; i < 100; i++) ask('one', 7)
  await world.pass(() => order.filter(account => account === 'one').length === 100)
  const between = order.slice(80)
  const share = between.filter(account => account === 'one').length / between.length
  assert.ok(share > 0.2, `${share} of what flowed back`)
})

test('after the DSP says that the quota is used up, all nodes wait', async () => {
  const world = openNodes(2)
  const [first, second] = world.nodes
  await first!.quota.usedUp({ accountId: 'acme', advertiserId: 7, isWrite: true })
  await first!.exchange()
  await second!.exchange()
  const start = world.now()
  let sentAt = 0
  second!.quota.take({ accountId: 'acme', advertiserId: 7, isWrite: true }).then(() => {
    sentAt = world.now()
  })
  await world.pass(() => sentAt > 0)
  assert.ok(sentAt > start)
})

test('a call that is aborted while it waits ends at once, and the next one takes its turn', async () => {
  const clock = aheadClock()
  const counters = volatileCounters(clock, async () => undefined)
  const quota = sharedQuota({ clock, volatile: counters.volatile })
  const write = { accountId: 'acme', advertiserId: 7, isWrite: true }
  for (let i = 0; i < quotas.advertiser.writes / 10; i++) await quota.take(write)
  const stop = new AbortController()
  const waiting = quota.take(write, stop.signal)
  const next = quota.take(write)
  stop.abort(new Error('stopped'))
  const reason = await waiting.catch((error: Error) => error.message)
  assert.is(reason, 'stopped')
  clock.pass(60_000)
  await next
})

test.run()
