import * as t from 'io-ts'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type AnyProjection, projection } from '../../../src/engine/read/projection.ts'
import { projector } from '../../../src/engine/read/projector.ts'
import { idsTouched, listensTo, route } from '../../../src/engine/read/route.ts'
import { fold, workingOn } from '../../../src/engine/read/working.ts'
import type { Recorded } from '../../../src/ports/event-log.ts'
import { projectBatch } from '../../support/given/project-batch.ts'

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
const store = (documents: Readonly<Record<string, Count>>) => (_: AnyProjection, ids: readonly string[]) =>
  ids.filter(id => id in documents).map(id => ({ id, json: JSON.stringify(documents[id]) }))

test('events are folded into the stored documents in order, with the position of the last one', () => {
  const view = counting()
  const events = [event(5, 'count-a', 2), event(6, 'count-b', 3), event(8, 'count-a', 4)]
  const { changes, failures } = projectBatch([view], events, store({ a: { n: 10 } }))
  assert.equal(failures, [])
  assert.equal(changes.get(view), [
    { id: 'a', json: '{"n":16}', position: 8n },
    { id: 'b', json: '{"n":3}', position: 6n },
  ])
})

test('a document can be deleted, and created again in the same batch', () => {
  const view = counting()
  const run = (...data: unknown[]) =>
    projectBatch(
      [view],
      data.map((d, i) => event(i + 1, 'count-a', d)),
      store({ a: { n: 1 } }),
    ).changes.get(view)
  assert.equal(run('gone'), [{ id: 'a', json: undefined, position: 1n }])
  assert.equal(run('gone', 7), [{ id: 'a', json: '{"n":7}', position: 2n }])
})

test('a document is deleted although its view does not read what it replaces', () => {
  const view = counting({ anew: true, evolve: (_, e) => (e.data === 'gone' ? undefined : { n: Number(e.data) }) })
  const { changes } = projectBatch(
    [view],
    [event(3, 'count-a', 'gone'), event(4, 'count-b', 2)],
    store({ a: { n: 1 } }),
  )
  assert.equal(changes.get(view), [
    { id: 'a', json: undefined, position: 3n },
    { id: 'b', json: '{"n":2}', position: 4n },
  ])
})

test('an event without effect changes no view', () => {
  const same = counting({ evolve: document => document })
  const elsewhere = counting({ idOf: () => undefined })
  assert.is(projectBatch([same, elsewhere], [event(1, 'count-a')], store({ a: { n: 1 } })).changes.size, 0)
})

test('a projection receives only events of its categories, which may contain dashes', () => {
  const ad = counting({ name: 'ad', categories: ['ad'], idOf: () => 'x' })
  const server = counting({ name: 'server', categories: ['ad-server'], idOf: () => 'x' })
  const receivers = (stream: string) =>
    [...projectBatch([ad, server], [event(1, stream)], () => []).changes.keys()].map(p => p.name)
  assert.equal(receivers('ad-server-acme:1'), ['ad', 'server'])
  assert.equal(receivers('ad-acme-corp:1'), ['ad'])
  assert.equal(receivers('adx-1'), [])
  assert.equal(receivers('plain'), [])
  assert.ok(listensTo([server])('ad-server-1'))
  assert.not(listensTo([server])('ad-1'))
})

test('a projection that throws changes nothing and is reported; the others continue', () => {
  const good = counting()
  const breaks = (name: string) => {
    throw new Error(name)
  }
  const evolving = counting({ name: 'evolving', evolve: (d, e) => (e.data === 2 ? breaks('evolve') : d) })
  const finding = counting({ name: 'finding', idOf: e => (e.data === 3 ? breaks('idOf') : 'x') })
  const events = [event(1, 'count-a', 1), event(2, 'count-a', 2), event(3, 'count-a', 3)]
  const { changes, failures } = projectBatch([evolving, good, finding], events, () => [])
  assert.equal([...changes.keys()], [good])
  assert.equal(changes.get(good), [{ id: 'a', json: '{"n":6}', position: 3n }])
  assert.equal(failures.map(f => [f.projection.name, f.position, (f.error as Error).message]).sort(), [
    ['evolving', 2n, 'evolve'],
    ['finding', 3n, 'idOf'],
  ])
})

test('events up to a view’s checkpoint are not counted twice', () => {
  const [ahead, behind] = [counting({ name: 'ahead' }), counting({ name: 'behind' })]
  const events = [event(1, 'count-a', 1), event(2, 'count-a', 2), event(3, 'count-a', 3)]
  const { changes } = projector([ahead, behind])(
    events,
    () => [],
    p => (p === ahead ? 2n : 0n),
  )
  assert.is(changes.get(ahead)?.[0]?.json, '{"n":3}')
  assert.is(changes.get(behind)?.[0]?.json, '{"n":6}')
})

test('only the documents of a batch are loaded, each once', () => {
  const view = counting()
  const loaded: string[] = []
  projectBatch([view], [event(1, 'count-a'), event(2, 'count-b'), event(3, 'count-a')], (_, ids) => {
    loaded.push(...ids)
    return []
  })
  assert.equal(loaded, ['a', 'b'])
})

test('the single steps, for stores that load documents asynchronously, give the same result', () => {
  const view = counting()
  const [one] = route([view])([event(1, 'count-a', 2), event(2, 'count-b', 3)]).routes
  assert.equal(idsTouched(one!), ['a', 'b'])
  const working = workingOn(view, [{ id: 'b', json: '{"n":1}' }])
  assert.is(fold(one!, working), undefined)
  assert.equal(
    [...working],
    [
      ['b', { document: { n: 4 }, changedAt: 2n }],
      ['a', { document: { n: 2 }, changedAt: 1n }],
    ],
  )
})

test.run()
