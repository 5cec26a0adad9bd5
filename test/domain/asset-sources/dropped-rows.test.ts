import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { droppedRows, pastRows } from '../../../src/domain/asset-sources/dropped-rows.ts'
import { rowSet, sourceRowsDropped } from '../../support/examples/asset-sources.ts'
import { given } from '../../support/given/decider.ts'

const at = '2026-05-01T10:00:00.000Z'

test('the files of a version are dropped once', () => {
  const dropped = given(droppedRows)
  dropped().when({ version: 3, at }).then(sourceRowsDropped(3))
  dropped(sourceRowsDropped(3)).when({ version: 3, at }).thenNothing()
  dropped(sourceRowsDropped(3)).when({ version: 2, at }).thenNothing()
})

test('a version is past when the fifth one after it is loaded', () => {
  const loads = [1, 2, 3, 4, 5, 6, 7].map(version => ({ version, set: rowSet(`d${version}`), at: `at ${version}` }))
  assert.equal(pastRows(loads.slice(0, 5)), [])
  assert.equal(pastRows(loads), [
    { version: 1, blob: 'blob-of-d1', until: 'at 6' },
    { version: 2, blob: 'blob-of-d2', until: 'at 7' },
  ])
})

test.run()
