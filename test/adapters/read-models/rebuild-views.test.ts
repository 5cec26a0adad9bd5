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

test.run()
