import { mock } from 'node:test'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { FeedRow } from '../../../src/adapters/read-models/mongodb/documents.ts'
import type { Generations } from '../../../src/adapters/read-models/mongodb/generations.ts'
import type { KnownViews } from '../../../src/adapters/read-models/mongodb/known-views.ts'
import { leadership } from '../../../src/adapters/read-models/mongodb/leadership.ts'
import type { Lease, Turn } from '../../../src/adapters/read-models/mongodb/lease.ts'
import { settles } from '../../support/memory/node.ts'

/** A lease that is won, and lost, when a test says so. */
const steered = () => {
  let isSilent = false
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
    check: () => {
      if (isSilent) turn = undefined
    },
    isMoving: () => false,
    aliveFor: () => undefined,
    freeIn: () => undefined,
  }
  /** The server answers no more. */
  const falls = () => {
    isSilent = true
  }
  return { lease: lease as unknown as Lease, won, counts, holds: () => turn !== undefined, falls }
}
const leads = (lease: Lease) =>
  leadership({
    lease,
    generations: { readFeed: async () => undefined } as unknown as Generations,
    known: { learn: async () => undefined } as unknown as KnownViews,
    ask: answer => answer,
    limitMs: 1,
    looked: () => undefined,
    onLead: () => undefined,
  })

test('a lease that is won while the node stops is given back', async () => {
  const { lease, won, counts, holds } = steered()
  let begun = 0
  const leading = leads(lease)
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

test('the turn of a node that stops still ends when the server is silent, and with it what waits for an answer', async () => {
  mock.timers.enable({ apis: ['setInterval'] })
  const { lease, won, holds, falls } = steered()
  const leading = leads(lease)
  const answered = Promise.withResolvers<void>()
  const led = leading.lead(
    () => ({ stop: () => answered.promise }),
    error => assert.unreachable(String(error)),
  )
  won.resolve({} as FeedRow)
  await leading.look()
  const stopped = led.stop()
  falls()
  mock.timers.tick(100)
  mock.timers.reset()
  const isHeld = holds()
  answered.resolve()
  await stopped
  assert.not(isHeld)
})

test.run()
