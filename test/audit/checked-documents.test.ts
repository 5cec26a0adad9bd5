import * as t from 'io-ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openScratch } from '../../src/adapters/scratch/sqlite.ts'
import { viewFolder } from '../../src/audit/verify/fold-views.ts'
import { streamRevisions } from '../../src/audit/verify/stream-revisions.ts'
import { type AnyProjection, projection } from '../../src/engine/read/projection.ts'
import type { Recorded } from '../../src/ports/event-log.ts'
import type { Stored } from '../../src/ports/read-models.ts'
import { recorded } from '../support/given/decider.ts'

const test = suite('documents compared with their events')

const described = { version: 1, codec: t.unknown, indexes: [], categories: ['pot'] }
/** The number of events of each stream, in a document of its stream. */
const counts = projection<unknown>({
  ...described,
  name: 'counts',
  idOf: ({ stream }) => stream,
  evolve: before => ({ n: typeof before === 'object' && before !== null && 'n' in before ? Number(before.n) + 1 : 1 }),
})
/** A document an event. */
const places = projection<unknown>({
  ...described,
  name: 'places',
  anew: true,
  inLogOrder: true,
  idOf: ({ position }) => String(position).padStart(6, '0'),
  evolve: (_, { stream }) => ({ stream }),
})
const views: readonly AnyProjection[] = [counts, places]

const perStream = 3
/** Events of many streams in turn; some names sort differently by code units and by bytes. */
const events: readonly Recorded[] = Array.from({ length: 1_200 * perStream }, (_, i) => {
  const n = i % 1_200
  const name = n === 7 ? 'pot-\u{1f331}' : n === 8 ? 'pot-\uffee' : `pot-${n}`
  const revision = Math.floor(i / 1_200)
  return { ...recorded(name, { type: 'Watered', data: {} }), revision, position: BigInt(i + 1) }
})
const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
const rightly = (): Record<string, Map<string, Stored>> => {
  const ids = [...new Set(events.map(({ stream }) => stream))].sort(bytes)
  const document = (id: string, value: unknown) => [id, { id, json: JSON.stringify(value), position: 1n }] as const
  return {
    counts: new Map(ids.map(id => document(id, { n: perStream }))),
    places: new Map(events.map(e => document(places.idOf(e)!, { stream: e.stream }))),
  }
}
const byId = (a: Stored, b: Stored) => bytes(a.id, b.id)
const inBytes = (documents: Map<string, Stored> = new Map()) => [...documents.values()].sort(byId)

/** The faults of views that hold these documents, and the most documents that were asked of the scratch at once. */
const faultsOf = async (
  held: Record<string, Map<string, Stored>>,
  head = BigInt(events.length),
  unbuilt: readonly AnyProjection[] = [],
) => {
  const scratch = openScratch()
  let read = 0
  let most = 0
  const watched = {
    ...scratch,
    page(...asked: Parameters<typeof scratch.page>) {
      const page = scratch.page(...asked)
      most = Math.max(most, page.length)
      return page
    },
  }
  const all = async function* ({ name }: { readonly name: string }) {
    for (const stored of inBytes(held[name])) {
      read++
      yield stored
    }
  }
  const folder = viewFolder(views, watched, { all }, head, unbuilt)
  for (const event of events) await folder.add(event, 100)
  const check = await folder.end()
  const found = []
  for (const view of views) found.push(...(await check(view)).faults)
  scratch.close()
  return { faults: found.map(({ where, detail }) => `${where} ${detail.split(';')[0]}`), read, most }
}

test('each document is read once, a page at a time, and none differs', async () => {
  const { faults, read, most } = await faultsOf(rightly())
  assert.equal(faults, [])
  assert.is(read, 1_200 + events.length)
  assert.ok(most <= 500, String(most))
})

test('changed, added and missing documents are found on either way, but not those that changed since', async () => {
  const held = rightly()
  const { counts: byStream = new Map(), places: byPlace = new Map() } = held
  const change = (map: Map<string, Stored>, id: string, over: Partial<Stored>) =>
    map.set(id, { id, json: '{}', position: 1n, ...over })
  change(byStream, 'pot-5', { json: '{"n":4}' })
  change(byStream, 'pot-6', { json: '{"n":4}', position: 5_000n })
  change(byStream, 'pot-zzz', {})
  byStream.delete('pot-\u{1f331}')
  change(byStream, 'pot-9', { json: '{ "n": 3 }' })
  change(byPlace, '000002', { json: '{"stream":"pot-2"}' })
  change(byPlace, '000002x', {})
  byPlace.delete('003600')
  change(byPlace, '009999', { position: 9_999n })
  assert.equal((await faultsOf(held)).faults, [
    'counts/pot-5 does not match its events',
    'counts/pot-zzz is in the view, but no event produces it',
    'counts/pot-\u{1f331} is missing from the view',
    'places/000002 does not match its events',
    'places/000002x is in the view, but no event produces it',
    'places/003600 is missing from the view',
  ])
})

test('of a view that is empty a thousand documents are listed, and the others counted', async () => {
  const { faults } = await faultsOf({ counts: rightly().counts ?? new Map() })
  assert.is(faults.length, 1_001)
  assert.is(faults.at(-1), 'places 2600 more documents differ')
})

test('large documents that small events change are loaded a few at a time, not a batch of them', async () => {
  const text = 'x'.repeat(1_500_000)
  const large = projection<unknown>({
    ...described,
    name: 'large',
    idOf: ({ stream }) => stream,
    evolve: (_, { revision }) => ({ text, revision }),
  })
  const streams = Array.from({ length: 12 }, (_, n) => `pot-${n}`)
  const changed = (stream: string, revision: number) => ({
    ...recorded(stream, { type: 'Watered', data: {} }),
    revision,
  })
  // they are in the scratch when the batch of those that change them begins
  const others = Array.from({ length: 500 - streams.length }, () => recorded('pan', { type: 'Watered', data: {} }))
  const events = [...streams.map(stream => changed(stream, 0)), ...others, ...streams.map(stream => changed(stream, 1))]
  const scratch = openScratch()
  const held = new Set<string>()
  let most = 0
  const watched: typeof scratch = {
    ...scratch,
    load(...asked) {
      for (const id of asked[1]) held.add(id)
      most = Math.max(most, held.size)
      return scratch.load(...asked)
    },
    write(view, changes) {
      scratch.write(view, changes)
      held.clear()
    },
  }
  const stored = streams.map(id => ({ id, json: JSON.stringify({ text, revision: 1 }), position: 1n })).sort(byId)
  const all = async function* () {
    yield* stored
  }
  const folder = viewFolder([large], watched, { all }, BigInt(events.length), [])
  for (const [at, event] of events.entries()) await folder.add({ ...event, position: BigInt(at + 1) }, 100)
  const check = await folder.end()
  assert.equal(await check(large), { count: streams.length, faults: [] })
  assert.is(most, 4, 'with the fourth there are more than four million characters besides the largest')
  scratch.close()
})

test('revisions of streams are kept beyond memory', () => {
  const scratch = openScratch()
  const revisions = streamRevisions(scratch)
  const streams = Array.from({ length: 45_000 }, (_, n) => `pot-${n}`)
  for (const round of [0, 1])
    for (const stream of streams) {
      if (revisions.of(stream) !== round - 1) assert.unreachable(stream)
      revisions.set(stream, round)
    }
  assert.is(revisions.of('pot-none'), -1)
  scratch.close()
})

test('views that were not built when the check began are no sign of an altered log', async () => {
  const { faults } = await faultsOf({}, undefined, views)
  assert.equal(faults, [
    'counts was not built yet when verify began: see endcap status, and verify again when it is current',
    'places was not built yet when verify began: see endcap status, and verify again when it is current',
  ])
})

test.run()
