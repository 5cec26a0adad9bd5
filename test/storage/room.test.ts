import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { heldBytes, ofLibrary } from '../../projections/storage/held-bytes.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { withRoom } from '../../src/storage/room.ts'
import { memoryReadModels } from '../support/memory/read-models.ts'

const MiB = 1024 * 1024
const events = [{ type: 'AssetStored' }]

type Ending = { readonly fails?: () => Promise<never>; readonly isRefused?: boolean }

/** An account on a node that may hold so many bytes. */
const account = (storageLimit: number | 'off') => {
  const readModels = memoryReadModels()
  const ports = { readModels, config: { publicUrl: '', mailLimit: 'off' as const, storageLimit } }
  return {
    readModels,
    /** Stores a file whose event gets this position; `fails` and `isRefused` end the work after it has taken its room. */
    store: async (bytes: number, position: bigint, { fails, isRefused = false }: Ending = {}) => {
      const done = await withRoom(ports, 'acme', async room => {
        await room.mayStore({ size: bytes })
        await fails?.()
        if (isRefused) return E.left(rejection('stale', 'Another change came first.'))
        room.recorded({ events, position })
        return E.right('stored')
      })
      return E.isRight(done) ? done.right : done.left.code
    },
    counts: (bytes: number, position: bigint) => {
      readModels.put(heldBytes, ofLibrary('acme'), { accountId: 'acme', bytes }, position)
      readModels.moveTo(position)
    },
  }
}

test('what was stored takes its room before the views count it, and only once afterwards', async () => {
  const { store, counts } = account(100)
  assert.is(await store(60, 5n), 'stored')
  assert.is(await store(41, 6n), 'storage-full')
  counts(60, 5n)
  assert.is(await store(41, 6n), 'storage-full')
  assert.is(await store(40, 7n), 'stored')
  assert.is(await store(1, 8n), 'storage-full')
  counts(100, 7n)
  assert.is(await store(1, 8n), 'storage-full')
  counts(0, 9n)
  assert.is(await store(100, 10n), 'stored')
})

test('an event that changes no count, appended together with one that does, holds no room for ever', async () => {
  const { store, counts, readModels } = account(100)
  assert.is(await store(60, 6n), 'stored')
  counts(60, 5n)
  assert.is(await store(40, 7n), 'storage-full', 'the views have not reached the append')
  readModels.moveTo(6n)
  assert.is(await store(40, 7n), 'stored')
})

test('work that fails gives its room back', async () => {
  const { store } = account(100)
  const fails = async () => {
    throw new Error('the disk is full')
  }
  const failed = await store(100, 5n, { fails }).catch(error => error.message)
  assert.is(failed, 'the disk is full')
  assert.is(await store(100, 6n), 'stored')
})

test('files that are stored for requests that are then refused count, so that they cannot fill the disk', async () => {
  const { store } = account(100)
  assert.is(await store(60, 5n, { isRefused: true }), 'stale')
  assert.is(await store(41, 6n), 'storage-full')
  assert.is(await store(40, 6n), 'stored')
})

test('files at the same time do not share room', async () => {
  const { store } = account(100)
  const all = await Promise.all([30n, 31n, 32n, 33n].map(position => store(40, position)))
  assert.equal(all, ['stored', 'stored', 'storage-full', 'storage-full'])
})

test('an account that stores faster than the views count waits for them, and is refused if they do not move', async () => {
  const { store, counts, readModels } = account(1000 * MiB)
  for (const position of [5n, 6n, 7n]) assert.is(await store(50 * MiB, position), 'stored')
  assert.is(await store(1, 8n), 'read-models-behind')
  assert.equal(readModels.waits, [{ position: 7n, timeoutMs: 5_000 }])
  counts(150 * MiB, 7n)
  assert.is(await store(1, 8n), 'stored')
})

test('without a limit nothing is counted', async () => {
  const { store, readModels } = account('off')
  readModels.getMany = async () => {
    throw new Error('it was read')
  }
  assert.is(await store(1000 * MiB, 5n), 'stored')
})

test.run()
