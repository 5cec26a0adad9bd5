import { mock } from 'node:test'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { runProcesses } from '../../../src/engine/react/run-processes.ts'
import { openExecutor } from '../../../src/engine/write/execute.ts'
import { comesTrue, type MemoryNodes, memoryNodes, settles } from '../../support/memory/node.ts'
import { exportEvents, initiate, steered } from '../../support/memory/steered-exports.ts'

type Context = { nodes: MemoryNodes }
const test = suite<Context>('run process: failures')
test.before.each(context => {
  mock.timers.enable({ apis: ['setInterval'] })
  context.nodes = memoryNodes()
})
test.after.each(async ({ nodes }) => {
  await nodes.stop()
  mock.timers.reset()
})

test('five attempts with growing pauses, then the failure is recorded with its reason', async ({ nodes }) => {
  const { calls, process } = steered()
  nodes.start([process], 'one')
  await initiate(nodes)
  for (const [n, pause] of [5, 15, 60, 300].entries()) {
    await comesTrue(() => calls.length === n + 1, `attempt ${n + 1}`)
    calls[n]!.fail(`no paper, time ${n + 1}`)
    await comesTrue(() => nodes.types().filter(t => t === 'ExportAttemptFailed').length === n + 1, 'it is recorded')
    nodes.clock.pass(pause * 1000 - 1)
    nodes.look()
    await settles()
    assert.is(calls.length, n + 1, `nothing before ${pause} s`)
    nodes.clock.pass(1)
    nodes.look()
  }
  await comesTrue(() => calls.length === 5, 'the fifth')
  calls[4]!.fail('no paper, time 5')
  await comesTrue(() => nodes.types().includes('ExportFailed'), 'it is final')
  nodes.clock.pass(86_400_000)
  nodes.look()
  await settles()
  assert.is(calls.length, 5)
  const last = exportEvents(nodes.log).at(-1)
  assert.is(last?.type === 'ExportFailed' && last.data.reason, 'no paper, time 5')
  assert.equal(
    calls.map(c => c.attempt),
    [1, 2, 3, 4, 5],
  )
})

test('a heartbeat that the log does not take stops nothing: the work goes on and ends', async ({ nodes }) => {
  const { calls, process } = steered()
  nodes.start([process], 'one')
  await initiate(nodes)
  await comesTrue(() => calls.length === 1, 'one works')
  nodes.log.away(true)
  mock.timers.tick(5_000)
  await comesTrue(() => nodes.problems.some(p => p.message === 'a heartbeat failed'), 'it is logged')
  nodes.log.away(false)
  assert.not.ok(calls[0]!.signal.aborted)
  calls[0]!.go()
  await comesTrue(() => nodes.types().includes('ExportCompleted'), 'it is done')
})

test('a result or a failure that could not be recorded is made again after a lease, under a new attempt', async ({
  nodes,
}) => {
  const { calls, process } = steered()
  nodes.start([process], 'one')
  await initiate(nodes)
  await comesTrue(() => calls.length === 1, 'one works')
  nodes.log.away(true)
  calls[0]!.go()
  await comesTrue(() => nodes.problems.some(p => /could not be worked on/.test(p.message)), 'it is logged')
  nodes.log.away(false)
  nodes.clock.pass(1_000)
  nodes.look()
  await settles()
  assert.is(calls.length, 1, 'the claim holds until its lease is over')
  nodes.clock.pass(15_000)
  nodes.look()
  await comesTrue(() => calls.length === 2, 'it is done again')
  assert.is(calls[1]!.attempt, 2)
  calls[1]!.go()
  await comesTrue(() => nodes.types().includes('ExportCompleted'), 'it is done')
})

test('a list that cannot be read is read again at the next tick', async ({ nodes }) => {
  const { calls, process } = steered()
  let reads = 0
  const ports = {
    ...nodes.ports,
    readModels: {
      ...nodes.readModels,
      find: (...args: Parameters<typeof nodes.readModels.find>) =>
        reads++ === 0 ? Promise.reject(new Error('away')) : nodes.readModels.find(...args),
    },
  }
  await initiate(nodes)
  const runner = runProcesses([process], ports, openExecutor(nodes.log, nodes.clock), {
    leaseMs: 15_000,
    worker: 'one',
  })
  await comesTrue(() => nodes.problems.some(p => /could not be read/.test(p.message)), 'it is logged')
  assert.is(calls.length, 0)
  mock.timers.tick(1_000)
  await comesTrue(() => calls.length === 1, 'it is begun')
  await runner.stop()
})

test('however often the views move, a list is looked at once in a pause, and after the last move', async ({
  nodes,
}) => {
  mock.timers.reset()
  mock.timers.enable({ apis: ['setInterval', 'setTimeout'] })
  let reads = 0
  const find: typeof nodes.readModels.find = (...args) => {
    reads++
    return nodes.readModels.find(...args)
  }
  const ports = { ...nodes.ports, readModels: { ...nodes.readModels, find } }
  const runner = runProcesses([steered().process], ports, openExecutor(nodes.log, nodes.clock), {
    leaseMs: 15_000,
    worker: 'one',
    restMs: 20,
  })
  const readsAfter = async (ms: number) => {
    mock.timers.tick(ms)
    await settles()
    return reads
  }
  assert.is(await readsAfter(0), 1, 'at the start')
  for (let move = 0; move < 5; move++) nodes.look()
  assert.is(await readsAfter(19), 1, 'the views moved in the pause')
  assert.is(await readsAfter(1), 2, 'once for all of it')
  assert.is(await readsAfter(20), 2, 'nothing moved')
  nodes.look()
  assert.is(await readsAfter(0), 3, 'at once')
  await runner.stop()
})

test('while the log is away an item is tried once a second, not all the time, and done when the log is back', async ({
  nodes,
}) => {
  const { calls, process } = steered()
  let starts = 0
  const counted = {
    ...process,
    claim: {
      ...process.claim,
      start: (...args: Parameters<typeof process.claim.start>) => {
        starts++
        return process.claim.start(...args)
      },
    },
  }
  await initiate(nodes)
  nodes.log.away(true)
  nodes.start([counted], 'one')
  await comesTrue(() => starts > 0, 'it was tried')
  await settles()
  assert.is(starts, 1)
  nodes.clock.pass(1_000)
  mock.timers.tick(1_000)
  await comesTrue(() => starts === 2, 'once more')
  nodes.log.away(false)
  nodes.clock.pass(1_000)
  mock.timers.tick(1_000)
  await comesTrue(() => calls.length === 1, 'it is begun')
})

test('while its list lags behind the log, a node that comes too late tries once a second, not all the time', async ({
  nodes,
}) => {
  const { calls, process } = steered()
  await initiate(nodes)
  const old = await nodes.readModels.find(process.todo, { limit: 10 })
  nodes.start([process], 'one')
  await comesTrue(() => calls.length === 1, 'one works')
  let starts = 0
  const counted = {
    ...process,
    claim: {
      ...process.claim,
      start: (...args: Parameters<typeof process.claim.start>) => {
        starts++
        return process.claim.start(...args)
      },
    },
  }
  const ports = { ...nodes.ports, readModels: { ...nodes.readModels, find: async () => old } }
  const runner = runProcesses([counted], ports, openExecutor(nodes.log, nodes.clock), {
    leaseMs: 15_000,
    worker: 'two',
  })
  await comesTrue(() => starts === 1, 'it came too late')
  await settles()
  assert.equal([starts, calls.length], [1, 1])
  nodes.clock.pass(1_000)
  nodes.look()
  await comesTrue(() => starts === 2, 'once more')
  await runner.stop()
})

test.run()
