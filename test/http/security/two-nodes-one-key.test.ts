import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { StoreAway, WrittenByNewer } from '../../../src/ports/store-away.ts'
import { memoryLeaseRows } from '../../support/memory/lease-rows.ts'
import { type MemoryLog, memoryLog } from '../../support/memory/log.ts'
import { twoHandedClock } from '../../support/memory/node.ts'
import { gate } from '../../support/memory/watched-log.ts'
import { type Answered, startApp } from '../../support/service/http.ts'
import { thing, thingRows } from '../../support/service/rows.ts'
import { inTime } from '../../support/waiting/in-time.ts'
import { nodeOn } from '../../support/waiting/tally.ts'

type Context = { log: MemoryLog; leases: ReturnType<typeof memoryLeaseRows>; stop: (() => Promise<unknown>)[] }
const test = suite<Context>('an Idempotency-Key on two nodes')
test.before.each(context => {
  context.log = memoryLog()
  context.leases = memoryLeaseRows()
  context.stop = []
})
test.after.each(async ({ stop }) => {
  for (const end of stop) await end()
})

const things = '/v2/accounts/acme/things'
type Node = Awaited<ReturnType<typeof startApp>>
const send = ({ send: call }: Node, key: string, name = 'pot'): Promise<Answered> =>
  call('POST', things, { json: { name }, headers: { 'idempotency-key': key } })
const codeOf = ({ status, json }: Answered) => (status === 200 ? 'done' : json.code)
const named = ({ events }: MemoryLog) => events.filter(e => e.type === 'ThingNamed')
const typesOf = ({ events }: MemoryLog) => events.map(e => e.type)

/** A node on the log with a clock of its own; ids are unique over nodes. */
const startOn = async ({ stop, log, leases }: Context, its: MemoryLog = log, clock = twoHandedClock()) => {
  const node = await startApp(thingRows, { log: its, clock, leases, ids: { next: async () => 1 + log.events.length } })
  stop.push(node.stop)
  return { ...node, clock }
}
/** A log whose next append to a stream of things waits, as on a node that is halted. */
const stalling = ({ log, stop }: Context) => {
  const [reached, goesOn] = [gate(), gate()]
  let stalled = false
  // a test that fails must not leave a request waiting
  stop.push(async () => goesOn.open())
  const append: MemoryLog['append'] = async (stream, events, expected) => {
    if (!stalled && stream.startsWith('thing-')) {
      stalled = true
      reached.open()
      await goesOn.opened
    }
    return log.append(stream, events, expected)
  }
  return { log: { ...log, append }, isReached: inTime('the append to be reached', reached.opened), goOn: goesOn.open }
}
/** Leaves the record and the events of a request in the log, and its lease, as after a crash before its answer. */
const crashAfter = async (context: Context, key: string): Promise<void> => {
  const { log, leases } = context
  const dead = await startOn(context)
  await send(dead, key)
  const kept = log.events.slice(0, -1)
  context.log = memoryLog()
  for (const event of kept) await context.log.append(event.stream, [event], event.revision - 1)
  const row = { holder: 'dead', token: 'dead', renewals: 0 }
  await leases.swap(leaseOf(context), undefined, row)
}

const leaseOf = ({ log }: Context) => `request-${log.events[0]!.stream.slice('idempotency-'.length)}`

test('a request is taken over after five seconds of silence by the monotonic clock of the other node', async context => {
  await crashAfter(context, 'k')
  const two = await startOn(context)
  assert.is(codeOf(await send(two, 'k')), 'idempotency-key-in-use')
  two.clock.jump(3_600_000)
  assert.is(codeOf(await send(two, 'k')), 'idempotency-key-in-use', 'a wall clock that jumps is no silence')
  two.clock.jump(-7_200_000)
  two.clock.pass(4_999)
  assert.is(codeOf(await send(two, 'k')), 'idempotency-key-in-use')
  two.clock.pass(1)
  assert.is(codeOf(await send(two, 'k')), 'done')
  assert.is(named(context.log).length, 1)
})

/** A log as a node of an older release has it: it decides nothing on things. */
const older = (log: MemoryLog): MemoryLog => ({
  ...log,
  append: async (stream, ...more) => {
    if (!stream.startsWith('thing-')) return log.append(stream, ...more)
    throw new WrittenByNewer({ stream, revision: 0, type: 'ThingMerged', metadata: { schemaVersion: 1 } })
  },
})

test('what a node of an older release leaves to a newer one runs there at once', async context => {
  const one = await startOn(context, older(context.log))
  const two = await startOn(context)
  for (const _ of [1, 2]) assert.is(codeOf(await send(one, 'k')), 'newer-release')
  assert.is(codeOf(await send(two, 'k', 'pan')), 'idempotency-key-reused')
  assert.is(codeOf(await send(two, 'k')), 'done')
  assert.is(codeOf(await send(one, 'k')), 'done')
  assert.is(named(context.log).length, 1)
})

test('of two nodes that take what was left to newer ones, one runs it', async context => {
  const one = await startOn(context, older(context.log))
  assert.is(codeOf(await send(one, 'k')), 'newer-release')
  const stalled = stalling(context)
  const two = await startOn(context, stalled.log)
  const first = send(two, 'k')
  await stalled.isReached
  assert.is(codeOf(await send(await startOn(context), 'k')), 'idempotency-key-in-use')
  stalled.goOn()
  assert.is(codeOf(await first), 'done')
  assert.is(named(context.log).length, 1)
})

test('a node that has just started takes nothing over, however old the record is', async context => {
  await crashAfter(context, 'k')
  const clock = twoHandedClock()
  clock.pass(20 * 3_600_000)
  const two = await startOn(context, context.log, clock)
  assert.is(codeOf(await send(two, 'k')), 'idempotency-key-in-use')
  clock.pass(5_000)
  assert.is(codeOf(await send(two, 'k')), 'done')
})

test('a request whose lease is renewed stays with its node', async context => {
  await crashAfter(context, 'k')
  const two = await startOn(context)
  await send(two, 'k')
  two.clock.pass(4_000)
  await context.leases.swap(leaseOf(context), { token: 'dead' }, { holder: 'dead', token: 'dead', renewals: 1 })
  two.clock.pass(4_000)
  assert.is(codeOf(await send(two, 'k')), 'idempotency-key-in-use')
  two.clock.pass(5_000)
  assert.is(codeOf(await send(two, 'k')), 'done')
})

test('a repeat that runs because all leases were lost gets the same answer, and nothing is done twice', async context => {
  const [first, second] = [stalling(context), stalling(context)]
  const [one, two] = [await startOn(context, first.log), await startOn(context, second.log)]
  const answer = send(one, 'k')
  await first.isReached
  context.leases.lose()
  const repeat = send(two, 'k')
  await second.isReached
  first.goOn()
  second.goOn()
  const answers = await Promise.all([answer, repeat])
  assert.equal(answers.map(codeOf), ['done', 'done'])
  assert.is(answers[0]?.json.thingId, answers[1]?.json.thingId)
  assert.equal(typesOf(context.log), ['CommandAccepted', 'ThingNamed', 'CommandAnswered'])
})

test('while the store of leases is away, requests are done once, and refusals are not kept', async context => {
  const swap = async () => {
    throw new StoreAway('read models', 'gone')
  }
  const { leases } = context
  context.leases = { ...leases, swap }
  const [one, two] = [await startOn(context), await startOn(context)]
  const answers = await Promise.all([send(one, 'k'), send(two, 'k')])
  assert.equal(answers.map(codeOf), ['done', 'done'])
  assert.is(answers[0].json.thingId, answers[1].json.thingId)
  assert.equal(typesOf(context.log), ['CommandAccepted', 'ThingNamed', 'CommandAnswered'])
  assert.is(codeOf(await send(one, 'l', 'taken')), 'store-unavailable')
  assert.is(typesOf(context.log).at(-1), 'CommandAccepted')
  context.leases = leases
  assert.is(codeOf(await send(await startOn(context), 'l', 'taken')), 'creative-exists')
})

test('a refusal counts for good only while no other run can have done the command', async context => {
  const { log, leases, stop } = context
  const ids = {
    next: async () => {
      leases.lose()
      return 1
    },
  }
  const one = await startApp(thingRows, { log, leases, clock: twoHandedClock(), ids })
  stop.push(one.stop)
  assert.is(codeOf(await send(one, 'k', 'taken')), 'idempotency-key-in-use')
  assert.equal(typesOf(log), ['CommandAccepted'])
  assert.is(codeOf(await send(one, 'k', 'taken')), 'creative-exists')
  assert.is(typesOf(log).at(-1), 'CommandAnswered')
})

for (const [what, ms] of [
  ['eight seconds', 8_000],
  ['a day and an hour', 25 * 3_600_000],
] as const)
  test(`with clocks ${what} apart, a running request is not started again`, async context => {
    const stalled = stalling(context)
    const [one, two] = [await startOn(context, stalled.log), await startOn(context)]
    two.clock.jump(ms)
    const first = send(one, 'k')
    await stalled.isReached
    assert.is(codeOf(await send(two, 'k')), 'idempotency-key-in-use')
    two.clock.jump(-2 * ms)
    assert.is(codeOf(await send(two, 'k')), 'idempotency-key-in-use')
    stalled.goOn()
    assert.is(codeOf(await first), 'done')
    assert.is(named(context.log).length, 1)
  })

test('sent to both nodes at once, a request runs on one', async context => {
  const [one, two] = [await startOn(context), await startOn(context)]
  const keys = Array.from({ length: 50 }, (_, i) => `both-${i}`)
  const answers = await Promise.all(keys.map(key => Promise.all([send(one, key, key), send(two, key, key)])))
  for (const [i, both] of answers.entries()) {
    assert.ok(both.some(a => codeOf(a) === 'done'))
    assert.ok(both.every(a => ['done', 'idempotency-key-in-use'].includes(codeOf(a))))
    assert.is(named(context.log).filter(e => (e.data as { name: string }).name === keys[i]).length, 1)
  }
})

test('a halted node that goes on appends nothing again, and gives the answer of the node that took over', async context => {
  const stalled = stalling(context)
  const [one, two] = [await startOn(context, stalled.log), await startOn(context)]
  const first = send(one, 'k')
  await stalled.isReached
  await send(two, 'k')
  two.clock.pass(5_000)
  const taken = await send(two, 'k')
  assert.is(codeOf(taken), 'done')
  // a later change, which the old one must not replace
  await nodeOn(context.log).work().execute(thing, String(taken.json.thingId), { name: 'newer' })
  stalled.goOn()
  const late = await first
  assert.is(late.headers['idempotency-replayed'], 'true')
  assert.equal(late.json, { ...taken.json, apiKey: null })
  assert.equal(
    named(context.log).map(e => (e.data as { name: string }).name),
    ['pot', 'newer'],
  )
  assert.is(new Set(context.log.events.map(e => e.id)).size, context.log.events.length)
})

test('a replay waits until the read models of its node reflect the request', async context => {
  const [one, two] = [await startOn(context), await startOn(context)]
  assert.is(codeOf(await send(one, 'k')), 'done')
  assert.is(two.readModels.waits.length, 0)
  const replay = await send(two, 'k')
  assert.is(replay.headers['idempotency-replayed'], 'true')
  assert.equal(two.readModels.waits, [{ position: BigInt(context.log.events.length), timeoutMs: 2_000 }])
})

test('a record whose append was answered by a conflict is its own', async context => {
  let first = true
  const append: MemoryLog['append'] = async (stream, events, expected) => {
    const answer = await context.log.append(stream, events, expected)
    if (!first) return answer
    first = false
    return E.left({ kind: 'conflict', stream, actual: expected + events.length })
  }
  const one = await startOn(context, { ...context.log, append })
  assert.is(codeOf(await send(one, 'k')), 'done')
  assert.equal(typesOf(context.log), ['CommandAccepted', 'ThingNamed', 'CommandAnswered'])
})

test.run()
