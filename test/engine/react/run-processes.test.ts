import { mock } from 'node:test'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { exportOf } from '../../../src/domain/exports/export.ts'
import { ClaimLost, type Step } from '../../../src/engine/react/process.ts'
import { timeOf } from '../../../src/ports/clock.ts'
import type { ExportAction } from '../../../src/processes/exports/exports.ts'
import { comesTrue, type MemoryNodes, memoryNodes, settles } from '../../support/memory/node.ts'
import { type Item, id, initiate, steered } from '../../support/memory/steered-exports.ts'

type Context = { nodes: MemoryNodes }
const test = suite<Context>('run process')
test.before.each(context => {
  mock.timers.enable({ apis: ['setInterval'] })
  context.nodes = memoryNodes()
})
test.after.each(async ({ nodes }) => {
  await nodes.stop()
  mock.timers.reset()
})

/** The attempt of another worker has come to nothing. */
const lose = (nodes: MemoryNodes, attempt = 1) =>
  nodes.does(exportOf, id(1), { kind: 'FailAttempt', attempt, reason: 'silent', isSilent: true, at: timeOf(nodes) })

/** Passes as much time as a lease has, and has the nodes look three times in it. */
const passLease = async (nodes: MemoryNodes) => {
  for (const part of [5_000, 5_000, 5_000]) {
    nodes.clock.pass(part)
    nodes.look()
    await settles()
  }
}

test('only one of two nodes works on an item', async ({ nodes }) => {
  const { calls, process } = steered()
  nodes.start([process], 'one')
  nodes.start([process], 'two')
  await initiate(nodes)
  await comesTrue(() => calls.length > 0, 'node one works')
  await settles()
  assert.is(calls.length, 1)
  calls[0]!.go()
  await comesTrue(() => nodes.types().includes('ExportCompleted'), 'the export is completed')
  await settles()
  assert.equal(nodes.types(), ['ExportInitiated', 'ExportCompleted'])
})

test('a holder that is silent for 15 s loses the item, which counts; a jump of the wall clock has no effect', async ({
  nodes,
}) => {
  const { calls, process } = steered()
  nodes.start([process], 'one')
  await initiate(nodes)
  await comesTrue(() => calls.length === 1, 'node one works')
  nodes.start([process], 'two')
  await settles()
  nodes.clock.jump(3_600_000)
  nodes.clock.pass(14_999)
  nodes.look()
  await settles()
  assert.is(calls.length, 1)
  nodes.clock.pass(5_000)
  nodes.look()
  await comesTrue(() => calls.length === 2, 'node two has taken over')
  assert.equal(
    calls.map(c => [c.worker, c.attempt]),
    [
      ['one', 1],
      ['two', 2],
    ],
  )
  assert.equal(nodes.types(), ['ExportInitiated', 'ExportAttemptFailed'])
})

test('a sign of life every 5 s keeps the item, and leaves nothing in the log', async ({ nodes }) => {
  const { calls, process } = steered()
  nodes.start([process], 'one')
  await initiate(nodes)
  await comesTrue(() => calls.length === 1, 'node one works')
  nodes.start([process], 'two')
  for (let beat = 1; beat <= 8; beat++) {
    nodes.clock.pass(5_000)
    mock.timers.tick(5_000)
    await settles()
    nodes.look()
    await settles()
  }
  assert.equal([calls.length, nodes.types()], [1, ['ExportInitiated']])
})

test('a worker shows life three times in a lease, however short that is', async ({ nodes }) => {
  const { calls, process } = steered()
  nodes.start([process], 'one', 1_500)
  await initiate(nodes)
  await comesTrue(() => calls.length === 1, 'node one works')
  nodes.start([process], 'two', 1_500)
  for (let beat = 1; beat <= 8; beat++) {
    nodes.clock.pass(500)
    mock.timers.tick(500)
    await settles()
    nodes.look()
    await settles()
  }
  assert.is(calls.length, 1)
})

test('when all leases are lost, work starts again as the same attempt, and one outcome counts', async ({ nodes }) => {
  const { calls, process } = steered()
  const stubborn = {
    ...process,
    perform: (action: ExportAction, step: Step<Item>) =>
      process.perform(action, { ...step, signal: new AbortController().signal }),
  }
  nodes.start([stubborn], 'one')
  await initiate(nodes)
  await comesTrue(() => calls.length === 1, 'node one works')
  nodes.readModels.leases.lose()
  nodes.start([process], 'two')
  await comesTrue(() => calls.length === 2, 'node two works')
  assert.equal(
    calls.map(call => call.attempt),
    [1, 1],
  )
  for (const call of calls) call.go()
  await comesTrue(() => nodes.types().includes('ExportCompleted'), 'the export is completed')
  await settles()
  assert.equal(nodes.types(), ['ExportInitiated', 'ExportCompleted'])
})

test('the result of a worker that lost its item is discarded', async ({ nodes }) => {
  const { calls, process } = steered()
  const stubborn = {
    ...process,
    perform: (action: ExportAction, step: Step<Item>) =>
      process.perform(action, { ...step, signal: new AbortController().signal }),
  }
  nodes.start([stubborn], 'one')
  await initiate(nodes)
  await comesTrue(() => calls.length === 1, 'node one works')
  nodes.start([process], 'two')
  await settles()
  await passLease(nodes)
  await comesTrue(() => calls.length === 2, 'node two has taken over')
  calls[0]!.go()
  await settles()
  assert.equal(nodes.types(), ['ExportInitiated', 'ExportAttemptFailed'], 'the loser recorded nothing')
  calls[1]!.go()
  await comesTrue(() => nodes.types().includes('ExportCompleted'), 'the new holder completes it')
  assert.equal(
    nodes.problems.map(p => p.message),
    [],
  )
})

test('the first sign of life after the attempt is over stops the work', async ({ nodes }) => {
  const { calls, process } = steered()
  nodes.start([process], 'one')
  await initiate(nodes)
  await comesTrue(() => calls.length === 1, 'node one works')
  await lose(nodes)
  mock.timers.tick(5_000)
  await comesTrue(() => calls[0]!.signal.aborted, 'the signal is aborted')
  assert.instance(calls[0]!.signal.reason, ClaimLost)
  assert.equal(nodes.types(), ['ExportInitiated', 'ExportAttemptFailed'])
})

test('a worker asks before an effect whether the item is still its own', async ({ nodes }) => {
  const held: string[] = []
  const asking = {
    ...steered().process,
    async perform(_: ExportAction, step: Step<Item>) {
      await step.holds()
      held.push('first')
      if (step.claim.attempt === 1) await lose(nodes)
      else nodes.readModels.leases.lose()
      await step.holds()
      held.push('second')
    },
  }
  const first = nodes.start([asking], 'one')
  await initiate(nodes)
  await comesTrue(() => held.length >= 2, 'the attempt is over, and the lease of the next one is lost')
  await settles()
  await first.stop()
  assert.equal(held, ['first', 'first'])
})

test('an unreachable log confirms nothing', async ({ nodes }) => {
  const held: string[] = []
  const asking = {
    ...steered().process,
    async perform(_: ExportAction, step: Step<Item>) {
      nodes.log.away(true)
      await step.holds()
      held.push('held')
    },
  }
  nodes.start([asking], 'one')
  await initiate(nodes)
  await comesTrue(() => nodes.problems.some(p => /could not be worked on/.test(p.message)), 'the attempt ends')
  assert.equal(held, [])
})

test('actions are performed in order, and none is started after the claim was lost', async ({ nodes }) => {
  const started: number[] = []
  const three = {
    ...steered().process,
    nextActions: () => [1, 2, 3],
    async perform(action: number, { signal }: Step<Item>) {
      started.push(action)
      if (action === 1) return
      await lose(nodes)
      mock.timers.tick(5_000)
      await comesTrue(() => signal.aborted, 'the heartbeat aborts the signal')
    },
  }
  nodes.start([three], 'one')
  await initiate(nodes)
  await comesTrue(() => started.length >= 2, 'the second action starts')
  await comesTrue(() => started.length >= 4, 'the next attempt begins anew')
  assert.equal(started.slice(0, 4), [1, 2, 1, 2])
})

test('a node that stops releases its items, and another node continues at once without a counted failure', async ({
  nodes,
}) => {
  const { calls, process } = steered()
  const first = nodes.start([process], 'one')
  await initiate(nodes)
  await comesTrue(() => calls.length === 1, 'node one works')
  await first.stop()
  assert.equal(nodes.types(), ['ExportInitiated'])
  nodes.start([process], 'two')
  await comesTrue(() => calls.length === 2, 'node two works')
  calls[1]!.go()
  await comesTrue(() => nodes.types().includes('ExportCompleted'), 'the export is completed')
  assert.is((await nodes.work().load(exportOf, id(1))).state.attempts.failures, 0)
})

test('a stopped node claims no items', async ({ nodes }) => {
  const { calls, process } = steered()
  await nodes.start([process], 'one').stop()
  await initiate(nodes)
  nodes.look()
  await settles()
  assert.equal([calls.length, nodes.types()], [0, ['ExportInitiated']])
})

test('a node works on at most `concurrency` items at a time', async ({ nodes }) => {
  const { calls, process } = steered()
  for (const campaign of [1, 2, 3, 4, 5]) await initiate(nodes, campaign)
  const runner = nodes.start([process], 'one')
  await comesTrue(() => calls.length === 2, 'two at a time')
  await settles()
  assert.is(calls.length, 2)
  const { dueSince, ...counts } = (await runner.backlog()).exports!
  assert.equal(counts, { waiting: 3, scheduled: 0, running: 2, failed: 0 })
  assert.ok(dueSince !== undefined)
  calls[0]!.go()
  await comesTrue(() => calls.length === 3, 'a third item starts')
  for (let n = 1; n < 5; n++) {
    await comesTrue(() => calls.length > n, `call ${n + 1}`)
    calls[n]!.go()
  }
  await comesTrue(() => nodes.types().filter(t => t === 'ExportCompleted').length === 5, 'all are completed')
  await settles()
  assert.equal(await runner.backlog(), { exports: { waiting: 0, scheduled: 0, running: 0, failed: 0 } })
})

test('a waiting item is begun when another one ends during a look', async ({ nodes }) => {
  const { readModels, log } = nodes
  const { calls, process } = steered()
  for (const campaign of [1, 2, 3]) await initiate(nodes, campaign)
  const { find } = readModels
  const isOver = Promise.withResolvers<boolean>()
  const isNoted = Promise.withResolvers<void>()
  let looks = 0
  Object.assign(readModels, {
    mark: () => String(log.events.length),
    waitFor: () => isOver.promise,
    find: async (...[view, query]: Parameters<typeof find>) => {
      const isLookAhead = query.sort !== undefined
      if (isLookAhead && nodes.types().includes('ExportCompleted')) {
        looks += 1
        await isNoted.promise
      }
      return find(view, query)
    },
  })
  nodes.start([process], 'one')
  await comesTrue(() => calls.length === 2, 'two at a time')
  await settles()
  calls[0]!.go()
  await comesTrue(() => looks === 1, 'a look at the list without the item that ended')
  isOver.resolve(true)
  await settles()
  isNoted.resolve()
  await settles()
  assert.is(calls.length, 3)
})

test('an account that asks once is served at once, however many items of another one are waiting', async ({
  nodes,
}) => {
  const { calls, process } = steered()
  for (let campaign = 1; campaign <= 450; campaign++) await initiate(nodes, campaign, 'flood')
  nodes.start([process], 'one')
  await comesTrue(() => calls.length === 2, 'two items of the flood')
  await initiate(nodes, 1, 'modest')
  await comesTrue(() => calls.length === 3, 'the other account')
  assert.is(calls[2]?.id, id(1, 'modest'))
  await settles()
  assert.is(calls.length, 3, 'the flood has its share')
})

test('two accounts with long work do not keep a third one waiting', async ({ nodes }) => {
  const { calls, process } = steered()
  nodes.start([process], 'one')
  for (const account of ['slow-1', 'slow-2']) for (const campaign of [1, 2, 3]) await initiate(nodes, campaign, account)
  await comesTrue(() => calls.length === 4, 'two items of each')
  await initiate(nodes, 1, 'modest')
  await comesTrue(() => calls.length === 5, 'the third account')
  assert.is(calls[4]?.id, id(1, 'modest'))
})

test('when many accounts wait, free places go round them', async ({ nodes }) => {
  const { calls, process: steeredProcess } = steered()
  const process = { ...steeredProcess, accounts: 2 }
  for (const account of ['a', 'b', 'c', 'd', 'e', 'f'])
    for (const campaign of [1, 2]) await initiate(nodes, campaign, account)
  nodes.start([process], 'one')
  for (let n = 0; n < 12; n++) {
    await comesTrue(() => calls.length > n, `call ${n + 1}`)
    await settles()
    assert.ok(calls.length - n <= 4, 'four at a time')
    calls[n]?.go()
  }
  assert.equal(
    calls.map(call => call.id.slice(0, 3)),
    ['a:1', 'b:1', 'c:1', 'd:1', 'e:1', 'f:1', 'a:2', 'b:2', 'c:2', 'd:2', 'e:2', 'f:2'],
  )
})

test('a look reads what it can begin: nothing without a free place, and a page of very many accounts', async ({
  nodes,
}) => {
  const { find } = nodes.readModels
  let looks = 0
  let read = 0
  Object.assign(nodes.readModels, {
    find: async (...asked: Parameters<typeof find>) => {
      const page = await find(...asked)
      looks++
      read += page.documents.length
      return page
    },
  })
  const { calls, process } = steered()
  for (let account = 100; account < 550; account++) await initiate(nodes, 1, `a${account}`)
  nodes.start([{ ...process, accounts: 1 }], 'one')
  await comesTrue(() => calls.length === 2, 'two at a time')
  await settles()
  looks = 0
  nodes.look()
  await settles()
  assert.is(looks, 0)
  read = 0
  calls[0]?.go()
  await comesTrue(() => calls.length === 3, 'the next account')
  assert.is(read, 200)
  assert.is(calls[2]?.id, id(1, 'a102'))
})

test('an account at the end of the order gets no second place before another one has its first', async ({ nodes }) => {
  const { calls, process } = steered()
  for (const account of ['a', 'b']) for (const campaign of [1, 2, 3]) await initiate(nodes, campaign, account)
  nodes.start([{ ...process, accounts: 1 }], 'one')
  await comesTrue(() => calls.length === 2, 'two at a time')
  for (const [ended, begun] of [
    [0, 3],
    [2, 4],
  ] as const) {
    calls[ended]?.go()
    await comesTrue(() => calls.length === begun, 'the next one')
  }
  assert.equal(
    calls.map(call => call.id),
    [id(1, 'a'), id(1, 'b'), id(2, 'a'), id(3, 'a')],
  )
})

test.run()
