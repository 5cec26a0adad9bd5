import { mock } from 'node:test'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { exportOf } from '../../../src/domain/exports/export.ts'
import type { Holding, Step } from '../../../src/engine/react/process.ts'
import { runProcesses } from '../../../src/engine/react/run-processes.ts'
import { openExecutor } from '../../../src/engine/write/execute.ts'
import { StoreAway, WrittenByNewer } from '../../../src/ports/store-away.ts'
import { comesTrue, type MemoryNodes, memoryNodes, settles } from '../../support/memory/node.ts'
import { exportEvents, type Item, id, initiate, steered } from '../../support/memory/steered-exports.ts'

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

test('after five attempts with growing pauses the failure is recorded with its reason', async ({ nodes }) => {
  const { calls, process } = steered()
  nodes.start([process], 'one')
  await initiate(nodes)
  for (const [n, pause] of [5, 15, 60, 300].entries()) {
    await comesTrue(() => calls.length === n + 1, `attempt ${n + 1}`)
    calls[n]!.fail(`no paper, time ${n + 1}`)
    await comesTrue(
      () => nodes.types().filter(t => t === 'ExportAttemptFailed').length === n + 1,
      'the failed attempt is recorded',
    )
    nodes.clock.pass(pause * 1000 - 1)
    nodes.look()
    await settles()
    assert.is(calls.length, n + 1, `nothing before ${pause} s`)
    nodes.clock.pass(1)
    nodes.look()
  }
  await comesTrue(() => calls.length === 5, 'the fifth attempt starts')
  calls[4]!.fail('no paper, time 5')
  await comesTrue(() => nodes.types().includes('ExportFailed'), 'the failure is final')
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

const written = { stream: 'creatives-acme:1', revision: 3, type: 'CreativeSaved', metadata: { schemaVersion: 9 } }

test('work that only a newer release can do is left to its nodes, and counts as no failure', async ({ nodes }) => {
  const { calls, process } = steered()
  nodes.start([process], 'older')
  await initiate(nodes)
  for (const [n, pause] of [5, 15, 60, 300, 300, 300].entries()) {
    await comesTrue(() => calls.length === n + 1, `attempt ${n + 1}`)
    calls[n]!.break(new WrittenByNewer(written))
    await settles()
    nodes.clock.pass(pause * 1000 - 1)
    nodes.look()
    await settles()
    assert.is(calls.length, n + 1, `the older node waits for ${pause} s`)
    nodes.clock.pass(1)
    nodes.look()
  }
  await comesTrue(() => calls.length === 7, 'attempt 7')
  calls[6]!.break(new WrittenByNewer(written))
  await settles()
  const newer = steered()
  nodes.start([newer.process], 'newer')
  await comesTrue(() => newer.calls.length === 1, 'the newer node goes on at once')
  newer.calls[0]!.go()
  await comesTrue(() => nodes.types().includes('ExportCompleted'), 'the export is completed')
  assert.is((await nodes.work().load(exportOf, id(1))).state.attempts.failures, 0)
  assert.equal(nodes.types(), ['ExportInitiated', 'ExportCompleted'])
})

test('a long reason is recorded without half a character at its end', async ({ nodes }) => {
  const { calls, process } = steered()
  nodes.start([process], 'one')
  await initiate(nodes)
  await comesTrue(() => calls.length === 1, 'node one works')
  calls[0]!.fail(`${'x'.repeat(499)}🎈`)
  await comesTrue(() => nodes.types().includes('ExportAttemptFailed'), 'the failed attempt is recorded')
  const last = exportEvents(nodes.log).at(-1)
  assert.is(last?.type === 'ExportAttemptFailed' && last.data.reason, 'x'.repeat(499))
})

test('the text of an internal error is logged, and the recorded reason has the trace that finds it', async ({
  nodes,
}) => {
  const { calls, process } = steered()
  nodes.start([process], 'one')
  await initiate(nodes)
  const secret = '/opt/secret'
  const errors = [new Error(`EACCES: ${secret}/blobs`), `no space in ${secret}`, new StoreAway('files', secret)]
  const pauses = [5_000, 15_000, 60_000]
  for (const [n, error] of errors.entries()) {
    await comesTrue(() => calls.length === n + 1, `attempt ${n + 1}`)
    calls[n]!.break(error)
    await comesTrue(
      () => nodes.types().filter(t => t === 'ExportAttemptFailed').length === n + 1,
      'the failed attempt is recorded',
    )
    nodes.clock.pass(pauses[n]!)
    nodes.look()
  }
  const trace = nodes.log.events.find(e => e.type === 'ExportInitiated')?.metadata.correlationId
  const found = `; the operator finds it in the log by the trace ${trace}.`
  assert.equal(
    exportEvents(nodes.log).flatMap(e => (e.type === 'ExportAttemptFailed' ? [e.data.reason] : [])),
    [`An internal error${found}`, `An internal error${found}`, `A store of the service is not available${found}`],
  )
  const logged = nodes.problems.filter(({ message }) => message === 'an attempt failed')
  assert.equal(
    logged.map(({ fields }) => 'err' in fields && fields.err),
    errors,
  )
  assert.ok(logged.every(({ fields }) => 'trace' in fields && fields.trace === trace))
})

test('work on which five nodes ended fails with a reason, and no sixth node tries it', async ({ nodes }) => {
  const { calls, process } = steered()
  await initiate(nodes)
  for (const [n, worker] of ['one', 'two', 'three', 'four', 'five', 'six'].entries()) {
    nodes.start([process], worker)
    await settles()
    // no sign of life: the node before has ended
    nodes.clock.pass(15_000)
    nodes.look()
    if (n < 5) await comesTrue(() => calls.length === n + 1, `node ${worker} works`)
  }
  await comesTrue(() => nodes.types().includes('ExportFailed'), 'the work is given up')
  await settles()
  assert.is(calls.length, 5)
  const last = exportEvents(nodes.log).at(-1)
  assert.match(last?.type === 'ExportFailed' ? last.data.reason : '', 'its node ended, or did not answer')
  assert.equal(nodes.problems, [])
})

test('a failed heartbeat does not stop the work', async ({ nodes }) => {
  const { calls, process } = steered()
  nodes.start([process], 'one')
  await initiate(nodes)
  await comesTrue(() => calls.length === 1, 'node one works')
  nodes.log.away(true)
  mock.timers.tick(5_000)
  await comesTrue(() => nodes.problems.some(p => p.message === 'a heartbeat failed'), 'the error is logged')
  nodes.log.away(false)
  assert.not.ok(calls[0]!.signal.aborted)
  calls[0]!.go()
  await comesTrue(() => nodes.types().includes('ExportCompleted'), 'the export is completed')
})

test('an item whose result could not be recorded is worked on again a second later', async ({ nodes }) => {
  const { calls, process } = steered()
  nodes.start([process], 'one')
  await initiate(nodes)
  await comesTrue(() => calls.length === 1, 'node one works')
  nodes.log.away(true)
  calls[0]!.go()
  await comesTrue(() => nodes.problems.some(p => /could not be worked on/.test(p.message)), 'the error is logged')
  nodes.log.away(false)
  nodes.clock.pass(999)
  nodes.look()
  await settles()
  assert.is(calls.length, 1, 'not before a second has passed')
  nodes.clock.pass(1)
  nodes.look()
  await comesTrue(() => calls.length === 2, 'the work is repeated')
  assert.is(calls[1]!.attempt, 1, 'nothing of the first one is known')
  calls[1]!.go()
  await comesTrue(() => nodes.types().includes('ExportCompleted'), 'the export is completed')
})

test('a list that cannot be read is retried at the next tick', async ({ nodes }) => {
  const { calls, process } = steered()
  let reads = 0
  const ports = {
    ...nodes.ports,
    readModels: {
      ...nodes.readModels,
      find: (...args: Parameters<typeof nodes.readModels.find>) =>
        reads++ === 0 ? Promise.reject(new Error('unavailable')) : nodes.readModels.find(...args),
    },
  }
  await initiate(nodes)
  const runner = runProcesses([process], ports, openExecutor(nodes.log, nodes.clock), {
    leaseMs: 15_000,
    worker: 'one',
  })
  await comesTrue(() => nodes.problems.some(p => /could not be read/.test(p.message)), 'the error is logged')
  assert.is(calls.length, 0)
  mock.timers.tick(1_000)
  await comesTrue(() => calls.length === 1, 'the work starts')
  await runner.stop()
})

test('a list is checked once per pause and after the last move, however often the views move', async ({ nodes }) => {
  mock.timers.reset()
  mock.timers.enable({ apis: ['setInterval', 'setTimeout'] })
  let reads = 0
  const find: typeof nodes.readModels.find = (view, query) => {
    // a look asks by the end of their pause, too
    if (query.sort === undefined) reads++
    return nodes.readModels.find(view, query)
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
  assert.is(await readsAfter(19), 1, 'the views moved during the pause')
  assert.is(await readsAfter(1), 2, 'one check for all moves')
  assert.is(await readsAfter(20), 2, 'nothing moved')
  nodes.look()
  assert.is(await readsAfter(0), 3, 'immediately')
  await runner.stop()
})

test('while the log is unavailable an item is tried once a second, and completed afterwards', async ({ nodes }) => {
  const { calls, process } = steered()
  let starts = 0
  const counted = {
    ...process,
    claim: {
      ...process.claim,
      current: (...args: Parameters<typeof process.claim.current>) => {
        starts++
        return process.claim.current(...args)
      },
    },
  }
  await initiate(nodes)
  nodes.log.away(true)
  nodes.start([counted], 'one')
  await comesTrue(() => starts > 0, 'the item was tried')
  await settles()
  assert.is(starts, 1)
  nodes.clock.pass(1_000)
  mock.timers.tick(1_000)
  await comesTrue(() => starts === 2, 'the item is tried again')
  nodes.log.away(false)
  nodes.clock.pass(1_000)
  mock.timers.tick(1_000)
  await comesTrue(() => calls.length === 1, 'the work starts')
})

test('a node whose list lags behind the log tries an item that is done only once a second', async ({ nodes }) => {
  const { calls, process } = steered()
  await initiate(nodes)
  const old = await nodes.readModels.find(process.todo, { limit: 10 })
  nodes.start([process], 'one')
  await comesTrue(() => calls.length === 1, 'node one works')
  calls[0]!.go()
  await comesTrue(() => nodes.types().includes('ExportCompleted'), 'the export is completed')
  await settles()
  let starts = 0
  const counted = {
    ...process,
    claim: {
      ...process.claim,
      current: (...args: Parameters<typeof process.claim.current>) => {
        starts++
        return process.claim.current(...args)
      },
    },
  }
  const ports = { ...nodes.ports, readModels: { ...nodes.readModels, find: async () => old } }
  const runner = runProcesses([counted], ports, openExecutor(nodes.log, nodes.clock), {
    leaseMs: 15_000,
    worker: 'two',
  })
  await comesTrue(() => starts === 1, 'the claim came too late')
  await settles()
  assert.equal([starts, calls.length], [1, 1])
  nodes.clock.pass(1_000)
  nodes.look()
  await comesTrue(() => starts === 2, 'the item is tried again')
  await runner.stop()
})

test('an item that stays due although its work changed nothing is worked on once a second, or when it changes', async ({
  nodes,
}) => {
  const { process } = steered()
  let worked = 0
  const current = async ({ item }: Holding<Item>) => (await nodes.work().load(exportOf, item.id)).state
  const idle = { ...process, claim: { ...process.claim, current }, nextActions: () => [{ do: 'render' }] as const }
  const perform = async (_: unknown, { signal }: Step<Item>) => {
    // one that never rests would leave this test no turn
    if (++worked > 9) await new Promise(resolve => signal.addEventListener('abort', resolve))
  }
  const counted = { ...idle, perform }
  await initiate(nodes)
  nodes.start([counted], 'one')
  await comesTrue(() => worked > 0, 'it is worked on')
  for (let reading = 0; reading < 20; reading++) await settles()
  assert.is(worked, 1)
  nodes.clock.pass(1_000)
  nodes.look()
  await comesTrue(() => worked === 2, 'it is worked on again')
  const at = nodes.clock.now().toISOString()
  await nodes.does(exportOf, id(1), { kind: 'Progress', attempt: 1, total: 1, done: 0, failed: 0, at })
  await comesTrue(() => worked === 3, 'it has changed')
})

test('an item that fails while its list is still being read rests, too', async ({ nodes }) => {
  const { process } = steered()
  let starts = 0
  const lost = { ...process, claim: { ...process.claim, current: async () => void starts++ } }
  await initiate(nodes, 1, 'acme')
  await initiate(nodes, 1, 'bolt')
  const { find } = nodes.readModels
  Object.assign(nodes.readModels, {
    find: async (...asked: Parameters<typeof find>) => {
      await settles()
      return find(...asked)
    },
  })
  nodes.start([lost], 'one')
  await comesTrue(() => starts === 2, 'both are tried')
  for (let reading = 0; reading < 20; reading++) await settles()
  assert.is(starts, 2)
  nodes.clock.pass(1_000)
  nodes.look()
  await comesTrue(() => starts === 4, 'both are tried again')
})

test.run()
