import type { Collection } from 'mongodb'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { FeedRow } from '../../../src/adapters/read-models/mongodb/documents.ts'
import { openLease, type Turn } from '../../../src/adapters/read-models/mongodb/lease.ts'
import { newFeed } from '../../../src/adapters/read-models/mongodb/views.ts'
import { openWatch } from '../../../src/adapters/read-models/mongodb/watch.ts'
import { settles, twoHandedClock } from '../../support/memory/node.ts'

/** One node, and the row of its feed on a server that answers when a test says so. */
const nodeOn = () => {
  const clock = twoHandedClock()
  let row: FeedRow = { ...newFeed('feed', null), turn: 0 }
  let gate = Promise.resolve()
  let open = () => {}
  const isRow = (filter: Partial<FeedRow>) =>
    Object.entries(filter).every(([name, value]) => row[name as keyof FeedRow] === value)
  const changed = async (
    filter: Partial<FeedRow>,
    update: { readonly $set?: Partial<FeedRow>; readonly $inc: { turn?: number } },
  ) => {
    await gate
    if (!isRow(filter)) return null
    row = { ...row, ...update.$set, turn: row.turn + (update.$inc.turn ?? 0), beat: row.beat + 1 }
    return row
  }
  const feeds = {
    findOne: () => gate.then(() => row),
    findOneAndUpdate: changed,
    updateOne: async (...args: Parameters<typeof changed>) => ({ matchedCount: (await changed(...args)) ? 1 : 0 }),
  } as unknown as Collection<FeedRow>
  const lease = openLease({ feeds, feedId: 'feed', node: 'one', clock })
  const said: unknown[] = []
  const watch = openWatch({
    feeds,
    feedId: 'feed',
    lease,
    views: () => [],
    ask: answer => answer,
    onState: problem => said.push(problem),
    onLead: leads => said.push(leads),
  })
  return {
    clock,
    lease,
    watch,
    said,
    row: () => row,
    becomes: (other: Partial<FeedRow>) => {
      row = { ...row, ...other }
    },
    /** The server answers no more, until `answers`. */
    falls: () => {
      gate = new Promise(resolve => (open = resolve))
    },
    answers: () => open(),
  }
}
const never = (error: unknown) => assert.unreachable(String(error))
const working = { stop: async () => undefined }

test('a lease that is won while the node stops is given back', async () => {
  const { watch, row, falls, answers } = nodeOn()
  let begun = 0
  const led = watch.lead(() => {
    begun += 1
    return working
  }, never)
  falls()
  const looking = watch.start()
  const stopped = led.stop()
  answers()
  await Promise.all([looking, stopped])
  watch.close()
  assert.equal([begun, row().holder], [0, null])
})

test('a server that no longer answers loses its feeder within four seconds, and an answer from before does not bring it back', async () => {
  const { watch, lease, clock, said, falls, answers } = nodeOn()
  let signal: AbortSignal | undefined
  watch.lead((turn: Turn) => {
    signal = turn.signal
    return working
  }, never)
  await watch.start()
  assert.not(signal?.aborted)
  falls()
  const beat = lease.renew(lease.turn()!)
  clock.pass(3_500)
  lease.check()
  assert.not(signal?.aborted, 'answers that are only late do not end a turn')
  clock.pass(500)
  lease.check()
  assert.ok(signal?.aborted)
  answers()
  await beat
  assert.is(lease.turn(), undefined)
  await watch.start()
  watch.close()
  assert.equal(said, [true, false, true])
})

test('a feeder that was frozen while another one fed finds out, and changes nothing', async () => {
  const { watch, lease, clock, row, becomes } = nodeOn()
  watch.lead(() => working, never)
  await watch.start()
  const turn = lease.turn()!
  becomes({ holder: 'other', turn: row().turn + 1, position: 9n })
  const late = turn.change({ $set: { position: 5n } }, 0n)
  assert.is(await late.then(String, ({ name }) => name), 'FeedChanged')
  assert.equal([row().position, row().holder, turn.signal.aborted], [9n, 'other', true])
  clock.pass(1_999)
  await watch.start()
  assert.is(lease.turn(), undefined)
  clock.pass(2_000)
  await watch.start()
  assert.is(row().holder, 'one')
  watch.close()
})

test('a move that arrives late, after later ones, does not take the views back', async () => {
  const { watch, lease, row } = nodeOn()
  watch.lead(() => working, never)
  await watch.start()
  const turn = lease.turn()!
  await turn.change({ $set: { position: 9n } }, 0n)
  assert.is(await turn.change({ $set: { position: 5n } }, 0n).then(String, ({ name }) => name), 'FeedChanged')
  assert.is(row().position, 9n)
  watch.close()
})

test('a look that fails because the watch was closed is no outage', async () => {
  const { watch, said, falls } = nodeOn()
  await watch.start()
  falls()
  void watch.start()
  watch.close()
  await settles()
  assert.equal(said, [])
})

test.run()
