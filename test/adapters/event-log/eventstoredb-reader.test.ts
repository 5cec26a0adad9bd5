import { EventEmitter } from 'node:events'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openReader } from '../../../src/adapters/event-log/eventstoredb/scan.ts'
import type { Store } from '../../../src/adapters/event-log/eventstoredb/store.ts'

const test = suite('a reader of EventStoreDB')

/** A reader of events with so many characters each, which have all arrived. */
const readerOf = (count: number, characters: number) => {
  const data = { text: 'x'.repeat(characters) }
  const waiting = Array.from({ length: count }, (_, n) => ({
    event: {
      id: String(n),
      streamId: 'note-1',
      revision: BigInt(n),
      type: 'NoteWritten',
      data,
      metadata: {},
      position: { commit: BigInt(n + 1) },
    },
  }))
  const subscription = Object.assign(new EventEmitter(), {
    read: () => waiting.shift() ?? null,
    unsubscribe: async () => undefined,
  })
  const store = {
    reads: { client: () => ({ subscribeToAll: () => subscription }) },
    names: { isOurs: () => true, ofStore: (name: string) => name },
    patience: { callMs: 60_000 },
  }
  return openReader(store as unknown as Store, 0n, [''])
}
const spansOf = async (count: number, characters: number) => {
  const reader = readerOf(count, characters)
  const spans: (readonly number[])[] = []
  while (spans.flat().length < count) spans.push((await reader.next()).events.map(({ revision }) => revision))
  reader.close()
  return spans
}

test('hands large events on a few at a time, and leaves none out', async () => {
  assert.equal(await spansOf(10, 1_000_000), [
    [0, 1, 2, 3],
    [4, 5, 6, 7],
    [8, 9],
  ])
})

test('hands small events on together', async () => {
  assert.equal(
    (await spansOf(700, 100)).map(span => span.length),
    [500, 200],
  )
})

test.run()
