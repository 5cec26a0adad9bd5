import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { nodeKey, nodesNow } from '../../src/jobs/nodes.ts'
import { startAnnouncing } from '../../src/node/announcing.ts'
import type { KeyInUse } from '../../src/node/lacking-keys.ts'
import type { Stores } from '../../src/node/stores/open-stores.ts'
import type { ReadModels } from '../../src/ports/read-models.ts'
import { settles, twoHandedClock } from '../support/memory/node.ts'
import { memoryReadModels } from '../support/memory/read-models.ts'

const storesWith = (readModels: ReadModels) =>
  ({
    readModels,
    secrets: { keyIds: ['k1'] },
    projections: [],
    clock: twoHandedClock(),
    status: () => ({ head: 0, reflected: 0, failedViews: [], building: [], feeding: true }),
    checkpoints: async () => new Map(),
  }) as unknown as Stores

test('a node that has stopped is not shown, although it was saying how it is', async () => {
  const readModels = memoryReadModels()
  const isReady = Promise.withResolvers<void>()
  const announcing = startAnnouncing(
    storesWith(readModels),
    { worker: 'one', version: '0.1.0', leaseMs: 15_000 },
    {
      readiness: async () => {
        await isReady.promise
        return { ready: true, details: {} }
      },
      cacheBytes: () => 0,
      onLackingKey: () => assert.unreachable(),
      onError: error => assert.unreachable(String(error)),
    },
  )
  await settles()
  const stopped = announcing.stop()
  isReady.resolve()
  await stopped
  await settles()
  assert.equal(await nodesNow(readModels), [])
})

test('a key under which another node seals and that this one lacks is reported, once', async () => {
  const readModels = memoryReadModels()
  const others = { two: ['k2', 'k1'], three: ['k2'], four: ['k1', 'k4'] }
  for (const [worker, secretsKeys] of Object.entries(others)) {
    const state = { worker, version: '0.1.0', startedAt: worker, secretsKeys }
    await readModels.volatile.set(nodeKey(worker), JSON.stringify(state), 60)
  }
  const lacking: KeyInUse[] = []
  const announcing = startAnnouncing(
    storesWith(readModels),
    { worker: 'one', version: '0.1.0', leaseMs: 15_000 },
    {
      readiness: async () => ({ ready: true, details: {} }),
      cacheBytes: () => 0,
      onLackingKey: each => lacking.push(each),
      onError: error => assert.unreachable(String(error)),
    },
  )
  await settles()
  await announcing.stop()
  assert.equal(lacking, [{ key: 'k2', node: 'three' }])
})

test.run()
