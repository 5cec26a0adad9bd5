import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { FeedRow } from '../../../src/adapters/read-models/mongodb/documents.ts'
import type { Generations } from '../../../src/adapters/read-models/mongodb/generations.ts'
import type { KnownViews } from '../../../src/adapters/read-models/mongodb/known-views.ts'
import { leadership } from '../../../src/adapters/read-models/mongodb/leadership.ts'
import type { Lease, Turn } from '../../../src/adapters/read-models/mongodb/lease.ts'
import { settles } from '../../support/memory/node.ts'

/** A lease that is won when a test says so. */
const steered = () => {
  const won = Promise.withResolvers<FeedRow>()
  let turn: Turn | undefined
  const counts = { claims: 0, releases: 0 }
  const lease = {
    turn: () => turn,
    claim: async () => {
      counts.claims += 1
      const row = await won.promise
      turn = { number: 1, holder: 'one' } as Turn
      return row
    },
    release: async () => {
      if (turn !== undefined) counts.releases += 1
      turn = undefined
    },
    lose: () => {
      turn = undefined
    },
    check: () => undefined,
    isMoving: () => false,
    aliveFor: () => undefined,
    freeIn: () => undefined,
  }
  return { lease: lease as unknown as Lease, won, counts, holds: () => turn !== undefined }
}

test('a lease that is won while the node stops is given back', async () => {
  const { lease, won, counts, holds } = steered()
  let begun = 0
  const leading = leadership({
    lease,
    generations: { readFeed: async () => undefined } as unknown as Generations,
    known: { learn: async () => undefined } as unknown as KnownViews,
    ask: answer => answer,
    limitMs: 1,
    looked: () => undefined,
    onLead: () => undefined,
  })
  const led = leading.lead(
    () => {
      begun += 1
      return { stop: async () => undefined }
    },
    error => assert.unreachable(String(error)),
  )
  const look = leading.look()
  await settles()
  assert.is(counts.claims, 1)
  await led.stop()
  won.resolve({} as FeedRow)
  await look
  assert.equal([begun, counts.releases, holds()], [0, 1, false])
})

test.run()
