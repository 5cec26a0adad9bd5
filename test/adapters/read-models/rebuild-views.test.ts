import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Rebuild } from '../../../src/adapters/read-models/mongodb/rebuild.ts'
import { rebuildViews } from '../../../src/adapters/read-models/mongodb/rebuild-views.ts'
import { memoryLog } from '../../support/memory/log.ts'
import { notes } from '../embedded/notes.ts'
import { written } from '../event-log.contract.ts'

const test = suite('a rebuild of several views')

/** A rebuild of four views that aborts at the first call of an operation; how often each operation was called. */
const abortedAt = async (operation: 'apply' | 'swap') => {
  const log = memoryLog()
  await log.append('note-1', [written(0)], -1)
  const halt = new AbortController()
  const called = { apply: 0, swap: 0 }
  const call = (name: 'apply' | 'swap') => {
    called[name]++
    if (name === operation) halt.abort()
  }
  const rebuild: Rebuild = {
    checkpoint: 0n,
    fresh: true,
    latest: async () => [],
    apply: async (_, __, checkpoint) => {
      call('apply')
      return checkpoint
    },
    swap: async () => {
      call('swap')
      return true
    },
    hold: async () => undefined,
    goOn: async () => undefined,
  }
  const failed = (_: unknown, error: unknown) => assert.unreachable(String(error))
  const views = ['a', 'b', 'c', 'd'].map(name => ({ projection: { ...notes, name }, rebuild }))
  await rebuildViews(log, views, () => {}, failed, halt.signal)
  return called
}

test('that is aborted begins no further write', async () => {
  // two views are written at a time
  assert.equal(await abortedAt('apply'), { apply: 2, swap: 0 })
})

test('that is aborted puts no further view into service', async () => {
  assert.equal(await abortedAt('swap'), { apply: 4, swap: 1 })
})

test('holds fewer events at a time when they are large', async () => {
  const log = memoryLog()
  for (let n = 0; n < 12; n++) await log.append('note-1', [written('x'.repeat(900_000))], n - 1)
  const rebuild: Rebuild = {
    checkpoint: 0n,
    fresh: true,
    latest: async () => [],
    apply: async (_, __, checkpoint) => checkpoint,
    swap: async () => true,
    hold: async () => undefined,
    goOn: async () => undefined,
  }
  const read: number[] = []
  await rebuildViews(
    log,
    [{ projection: notes, rebuild }],
    (_, events) => read.push(events),
    (_, error) => assert.unreachable(String(error)),
  )
  assert.equal(read, [5, 10, 12])
})

test('holds few stored documents at a time when they are large', async () => {
  const log = memoryLog()
  for (let n = 0; n < 9; n++) await log.append(`note-${n}`, [written(n)], -1)
  const json = JSON.stringify({ id: 'large', writes: 1, last: 'x'.repeat(1_500_000), revision: 0 })
  const changed: (readonly string[])[] = []
  const rebuild: Rebuild = {
    checkpoint: 0n,
    fresh: false,
    latest: async ids => ids.map(id => ({ id, json, position: 0n })),
    apply: async (changes, _, checkpoint) => {
      changed.push(changes.map(({ id }) => id))
      return checkpoint
    },
    swap: async () => true,
    hold: async () => undefined,
    goOn: async () => undefined,
  }
  await rebuildViews(
    log,
    [{ projection: notes, rebuild }],
    () => {},
    (_, error) => assert.unreachable(String(error)),
  )
  assert.equal(changed, [
    ['0', '1'],
    ['2', '3'],
    ['4', '5'],
    ['6', '7', '8'],
  ])
})

test('that is resumed reads no documents for events that it reflects already, however far behind other views are', async () => {
  const log = memoryLog()
  for (let n = 0; n < 4; n++) await log.append(`note-${n}`, [written(n)], -1)
  const read: string[] = []
  const from = (checkpoint: bigint): Rebuild => ({
    checkpoint,
    fresh: false,
    latest: async ids => {
      if (checkpoint > 0n) read.push(...ids)
      return []
    },
    apply: async (_, __, to) => to,
    swap: async () => true,
    hold: async () => undefined,
    goOn: async () => undefined,
  })
  await rebuildViews(
    log,
    [
      { projection: { ...notes, name: 'behind' }, rebuild: from(0n) },
      { projection: notes, rebuild: from(3n) },
    ],
    () => {},
    (_, error) => assert.unreachable(String(error)),
  )
  assert.equal(read, ['3'])
})

/** A rebuild while each write is followed by an event, which a node feeds at once unless it waits. */
const whileLogGrows = async (apply: (isHeld: boolean) => void = () => undefined) => {
  const log = memoryLog()
  const calls: string[] = []
  let [fed, built, isHeld] = [0n, 0n, false]
  const grow = async () => {
    await log.append('note-1', [written(0)], log.events.length - 1)
    if (!isHeld) fed = await log.head()
  }
  await grow()
  const rebuild: Rebuild = {
    checkpoint: 0n,
    fresh: true,
    latest: async () => [],
    apply: async (_, __, checkpoint) => {
      apply(isHeld)
      built = checkpoint
      await grow()
      return checkpoint
    },
    swap: async () => {
      calls.push('swap')
      if (calls.length > 20) throw new Error('it does not end')
      return fed <= built
    },
    hold: async () => {
      calls.push('hold')
      isHeld = true
    },
    goOn: async () => {
      calls.push('go on')
      isHeld = false
    },
  }
  const failures: string[] = []
  await rebuildViews(
    log,
    [{ projection: notes, rebuild }],
    () => {},
    (_, error) => failures.push(String(error)),
  )
  return { calls, failures }
}

test('ends while the log grows: at last the nodes that feed wait for it', async () => {
  assert.equal(await whileLogGrows(), { calls: ['swap', 'swap', 'hold', 'swap', 'go on'], failures: [] })
})

test('that fails while nodes wait for it lets them go on', async () => {
  const { calls, failures } = await whileLogGrows(isHeld => {
    if (isHeld) throw new Error('away')
  })
  assert.equal(calls, ['swap', 'swap', 'hold', 'go on'])
  assert.equal(failures, ['Error: away'])
})

test.run()
