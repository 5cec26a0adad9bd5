import { randomUUID } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openEventStoreDb } from '../../src/adapters/event-log/eventstoredb/open-event-log.ts'
import { pause } from '../../src/engine/pause.ts'
import type { EventLog } from '../../src/ports/event-log.ts'
import { following, surely } from '../adapters/event-log/nodes.ts'
import { written } from '../adapters/event-log.contract.ts'
import { type Random, randomFrom } from '../simulation/random.ts'
import { startStandIn } from '../support/servers/eventstore/stand-in.ts'
import { type CutProxy, startProxy } from '../support/servers/proxy.ts'
import { onSharedCores } from '../support/waiting/shared-cores.ts'
import { canBeProxied } from './server-stores.ts'

type Context = { store: URL; close(): Promise<void> }
const test = suite<Context>('outages of the network to the event store')
test.before(async context => {
  const given = process.env.EVENTSTOREDB_URL
  const standIn = given && canBeProxied(given) ? undefined : await startStandIn()
  context.store = new URL(standIn?.url ?? given ?? '')
  context.close = async () => standIn?.close()
})
test.after(({ close }) => close?.())

const seed = Number(process.env.OUTAGE_SEED ?? 1)
const outages = 3 * Number(process.env.OUTAGES ?? (process.env.TEST_WHOLE ? 10 : 2))
/** Within this time after the network's return, writes are taken and subscribers follow; an outage lasts up to 7 s. */
const promisedMs = 6_000

const ways = {
  cut: proxy => proxy.cut(),
  silent: async proxy => proxy.silence(),
  'half-open': async proxy => proxy.lose(),
  slow: async (proxy, random) => proxy.slow(random.between(500, 5_000)),
} as const satisfies Record<string, (proxy: CutProxy, random: Random) => Promise<void>>

/** The time until writes were taken and read again, and what it may be, in milliseconds. */
type Result = { readonly name: string; readonly ms: number; readonly mayTake: number }
type Lane = { readonly proxy: CutProxy; readonly log: EventLog; readonly stream: string }

/** Appends one event after the other, also while the network is away, until `stop`; returns how many were taken. */
const writing = ({ log, stream }: Lane, from: number) => {
  let next = from
  let isOver = false
  const run = async () => {
    while (!isOver) {
      await surely(log, stream, [written(next)], next - 1)
      next++
      await pause(20)
    }
  }
  const running = run()
  return {
    stop: async () => {
      isOver = true
      await running
      return next
    },
    next: () => next,
  }
}

const outage = async (lane: Lane, random: Random, from: number): Promise<Result & { readonly next: number }> => {
  const name = random.pick(Object.keys(ways) as (keyof typeof ways)[])
  const isIdle = random.chance(0.3)
  const seen = following(lane.log, { after: await lane.log.head() })
  const writer = isIdle ? undefined : writing(lane, from)
  await pause(random.between(0, 1_000))
  await ways[name](lane.proxy, random)
  await pause(random.between(1_000, 7_000))
  await lane.proxy.restore()
  const back = performance.now()
  const next = (await writer?.stop()) ?? from
  await surely(lane.log, lane.stream, [written(next)], next - 1)
  await seen.until(next + 1 - from)
  const ms = performance.now() - back
  await seen.stop()
  const revisions = seen.seen.map(({ revision }) => revision)
  assert.equal(
    revisions,
    revisions.map((_, i) => from + i),
  )
  return { name: `${name}${isIdle ? ', idle' : ''}`, next: next + 1, ms, mayTake: onSharedCores(promisedMs) }
}

test(`after each of ${outages} outages, writes are taken and read within ${promisedMs / 1_000} s`, async ({
  store,
}) => {
  const random = randomFrom(seed)
  const results: Result[] = []
  // one after the other: a process appends to one store at a time, as a node does
  const proxy = await startProxy(Number(store.port || 2113), store.hostname)
  const url = `esdb://127.0.0.1:${proxy.port}?tls=false`
  const log = await openEventStoreDb({ url, streamPrefix: `outages-${randomUUID()}_` })
  try {
    let next = 0
    while (results.length < outages) {
      const result = await outage({ proxy, log, stream: 'note-1' }, random, next)
      next = result.next
      results.push(result)
    }
  } finally {
    await log.close()
    await proxy.close()
  }
  const longest = results.toSorted((a, b) => b.ms - a.ms).map(({ name, ms }) => `${name}: ${Math.round(ms)} ms`)
  if (process.env.OUTAGE_SEED) console.log(longest.join('\n'))
  assert.is(results.length, outages)
  assert.ok(
    results.every(({ ms, mayTake }) => ms <= mayTake),
    `with OUTAGE_SEED=${seed}: ${longest.slice(0, 5).join('; ')}`,
  )
})

test.run()
