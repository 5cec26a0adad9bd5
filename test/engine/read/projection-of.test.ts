import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fact } from '../../../src/domain/shared/fact.ts'
import { on, projectionOf, projectionOn } from '../../../src/engine/read/projection-of.ts'
import { recorded } from '../../support/given/decider.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

/** The parts of an aggregate that a source of a view needs. */
const counting = <N extends string>(category: string, type: N) => ({
  category,
  subject: 'none' as const,
  events: fact(type, t.type({ n: t.number })),
  initialState: 0,
  decide: () => E.right([]),
  evolve: (state: number) => state,
})
const ad = counting('ad', 'AdShown')
const adServer = counting('ad-server', 'AdServerCalled')

const Count = t.type({ by: t.string, n: t.number })
const described = { name: 'counts', version: 1, codec: Count, indexes: [] }
const shown = (n: number) => ({ type: 'AdShown', data: { n } })
const called = (n: number) => ({ type: 'AdServerCalled', data: { n } })

const both = projectionOn(described, [
  on(ad, { evolve: (before, { data }, stream) => ({ by: `ad ${stream}`, n: (before?.n ?? 0) + data.n }) }),
  on(adServer, { evolve: (before, { data }, stream) => ({ by: `server ${stream}`, n: (before?.n ?? 0) - data.n }) }),
])

test('a view of one aggregate has one document per stream, under the id of the stream', () => {
  const view = projectionOf(ad, { ...described, evolve: (_, { data, revision }) => ({ by: `${revision}`, n: data.n }) })
  assert.equal(view.categories, ['ad'])
  givenEvents(view)(...inStream('ad-acme:1', [shown(1), shown(2)]), ...inStream('ad-acme:2', [shown(3)])).then({
    'acme:1': { by: '1', n: 2 },
    'acme:2': { by: '0', n: 3 },
  })
})

test('idOf can route events to another document, or to none', () => {
  const view = projectionOf(ad, {
    ...described,
    idOf: ({ data }, stream) => (data.n > 0 ? stream.split(':')[0] : undefined),
    evolve: (before, { data }, stream) => ({ by: stream, n: (before?.n ?? 0) + data.n }),
  })
  givenEvents(view)(...inStream('ad-acme:1', [shown(1), shown(-9)]), ...inStream('ad-acme:2', [shown(3)])).then({
    acme: { by: 'acme:2', n: 4 },
  })
})

test('an event can delete the document', () => {
  const view = projectionOf(ad, {
    ...described,
    evolve: (_, { data: { n } }) => (n === 0 ? undefined : { by: 'ad', n }),
  })
  givenEvents(view)(...inStream('ad-1', [shown(1), shown(0)]), ...inStream('ad-2', [shown(1)])).then({
    2: { by: 'ad', n: 1 },
  })
})

test('events of several aggregates can change one document, each by its own rules', () => {
  assert.equal(both.categories, ['ad', 'ad-server'])
  givenEvents(both)(
    ...inStream('ad-acme', [shown(5)]),
    ...inStream('ad-server-acme', [called(2)]),
    ...inStream('ad-other', [shown(1)]),
  ).then({ acme: { by: 'server acme', n: 3 }, other: { by: 'ad other', n: 1 } })
})

test('if two categories match a stream, the longer one applies in any order', () => {
  const turned = projectionOn(described, [
    on(adServer, { evolve: () => ({ by: 'server', n: 1 }) }),
    on(ad, { evolve: () => ({ by: 'ad', n: 1 }) }),
  ])
  for (const view of [both, turned]) assert.is(view.idOf(recorded('ad-server-acme', called(1))), 'acme')
  assert.equal(turned.evolve(undefined, recorded('ad-server-acme', called(1))), { by: 'server', n: 1 })
  assert.equal(turned.evolve(undefined, recorded('ad-acme', shown(1))), { by: 'ad', n: 1 })
})

test('an event of no source changes no document', () => {
  const before = { by: 'ad', n: 1 }
  for (const stream of ['advert-1', 'ad', 'server-1']) {
    const stranger = recorded(stream, shown(1))
    assert.is(both.idOf(stranger), undefined, stream)
    assert.is(both.evolve(before, stranger), before, stream)
  }
})

test('the description of the view is kept', () => {
  const lists = [{ scope: ['by'], sort: ['n'] }]
  const { name, version, codec, indexes, anew, ...view } = projectionOn({ ...described, lists, anew: true }, [])
  assert.equal({ name, version, codec, indexes }, described)
  assert.is(view.lists, lists)
  assert.ok(anew)
})

test.run()
