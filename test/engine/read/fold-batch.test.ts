import * as t from 'io-ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { flush, foldBatch, foldLater, foldNow, openFold } from '../../../src/engine/read/fold-batch.ts'
import { type AnyProjection, projection } from '../../../src/engine/read/projection.ts'
import { listensTo, type ProjectionFailure } from '../../../src/engine/read/route.ts'
import type { Recorded } from '../../../src/ports/event-log.ts'
import { type Change, DocumentTooLarge, type FoldStore } from '../../../src/ports/read-models.ts'

const test = suite('events folded into views')

type Count = { readonly n: number }

const event = (position: number, stream: string, data: unknown = 1): Recorded => ({
  id: `event-${position}`,
  type: 'Counted',
  data,
  stream,
  revision: 0,
  position: BigInt(position),
  metadata: { at: '', actor: '', operation: '', correlationId: '', causationId: '', schemaVersion: 1 },
})
const counting = (over: Partial<AnyProjection> = {}): AnyProjection =>
  projection<Count>({
    name: 'counts',
    version: 1,
    codec: t.type({ n: t.number }),
    indexes: [],
    categories: ['count'],
    idOf: e => e.stream.slice('count-'.length),
    evolve: (document, e) => (e.data === 'gone' ? undefined : { n: (document?.n ?? 0) + Number(e.data) }),
    ...over,
  })

/** A store of texts that notes what it is asked. */
const storeOf = (stored: Readonly<Record<string, string>> = {}) => {
  const documents = new Map(Object.entries(stored).map(([id, json]) => [id, { id, json, position: 0n } as Change]))
  const positions = new Map<string, bigint>()
  const loads: string[][] = []
  const writes: Change[][] = []
  const store: FoldStore = {
    load: (wanted, most) => {
      const found = new Map([...wanted].map(([view, ids]) => [view, ids.flatMap(id => documents.get(id) ?? [])]))
      loads.push([...wanted.values()].flat())
      const characters = [...found.values()].flat().map(({ json }) => json?.length ?? 0)
      const sum = characters.reduce((a, b) => a + b, 0)
      return sum - Math.max(0, ...characters) > most ? undefined : found
    },
    write: folded => {
      for (const [view, { to }] of folded.positions) positions.set(view.name, to)
      const changes = [...folded.changes.values()].flatMap(list => [...list])
      writes.push(changes)
      for (const change of changes) documents.set(change.id, change)
    },
  }
  return { store, documents, positions, loads, writes }
}
const roomy = { characters: 1_000_000, documents: 1_000 }
const opened = (
  positions: ReadonlyMap<AnyProjection, bigint>,
  more: Partial<Parameters<typeof openFold>[1]> = {},
  failures: ProjectionFailure[] = [],
) => ({
  failures,
  fold: openFold(positions, {
    cache: roomy,
    writes: 'each batch',
    onFailure: failure => failures.push(failure),
    ...more,
  }),
})
/** The changes of one batch in views at position 0, or at 1 with stored documents. */
const foldsOnce = (
  views: readonly AnyProjection[],
  events: readonly Recorded[],
  stored?: Readonly<Record<string, string>>,
) => {
  const kept = storeOf(stored)
  const { fold, failures } = opened(new Map(views.map(view => [view, stored ? 1n : 0n])))
  foldNow(foldBatch(fold, events, events.at(-1)!.position), kept.store)
  return { ...kept, failures }
}

test('events are folded into the stored documents in order, with the position of the last one', () => {
  const events = [event(5, 'count-a', 2), event(6, 'count-b', 3), event(8, 'count-a', 4)]
  const { writes, failures, positions } = foldsOnce([counting()], events, { a: '{"n":10}' })
  assert.equal(failures, [])
  assert.equal(writes, [
    [
      { id: 'a', json: '{"n":16}', position: 8n },
      { id: 'b', json: '{"n":3}', position: 6n },
    ],
  ])
  assert.is(positions.get('counts'), 8n)
})

test('a store that answers later gives the same result', async () => {
  const { store, writes } = storeOf({ a: '{"n":10}' })
  const { fold } = opened(new Map([[counting(), 1n]]), { turn: () => Promise.resolve() })
  await foldLater(foldBatch(fold, [event(5, 'count-a', 2)], 7n), {
    load: async (...asked) => store.load(...asked),
    write: async folded => store.write(folded),
  })
  assert.equal(writes, [[{ id: 'a', json: '{"n":12}', position: 5n }]])
})

test('a document can be deleted, and created again in the same batch', () => {
  const run = (...data: unknown[]) =>
    foldsOnce(
      [counting()],
      data.map((d, i) => event(i + 2, 'count-a', d)),
      { a: '{"n":1}' },
    ).writes.flat()
  assert.equal(run('gone'), [{ id: 'a', json: undefined, position: 2n }])
  assert.equal(run('gone', 7), [{ id: 'a', json: '{"n":7}', position: 3n }])
})

test('a document is deleted although its view does not read what it replaces', () => {
  const view = counting({ anew: true, evolve: (_, e) => (e.data === 'gone' ? undefined : { n: Number(e.data) }) })
  const { writes, loads } = foldsOnce([view], [event(3, 'count-a', 'gone'), event(4, 'count-b', 2)], { a: '{"n":1}' })
  assert.equal(writes.flat(), [
    { id: 'a', json: undefined, position: 3n },
    { id: 'b', json: '{"n":2}', position: 4n },
  ])
  assert.equal(loads, [])
})

test('an event without effect changes no document, but the view reflects it', () => {
  const same = counting({ evolve: document => document })
  const elsewhere = counting({ name: 'elsewhere', idOf: () => undefined })
  const { writes, positions } = foldsOnce([same, elsewhere], [event(2, 'count-a')], { a: '{"n":1}' })
  assert.equal(writes.flat(), [])
  assert.equal(
    [...positions],
    [
      ['counts', 2n],
      ['elsewhere', 2n],
    ],
  )
})

test('a projection receives only events of its categories, which may contain dashes', () => {
  const ad = counting({ name: 'ad', categories: ['ad'], idOf: () => 'ad' })
  const server = counting({ name: 'server', categories: ['ad-server'], idOf: () => 'server' })
  const receivers = (stream: string) =>
    foldsOnce([ad, server], [event(1, stream)]).writes.flatMap(w => w.map(c => c.id))
  assert.equal(receivers('ad-server-acme:1'), ['ad', 'server'])
  assert.equal(receivers('ad-acme-corp:1'), ['ad'])
  assert.equal(receivers('adx-1'), [])
  assert.equal(receivers('plain'), [])
  assert.ok(listensTo([server])('ad-server-1'))
  assert.not(listensTo([server])('ad-1'))
})

test('a projection that throws stops alone, with nothing of the batch; the others continue', () => {
  const breaks = (name: string) => {
    throw new Error(name)
  }
  const evolving = counting({
    name: 'evolving',
    evolve: (d, e) => (e.data === 2 ? breaks('evolve') : { n: d?.n ?? 0 }),
  })
  const finding = counting({ name: 'finding', idOf: e => (e.data === 3 ? breaks('idOf') : 'x') })
  const events = [event(1, 'count-a', 1), event(2, 'count-a', 2), event(3, 'count-a', 3)]
  const { writes, positions, failures } = foldsOnce([evolving, counting(), finding], events)
  assert.equal(writes.flat(), [{ id: 'a', json: '{"n":6}', position: 3n }])
  assert.equal([...positions], [['counts', 3n]])
  assert.equal(failures.map(f => [f.projection.name, f.position, (f.error as Error).message]).sort(), [
    ['evolving', 2n, 'evolve'],
    ['finding', 3n, 'idOf'],
  ])
})

test('a document that is not JSON stops its view alone', () => {
  const other = counting({ name: 'other', idOf: () => 'fine' })
  const { failures, positions } = foldsOnce([counting(), other], [event(2, 'count-a')], { a: '{', fine: '{"n":1}' })
  assert.equal([...positions], [['other', 2n]])
  assert.equal(
    failures.map(({ projection, position }) => [projection.name, position]),
    [['counts', 2n]],
  )
})

test('a document over the limit of the store stops its view alone', () => {
  const kept = storeOf()
  const [large, other] = [counting(), counting({ name: 'other', idOf: () => 'fine' })]
  const { fold, failures } = opened(new Map([large, other].map(view => [view, 0n])))
  foldNow(foldBatch(fold, [event(1, 'count-a')], 1n), {
    ...kept.store,
    write: folded => {
      if (folded.changes.has(large)) throw new DocumentTooLarge(large, 10)
      kept.store.write(folded)
    },
  })
  assert.equal([...kept.positions], [['other', 1n]])
  assert.equal(
    failures.map(({ projection, error }) => [projection.name, String(error)]),
    [['counts', 'DocumentTooLarge: a document of the view counts has more than 10 bytes']],
  )
})

test('events that a view or a document reflects already are not counted twice', () => {
  const [ahead, behind] = [counting({ name: 'ahead', idOf: () => 'ahead' }), counting({ name: 'behind' })]
  const kept = storeOf()
  kept.documents.set('a', { id: 'a', json: '{"n":1}', position: 2n })
  const { fold } = opened(
    new Map([
      [ahead, 2n],
      [behind, 1n],
    ]),
  )
  const events = [event(1, 'count-a', 1), event(2, 'count-a', 2), event(3, 'count-a', 3)]
  foldNow(foldBatch(fold, events, 3n), kept.store)
  assert.equal(kept.writes.flat(), [
    { id: 'ahead', json: '{"n":3}', position: 3n },
    { id: 'a', json: '{"n":4}', position: 3n },
  ])
})

test('only the documents of a batch are loaded, each once; cached ones not again', () => {
  const kept = storeOf()
  const { fold } = opened(new Map([[counting(), 1n]]))
  foldNow(foldBatch(fold, [event(2, 'count-a'), event(3, 'count-b'), event(4, 'count-a')], 4n), kept.store)
  foldNow(foldBatch(fold, [event(5, 'count-a'), event(6, 'count-c')], 6n), kept.store)
  assert.equal(kept.loads, [['a', 'b'], ['c']])
  assert.equal(kept.documents.get('a')?.json, '{"n":3}')
})

test('a fold that writes when its cache is full writes each document once for many events', () => {
  const kept = storeOf()
  const { fold } = opened(new Map([[counting(), 0n]]), { writes: 'when full', cache: { ...roomy, documents: 2 } })
  const add = (position: number, id: string) =>
    foldNow(foldBatch(fold, [event(position, `count-${id}`)], BigInt(position)), kept.store)
  for (const position of [1, 2, 3]) add(position, 'a')
  assert.equal(kept.writes, [])
  add(4, 'b')
  add(5, 'c')
  assert.equal(
    kept.writes.flat().map(({ id, json }) => [id, json]),
    [
      ['a', '{"n":3}'],
      ['b', '{"n":1}'],
      ['c', '{"n":1}'],
    ],
  )
  // what was forgotten is loaded again
  add(6, 'a')
  foldNow(flush(fold), kept.store)
  assert.equal(kept.loads, [['a']])
  assert.is(kept.documents.get('a')?.json, '{"n":4}')
  assert.is(kept.positions.get('counts'), 6n)
})

test('documents that are too large together are folded in halves, and a single one is folded whatever its size', () => {
  const text = JSON.stringify({ n: 1, text: 'x'.repeat(3_000_000) })
  const kept = storeOf({ a: text, b: text, c: text, d: text })
  const { fold } = opened(new Map([[counting(), 1n]]), { cache: { characters: 0, documents: 0 } })
  const events = ['a', 'b', 'c', 'd'].map((id, i) => event(i + 2, `count-${id}`))
  foldNow(foldBatch(fold, events, 9n), kept.store)
  assert.equal(
    kept.writes.map(changes => changes.map(({ id }) => id)),
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  )
  assert.is(kept.positions.get('counts'), 9n)
})

const perPage = 250
const texts = counting({
  name: 'texts',
  categories: ['text'],
  idOf: ({ stream }) => stream,
  evolve: (_, { data }) => data,
})
/** A page of events, each of which makes a document of its own, and the last one `last`. */
const page = (n: number, text: string, last = `text-${n}-last`, lastText = text) => {
  const others = Array.from({ length: perPage - 1 }, (_, i) => event(n * perPage + i + 1, `text-${n}-${i}`, text))
  return [...others, event((n + 1) * perPage, last, lastText)]
}
/** How many pages are folded before something is written. */
const pagesHeld = (
  pageOf: (n: number) => readonly Recorded[],
  most: number,
  stored?: Readonly<Record<string, string>>,
): number => {
  const kept = storeOf(stored)
  const limits = { characters: 44_000_000, documents: 250_000 }
  const { fold } = opened(new Map([[texts, stored ? -1n : 0n]]), { writes: 'when full', cache: limits })
  for (let n = 0; n < most; n++) {
    foldNow(foldBatch(fold, pageOf(n), BigInt((n + 1) * perPage)), kept.store)
    if (kept.writes.length > 0) return n
  }
  return most
}

test('many large documents fill the cache, though only one of each page is measured', () => {
  assert.is(
    pagesHeld(n => page(n, 'x'.repeat(150_000)), 4),
    1,
  )
})

test('a large document that many events change is counted once', () => {
  const hot = 'x'.repeat(8_000_000)
  const stored = { 'text-hot': JSON.stringify(hot) }
  assert.is(
    pagesHeld(n => page(n, 'x', 'text-hot', hot), 10, stored),
    10,
  )
})

test.run()
