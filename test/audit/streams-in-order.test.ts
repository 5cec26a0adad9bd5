import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { streamsInOrder } from '../../src/audit/streams-in-order.ts'
import { written } from '../adapters/event-log.contract.ts'
import { memoryLog } from '../support/memory/log.ts'

const named = async (streams: readonly string[]) => {
  const log = memoryLog()
  for (const [stream, data, expected] of [
    ['note-1', 'a', -1],
    ['memo-1', 'b', -1],
    ['note-1', 'c', 0],
    ['note-2', 'other', -1],
    ['memo-1', 'd', 0],
    ['memo-1', 'e', 1],
    ['note-1', 'f', 1],
  ] as const)
    await log.append(stream, [written(data)], expected)
  return Array.fromAsync(streamsInOrder(log, streams), ({ data }) => data)
}

test('events of several streams come in the order of the log', async () => {
  assert.equal(await named(['note-1', 'memo-1']), ['a', 'b', 'c', 'd', 'e', 'f'])
  assert.equal(await named(['memo-1', 'unknown-1']), ['b', 'd', 'e'])
  assert.equal(await named([]), [])
})

test.run()
