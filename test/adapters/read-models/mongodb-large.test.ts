import { suite, test } from 'uvu'
import * as assert from 'uvu/assert'
import { openFeeding } from '../../../src/adapters/read-models/mongodb/feeding.ts'
import { fieldsOf } from '../../../src/adapters/read-models/mongodb/fields.ts'
import { find } from '../../../src/adapters/read-models/mongodb/find.ts'
import { openMongoReadModels } from '../../../src/adapters/read-models/mongodb/open-read-models.ts'
import { failureReason } from '../../../src/engine/read/failure-reason.ts'
import { TooMuchAtOnce } from '../../../src/engine/read/too-much-at-once.ts'
import { type Change, DocumentTooLarge, type ViewRef } from '../../../src/ports/read-models.ts'
import { feedingByHand } from '../../support/servers/feeding.ts'
import { onMongo, startMongo } from '../../support/servers/mongodb.ts'

const view: ViewRef = { name: 'large', version: 1, indexes: [] }
const large = (id: string, characters: number): Change => ({
  id,
  json: JSON.stringify('x'.repeat(characters - 2)),
  position: 1n,
})

/** A feeding of one view at position 0; `answers`: what becomes of its operations, which have these time limits. */
const feedingWith = async (answers: (answer: Promise<unknown>, ms: number) => Promise<unknown>) => {
  const row = { turn: 1, made: 'a', swaps: 0, position: 0n, members: { 'large%2F1': { collection: 'c', paths: [] } } }
  let ask = (answer: Promise<unknown>, _: number) => answer
  const parts = {
    collections: { feeds: { updateOne: async () => ({ matchedCount: 1 }), find: () => ({ toArray: async () => [] }) } },
    generations: { feedId: 'feed', readFeed: async () => ({ ...row, holder: 'node' }) },
    known: { feed: () => row, forget: () => undefined, learn: async () => undefined },
    applier: { ahead: (_: unknown, changes: readonly Change[]) => changes, latestOf: async () => [] },
    writer: { writeAll: async () => undefined },
    ask: (answer: Promise<unknown>, ms: number) => ask(answer, ms),
    noted: (error: unknown) => {
      throw error
    },
    learned: () => undefined,
  }
  const { signal } = new AbortController()
  const moving = (move: () => Promise<boolean>) => move()
  const turn = { number: 1, holder: 'node', signal, moving }
  const feeding = openFeeding(turn, parts as unknown as Parameters<typeof openFeeding>[1])
  await feeding.begin([view])
  ask = answers
  return feeding
}

test('a batch of large documents has time to be written, or it would be tried again for ever', async () => {
  const limits: number[] = []
  const feeding = await feedingWith((answer, ms) => {
    limits.push(ms)
    return answer
  })
  const changes = new Map([[view, Array.from({ length: 3 }, (_, n) => large(String(n), 8_000_000))]])
  await feeding.apply({ views: [view], changes, ahead: new Set(), from: 0n, to: 1n })
  assert.is(limits[0], 40_000 + 8 * 3 * (10 + 8_000))
})

test('a document that the server would refuse stops its own view, before anything is written', async () => {
  const sent: number[] = []
  const feeding = await feedingWith((answer, ms) => {
    sent.push(ms)
    return answer
  })
  const applying = (characters: number) =>
    feeding.apply({
      views: [view],
      changes: new Map([[view, [large('acme:ann@shop.example', characters)]]]),
      ahead: new Set(),
      from: 0n,
      to: 1n,
    })
  const refused = await applying(16 * 2 ** 20).then(
    () => undefined,
    error => error,
  )
  assert.instance(refused, DocumentTooLarge)
  assert.equal([refused.view, sent], [view, []])
  // anyone may read it at /readyz
  assert.is(
    failureReason(refused),
    `DocumentTooLarge: a document of the view ${view.name} has more than 16711680 bytes`,
  )
  await applying(16_000_000)
})

test('a page ends to be read with the first document that it has no room for', async () => {
  let read = 0
  async function* rows() {
    for (const _id of 'abcdef') {
      read++
      yield { _id, ...large(_id, 50) }
    }
  }
  const collection = {
    find: () => Object.assign(rows(), { toArray: () => Array.fromAsync(rows()) }),
    countDocuments: async () => 6n,
  }
  const { documents, hasNext } = await find(collection as unknown as Parameters<typeof find>[0], fieldsOf([]), {
    limit: 5,
    characters: 100,
  })
  assert.equal([documents.map(({ id }) => id), hasNext, read], [['a', 'b'], true, 3])
})
test.run()

onMongo('large documents that a batch changes', name => {
  const onServer = suite(`large documents that a batch changes (${name})`)
  onServer('are refused when they have too many characters together, be they held or read', async () => {
    const server = await startMongo()
    const opened = await openMongoReadModels({ url: server.url, views: () => [view] })
    const { feeding, stop } = await feedingByHand(opened)
    try {
      await feeding.begin([view])
      const stored = ['a', 'b', 'c'].map(id => large(id, 100_000))
      const changes = new Map([[view, stored]])
      await feeding.apply({ views: [view], changes, ahead: new Set(), from: 0n, to: 1n })
      const outcome = (ids: readonly string[], most?: number) =>
        feeding.latest(view, ids, most).then(
          found => found.map(({ id }) => id).sort(),
          error => error instanceof TooMuchAtOnce,
        )
      const outcomes = async () => [await outcome(['a', 'b', 'c'], 150_000), await outcome(['b', 'c'], 150_000)]
      assert.equal(await outcomes(), [true, ['b', 'c']], 'held')
      await feeding.begin([view])
      assert.equal(await outcomes(), [true, ['b', 'c']], 'read')
      await feeding.begin([view])
      assert.equal(await outcome(['a', 'b', 'c']), ['a', 'b', 'c'])
    } finally {
      await stop()
      await opened.readModels.close()
      await server.close()
    }
  })
  onServer.run()
})
