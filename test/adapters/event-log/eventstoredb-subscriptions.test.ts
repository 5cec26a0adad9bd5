import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { appended, written } from '../event-log.contract.ts'
import { everything, following, type Nodes, patient, revisionsOf, startNodes, surely } from './nodes.ts'

const test = suite<Nodes>('EventStoreDB: subscriptions')
test.before.each(async context => {
  Object.assign(context, await startNodes())
})
test.after.each(context => context.close())

const burst = (count: number) => Array.from({ length: count }, (_, i) => written(i))

test('appends larger than the server’s buffer reach a live subscriber once each', async ({ open }) => {
  const log = await open()
  const { until } = following(log)
  appended(await log.append('note-live', [written('live')], -1))
  await until(1)
  for (let n = 0; n < 5; n++) appended(await log.append(`note-${n}`, burst(100), -1))
  assert.equal(revisionsOf(await until(501)), revisionsOf(await everything(log)))
})

test('a subscriber sees no gap and no duplicate across a server kill and restart', async ({ open, store }) => {
  const log = await open()
  const { until, seen } = following(log)
  appended(await log.append('note-1', burst(3), -1))
  await until(3)
  for (let n = 0; n < 3; n++) {
    const onTheWay = surely(log, 'note-1', burst(2), 2 + n * 3)
    await store.kill()
    const whileAway = onTheWay.then(() => surely(log, 'note-1', burst(1), 4 + n * 3))
    await store.restart()
    await whileAway
  }
  await until(12)
  assert.equal(revisionsOf(seen), revisionsOf(await everything(log)))
})

test('subscribers of one node share one subscription, whatever their prefixes', async ({ open, store }) => {
  const log = await open()
  for (let n = 0; n < 20; n++) appended(await log.append(`${n % 2 ? 'note' : 'memo'}-${n}`, [written(n)], -1))
  const all = following(log)
  const notes = following(log, { prefixes: ['note-'] })
  const none = following(log, { prefixes: [] })
  const late = following(log, { after: await log.head() })
  await Promise.all([all.until(20), notes.until(10)])
  appended(await log.append('note-more', [written('more')], -1))
  await Promise.all([all.until(21), notes.until(11), late.until(1)])
  const subscriptions = async () => (await store.send({ order: 'count' })).subscriptions
  let left = await subscriptions()
  while (left > 1) left = await subscriptions()
  assert.is(left, 1)
  assert.equal(
    notes.seen.map(e => e.stream.slice(0, 5)),
    Array(11).fill('note-'),
  )
  assert.equal(none.seen, [])
})

test('a slow subscriber misses nothing and delays no other', async ({ open }) => {
  const log = await open()
  let go = () => {}
  const held = new Promise<void>(resolve => (go = resolve))
  const slow = following(log, { step: () => held })
  const quick = following(log)
  const streams = 60
  for (let n = 0; n < streams; n++) appended(await log.append(`note-${n}`, burst(50), -1))
  await quick.until(streams * 50)
  assert.is(slow.seen.length, 0)
  go()
  await slow.until(streams * 50)
  assert.equal(revisionsOf(slow.seen), revisionsOf(quick.seen))
})

test('a subscriber follows a new leader of the cluster', async ({ open, store, another }) => {
  const next = await another()
  const url = `esdb://127.0.0.1:${store.port},127.0.0.1:${next.port}?tls=false`
  await next.kill()
  const log = await open({ url })
  const { until, seen } = following(log)
  appended(await log.append('note-1', burst(2), -1))
  await until(2)
  await next.restart()
  await store.send({ order: 'follow', leader: next.port })
  await store.send({ order: 'drop connections' })
  await surely(log, 'note-1', burst(2), 1)
  await until(4)
  await store.kill()
  await surely(log, 'note-1', burst(2), 3)
  await until(6)
  assert.equal(revisionsOf(seen), revisionsOf(await everything(log)))
})

test('a node survives a broken connection while no cluster node is found', async ({ open, store, another }) => {
  const next = await another()
  await next.kill()
  const url = `esdb://127.0.0.1:${store.port},127.0.0.1:${next.port}?tls=false`
  const log = await open({ url, patience: { callMs: 3_000, tryMs: 1_000 } })
  const { until } = following(log)
  await surely(log, 'note-1', [written(1)], -1)
  await until(1)
  await next.restart()
  await store.send({ order: 'follow', leader: next.port })
  await surely(log, 'note-1', [written(2)], 0)
  await store.send({ order: 'leave cluster' })
  await next.kill()
  // the outcome of an unanswered append is unknown: it may still be sent when a node is found
  const last = [written(3)]
  assert.ok(E.isLeft(await log.append('note-1', last, 1)))
  await next.restart()
  await surely(log, 'note-1', last, 1)
  await until(3)
})

test('a subscription can be stopped while the store is unavailable or frozen', async ({ open, store }) => {
  const log = await open()
  const [first, second] = [following(log), following(log)]
  appended(await log.append('note-1', [written(1)], -1))
  await Promise.all([first.until(1), second.until(1)])
  store.halt()
  await first.stop()
  store.resume()
  await store.kill()
  await second.stop()
  await store.restart()
  await surely(log, 'note-1', [written(2)], 0)
  assert.equal([first.seen.length, second.seen.length], [1, 1])
})

test('closing a node closes its subscriptions', async ({ open }) => {
  const log = await open()
  const { until, seen } = following(log)
  appended(await log.append('note-1', [written(1)], -1))
  await until(1)
  await log.close()
  assert.is(seen.length, 1)
})

const troubles = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ append: fc.integer({ min: 1, max: 60 }) }) },
    { weight: 2, arbitrary: fc.constant('drop connections' as const) },
    { weight: 1, arbitrary: fc.constant('kill' as const) },
    { weight: 1, arbitrary: fc.constant('lose an answer' as const) },
    { weight: 1, arbitrary: fc.constant('another subscriber' as const) },
  ),
  { minLength: 3, maxLength: 10 },
)

test('every subscriber sees the exact log, whatever happens to connections and server', async ({ open, store }) => {
  const log = await open({ patience: { ...patient, tryMs: 300 } })
  let stream = 0
  let count = 0
  const followers = [following(log), following(log, { prefixes: ['note-'] })]
  await fc.assert(
    fc.asyncProperty(troubles, async steps => {
      for (const step of steps) {
        if (step === 'kill') {
          await store.kill()
          await store.restart()
        } else if (step === 'drop connections') await store.send({ order: step })
        else if (step === 'lose an answer') await store.send({ order: 'lose next answer', how: 'connection' })
        else if (step === 'another subscriber') followers.push(following(log))
        else {
          await surely(log, `note-${stream++}`, burst(step.append), -1)
          count += step.append
        }
      }
      await Promise.all(followers.map(({ until }) => until(count)))
      const log_ = revisionsOf(await everything(log))
      assert.is(log_.length, count)
      for (const { seen } of followers) assert.equal(revisionsOf(seen), log_)
      await Promise.all(followers.splice(2).map(({ stop }) => stop()))
    }),
    { numRuns: 5, endOnFailure: true, includeErrorInReport: true },
  )
})

test.run()
