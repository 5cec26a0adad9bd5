import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { stateOf } from '../../src/asset-sources/source-state.ts'

const served = { rows: 2 }
const quiet = { served, runs: [], warnings: [] }

test('the last run decides first, whatever the rows before were', () => {
  const warnings = ['The last run failed: …']
  for (const status of ['INITIATED', 'PROCESSING'] as const)
    assert.is(stateOf({ ...quiet, runs: [{ status }, { status: 'FAILED' }], warnings }), 'LOADING')
  assert.is(stateOf({ ...quiet, runs: [{ status: 'FAILED' }, { status: 'COMPLETED' }], warnings }), 'FAILED')
  assert.is(stateOf({ ...quiet, served: null, runs: [{ status: 'FAILED' }], warnings }), 'FAILED')
  assert.is(stateOf({ ...quiet, runs: [{ status: 'COMPLETED' }, { status: 'FAILED' }] }), 'HEALTHY')
})

test('a failed fetch is a failure, an old one is not', () => {
  assert.is(stateOf({ ...quiet, fetch: { status: 'FAILED' } }), 'FAILED')
  assert.is(stateOf({ ...quiet, fetch: { status: 'STALE' } }), 'HEALTHY')
})

test('without rows a source is empty; with a warning it is not healthy', () => {
  assert.is(stateOf({ ...quiet, served: null }), 'EMPTY')
  assert.is(stateOf({ ...quiet, served: { rows: 0 }, warnings: ['x'] }), 'EMPTY')
  assert.is(stateOf({ ...quiet, warnings: ['x'] }), 'WARNING')
  assert.is(stateOf(quiet), 'HEALTHY')
})

test.run()
