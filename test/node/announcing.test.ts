import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { nodesNow } from '../../src/jobs/nodes.ts'
import { startAnnouncing } from '../../src/node/announcing.ts'
import type { Stores } from '../../src/node/stores/open-stores.ts'
import { settles, twoHandedClock } from '../support/memory/node.ts'
import { memoryReadModels } from '../support/memory/read-models.ts'

test('a node that has stopped is not shown, although it was saying how it is', async () => {
  const readModels = memoryReadModels()
  const status = () => ({ head: 0, reflected: 0, failedViews: [], building: [], feeding: true })
  const secrets = { keyIds: ['k1'] }
  const stores = {
    readModels,
    secrets,
    projections: [],
    clock: twoHandedClock(),
    status,
    checkpoints: async () => new Map(),
  }
  const isReady = Promise.withResolvers<void>()
  const announcing = startAnnouncing(
    stores as unknown as Stores,
    { worker: 'one', version: '0.1.0', leaseMs: 15_000 },
    {
      readiness: async () => {
        await isReady.promise
        return { ready: true, details: {} }
      },
      cacheBytes: () => 0,
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

test.run()
