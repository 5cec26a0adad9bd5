import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { slowFeed } from '../../support/memory/slow-feed.ts'

test('a server that takes 1.2 s for each answer keeps its feeder', async () => {
  const { passes, begun, lease } = slowFeed(1_200)
  await passes(60_000)
  assert.ok(lease.turn())
  assert.is(begun(), 1)
})

test('a feeder of a slow server learns of the documents of a rebuild, though nothing else happens', async () => {
  const { passes, known, becomes } = slowFeed(1_200)
  await passes(5_000)
  becomes({ swaps: 1, members: { notes: { collection: 'view.notes.1.rebuilt', paths: [] } } })
  await passes(3_000)
  assert.is(known.feed()?.members.notes?.collection, 'view.notes.1.rebuilt')
})

test('a feeder does not go back to the documents of before a rebuild when an answer is overtaken', async () => {
  const { passes, known, becomes, answersAfter } = slowFeed(1_200)
  await passes(5_000)
  answersAfter(5_000)
  await passes(700)
  answersAfter(1_200)
  await passes(2_500)
  becomes({ swaps: 1 })
  const seen: (number | undefined)[] = []
  for (let n = 0; n < 100; n++) {
    await passes(50)
    if (known.feed()?.swaps !== seen.at(-1)) seen.push(known.feed()?.swaps)
  }
  assert.equal(seen, [0, 1])
})

test('a server that no longer answers loses its feeder within four seconds', async () => {
  const { passes, lease, answersAfter } = slowFeed(10)
  await passes(1_000)
  assert.ok(lease.turn())
  answersAfter(Number.POSITIVE_INFINITY)
  await passes(4_000)
  assert.not(lease.turn())
})

test('a server that says nothing for three seconds again and again keeps its feeder', async () => {
  const { begun, lease, stutters } = slowFeed(100)
  await stutters(10, 3_000)
  assert.ok(lease.turn())
  assert.is(begun(), 1)
})

test('an answer from before the process was stopped does not prolong its turn', async () => {
  const { passes, lease, stops } = slowFeed(1_200)
  await passes(5_000)
  assert.ok(lease.turn())
  await stops(5_000)
  assert.not(lease.turn())
})

test.run()
