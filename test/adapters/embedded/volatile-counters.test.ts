import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { volatileCounters } from '../../../src/adapters/embedded/reading/volatile-counters.ts'
import { openViews } from '../../../src/adapters/read-models/sqlite/schema.ts'
import { volatileExchange } from '../../../src/adapters/read-models/sqlite/volatile-rows.ts'
import { writing } from '../../../src/adapters/sqlite/transaction.ts'
import { settles } from '../../support/memory/node.ts'

const year = 365 * 86_400_000
const ttl = 16

type Clocks = { wall: number; passed: number }
type Context = { folder: string; closing: (() => void)[] }

const test = suite<Context>('volatile values of nodes whose clocks jump')

test.before.each(async context => {
  context.folder = await mkdtemp(join(tmpdir(), 'endcap-volatile-'))
  context.closing = []
})
test.after.each(async ({ folder, closing }) => {
  for (const close of closing) close()
  await rm(folder, { recursive: true })
})

/** A node on the views file of the test, whose wall clock is `wall` ahead. */
const nodeOf = ({ folder, closing }: Context, name: string, time: Clocks) => {
  const db = openViews(join(folder, 'views.db'), { id: 'log', head: () => 0, idAt: () => undefined }, 5_000)
  closing.push(() => db.close())
  const exchange = volatileExchange(db, writing(db), name)
  const clock = {
    now: () => new Date(Date.UTC(2026, 10, 26) + time.wall + time.passed),
    monotonic: () => time.passed,
  }
  return volatileCounters(clock, async (rows, now) => exchange(rows, now))
}

test('a node that died while its clock was ahead is not taken for alive until that time', async context => {
  const [ahead, right] = [
    { wall: year, passed: 0 },
    { wall: 0, passed: 0 },
  ]
  const dead = nodeOf(context, 'dead', ahead)
  await dead.volatile.set('node:dead', 'ready', ttl)
  await dead.exchange()
  const other = nodeOf(context, 'other', right)
  await other.exchange()
  assert.equal([...(await other.volatile.find('node:')).keys()], ['node:dead'])
  right.passed += (ttl + 1) * 1_000
  await other.volatile.set('node:other', 'ready', ttl)
  await other.exchange()
  assert.equal([...(await other.volatile.find('node:')).keys()], ['node:other'])
  assert.equal(await other.volatile.get(['node:dead']), [undefined])
})

test('what a node says after its clock went back is heard', async context => {
  const [time, right] = [
    { wall: year, passed: 0 },
    { wall: 0, passed: 0 },
  ]
  const [node, other] = [nodeOf(context, 'node', time), nodeOf(context, 'other', right)]
  await node.volatile.set('node:node', 'said ahead', ttl)
  await node.exchange()
  await other.exchange()
  time.wall = 0
  await node.volatile.set('node:node', 'said now', ttl)
  await node.exchange()
  await other.exchange()
  assert.equal(await other.volatile.get(['node:node']), ['said now'])
})

test('a node whose clock stays ahead goes on being heard', async context => {
  const [ahead, right] = [
    { wall: year, passed: 0 },
    { wall: 0, passed: 0 },
  ]
  const [node, other] = [nodeOf(context, 'node', ahead), nodeOf(context, 'other', right)]
  for (const said of ['first', 'second', 'third']) {
    await node.volatile.set('node:node', said, ttl)
    await node.exchange()
    await other.exchange()
    assert.equal(await other.volatile.get(['node:node']), [said])
    for (const time of [ahead, right]) time.passed += (ttl - 1) * 1_000
  }
})

test('an exchange that is asked for while one is under way ends after it', async () => {
  const sent: (readonly number[])[] = []
  const first = Promise.withResolvers<undefined>()
  const clock = { now: () => new Date(0), monotonic: () => 0 }
  const { volatile, exchange } = volatileCounters(clock, async ({ counters }) => {
    sent.push(counters.map(({ total }) => total))
    if (sent.length === 1) await first.promise
    return undefined
  })
  await volatile.add('count', 2, ttl)
  const slow = exchange()
  let isOver = false
  const asked = exchange().then(() => {
    isOver = true
  })
  await settles()
  assert.not.ok(isOver, 'the count has not arrived')
  await volatile.add('count', 3, ttl)
  // those who ask before it has begun share it
  const shared = exchange()
  first.resolve(undefined)
  await Promise.all([slow, asked, shared])
  assert.equal(sent, [[2], [5]])
})

test.run()
