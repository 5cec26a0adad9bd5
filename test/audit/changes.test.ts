import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { changesBetween, plainState } from '../../src/audit/changes.ts'
import { aggregateOf } from '../../src/domain/aggregates.ts'
import { digestOf } from '../../src/domain/shared/digest.ts'
import { emptyTree, type HashTree } from '../../src/domain/shared/hash-tree.ts'
import { everyEvent } from '../support/examples/every-event.ts'

const test = suite('changes between two states')
type Pot = { readonly colour: string; readonly sizes: readonly number[] }
const none = emptyTree<Pot>(digestOf)
const filled = (from: HashTree<Pot>, pots: readonly (readonly [string, Pot])[]) =>
  pots.reduce((tree, [name, pot]) => tree.set(name, pot), from)
const anyPots = fc.array(
  fc.tuple(
    fc.string({ maxLength: 2 }),
    fc.record({ colour: fc.constantFrom('red', 'blue'), sizes: fc.array(fc.nat(2), { maxLength: 2 }) }),
  ),
  { maxLength: 40 },
)

test('of trees are those of the objects that they stand for', () =>
  fc.assert(
    fc.property(anyPots, anyPots, anyPots, (first, second, foreign) => {
      const before = filled(none, first)
      for (const after of [
        filled(before, second),
        filled(none, foreign),
        second.reduce((tree, [name]) => tree.delete(name), before),
      ])
        for (const [from, to] of [
          [before, after],
          [after, before],
        ])
          assert.equal(
            changesBetween({ pots: from, count: 1 }, { pots: to, count: 2 }),
            changesBetween(plainState({ pots: from, count: 1 }), plainState({ pots: to, count: 2 })),
          )
    }),
  ))

test('a change of one name in a large tree reads only that name', () => {
  let read = 0
  const pot = (colour: string): Pot => ({
    get colour() {
      read++
      return colour
    },
    sizes: [1],
  })
  const before = filled(
    none,
    Array.from({ length: 5_000 }, (_, i) => [`pot ${i}`, pot('red')] as const),
  )
  const changes = changesBetween({ pots: before }, { pots: before.set('pot 7', pot('blue')) })
  assert.equal(changes, [{ path: 'pots.pot 7.colour', from: 'red', to: 'blue' }])
  assert.ok(read <= 10, `${read} pots were read`)
})

test('members may be named as those that every object has', () => {
  for (const name of ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__']) {
    const state = JSON.parse(`{"pots":{"${name}":{"colour":"red"}}}`)
    const none = { pots: {} }
    assert.equal(changesBetween(none, state), [{ path: `pots.${name}`, to: { colour: 'red' } }], name)
    assert.equal(changesBetween(state, none), [{ path: `pots.${name}`, from: { colour: 'red' } }], name)
  }
})

test('every state of every stream can be shown, since it holds nothing of the log but data', () => {
  const states = new Map<string, unknown>()
  for (const event of everyEvent) {
    const { evolve, initialState } = aggregateOf(event.stream)!
    states.set(event.stream, evolve(states.get(event.stream) ?? initialState, event))
    assert.not.throws(() => plainState(states.get(event.stream)), event.stream)
  }
})

test.run()
