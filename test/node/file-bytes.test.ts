import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fileBytes } from '../../src/node/file-bytes.ts'
import type { KeptBlob } from '../../src/ports/blobs.ts'
import { until } from '../support/waiting/until.ts'

const file = (size: number): KeptBlob => ({ sha256: 'a', size, modifiedAt: new Date(0) })

const counting = (files: () => readonly KeptBlob[]) => {
  let [now, lists] = [0, 0]
  const blobs = {
    async *list() {
      lists++
      yield* files()
    },
  }
  return {
    count: fileBytes(blobs, { monotonic: () => now }),
    pass: (ms: number) => {
      now += ms
    },
    lists: () => lists,
  }
}

test('files are listed only when the status is asked for, and at most once a minute', async () => {
  const { count, pass, lists } = counting(() => [file(3), file(4)])
  assert.is(lists(), 0)
  assert.is(count.now(), undefined)
  await until(
    async () => count.now(),
    bytes => bytes === 7,
  )
  pass(59_999)
  count.now()
  assert.is(lists(), 1)
  pass(1)
  assert.is(count.now(), 7, 'the last count is answered meanwhile')
  assert.is(lists(), 2)
  await count.close()
})

test('a store that is away leaves the count as it was, and is asked again a minute later', async () => {
  let away = true
  const { count, pass, lists } = counting(() => {
    if (away) throw new Error('away')
    return [file(5)]
  })
  const settled = () => new Promise(resolve => setImmediate(resolve))
  count.now()
  await settled()
  assert.is(count.now(), undefined)
  assert.is(lists(), 1)
  away = false
  pass(60_000)
  await until(
    async () => count.now(),
    bytes => bytes === 5,
  )
  await count.close()
})

test('a node that stops counts no further', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let listed = 0
  const blobs = {
    async *list() {
      for (;;) {
        listed++
        yield file(1)
        await held
      }
    },
  }
  const count = fileBytes(blobs, { monotonic: () => 0 })
  count.now()
  const closing = count.close()
  release()
  await closing
  assert.ok(listed <= 2)
})

test.run()
