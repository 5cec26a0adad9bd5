import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Condition, type Leaf } from '../../../src/domain/campaigns/condition.ts'
import { decideCreatives, holds, type Signals } from '../../../src/domain/campaigns/decide-creatives.ts'
import { type DecisionGraph, faultsOfGraph } from '../../../src/domain/campaigns/decision-graph.ts'

const services = ['Weather', 'Store', 'constructor']
const properties = ['sky', 'temperature', '__proto__']
const word = fc.constantFrom('clear', 'rain', 'clear sky', '7', '20', '')
const number = fc.constantFrom(-3, 0, 7, 20, 21.5)
const scalar = fc.oneof(word, number, fc.boolean())
const leaf: fc.Arbitrary<Leaf> = fc
  .record({ dataSignalService: fc.constantFrom(...services), dataSignalProperty: fc.constantFrom(...properties) })
  .chain(place =>
    fc
      .oneof(
        fc.record({
          operator: fc.constantFrom('EQUALS' as const, 'NOT_EQUALS' as const, 'CONTAINS' as const),
          value: scalar,
        }),
        fc.record({
          operator: fc.constantFrom('IN' as const, 'NOT_IN' as const),
          value: fc.array(scalar, { minLength: 1, maxLength: 3 }),
        }),
        fc.record({ operator: fc.constantFrom('LESS_THAN' as const, 'GREATER_THAN' as const), value: number }),
      )
      .map(asked => ({ ...place, ...asked })),
  )
const condition: fc.Arbitrary<Condition> = fc.letrec<{ tree: Condition; leaf: Leaf }>(tie => ({
  leaf,
  tree: fc.oneof(
    { maxDepth: 4 },
    tie('leaf'),
    fc.record({
      operator: fc.constantFrom('and' as const, 'or' as const),
      conditions: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ operator: fc.constant('not' as const), conditions: fc.tuple(tie('tree')) }),
  ),
})).tree
const graph: fc.Arbitrary<DecisionGraph> = fc.record({
  segments: fc.uniqueArray(
    fc.record(
      {
        name: fc.constantFrom('A', 'B', 'C', 'D'),
        creativeMasters: fc.array(fc.constantFrom('one', 'two', 'three'), { minLength: 1, maxLength: 3 }),
        condition: fc.option(condition, { nil: null }),
      },
      { requiredKeys: ['name', 'creativeMasters'] },
    ),
    { selector: s => s.name, maxLength: 4 },
  ),
  defaultCreativeMaster: fc.constantFrom(null, 'standard'),
  rulePriority: fc.constantFrom(null, 'EQUAL_ROTATION' as const),
})
const signals: fc.Arbitrary<Signals> = fc.dictionary(
  fc.constantFrom('Weather', 'Store'),
  fc.dictionary(
    fc.constantFrom('sky', 'temperature'),
    fc.oneof(scalar, fc.constant(null), fc.array(scalar, { maxLength: 2 })),
  ),
)

/** A second, deliberately simple implementation of CLASSIC-4. */
const plainly = (tree: Condition, given: Signals): boolean => {
  if ('conditions' in tree) {
    const inner = tree.conditions.map(c => plainly(c, given))
    if (tree.operator === 'not') return inner[0] === false
    return tree.operator === 'and' ? !inner.includes(false) : inner.includes(true)
  }
  const own = new Map(Object.entries(given))
  const signal = new Map(Object.entries(own.get(tree.dataSignalService) ?? {})).get(tree.dataSignalProperty)
  if (signal === undefined || signal === null) return false
  const texts = (Array.isArray(tree.value) ? tree.value : [tree.value]).map(v => `${v}`)
  const single = Array.isArray(signal) ? undefined : `${signal}`
  const amount =
    typeof signal === 'boolean' || single === undefined || single.trim() === '' ? Number.NaN : Number(single)
  if (tree.operator === 'EQUALS' || tree.operator === 'IN') return single !== undefined && texts.includes(single)
  if (tree.operator === 'NOT_EQUALS' || tree.operator === 'NOT_IN')
    return single === undefined || !texts.includes(single)
  if (tree.operator === 'LESS_THAN') return amount < Number(tree.value)
  if (tree.operator === 'GREATER_THAN') return amount > Number(tree.value)
  return Array.isArray(signal) ? signal.some(s => `${s}` === texts[0]) : (single ?? '').includes(texts[0] ?? '')
}

test('decisions equal those of a simple evaluator, for any graph and any signals', () => {
  fc.assert(
    fc.property(graph, signals, (tree, given) => {
      const matching = tree.segments.filter(s => !s.condition || plainly(s.condition, given))
      const serving = tree.rulePriority === null ? matching.slice(0, 1) : matching
      const decided = decideCreatives(tree, given)
      assert.equal(
        decided.why,
        serving.map(s => s.name),
      )
      const standard = tree.defaultCreativeMaster ? [tree.defaultCreativeMaster] : []
      const wanted = serving.length === 0 ? standard : [...new Set(serving.flatMap(s => s.creativeMasters))]
      assert.equal(decided.creativeMasters, wanted)
      assert.is(decided.segment, serving.length === 1 ? serving[0]!.name : null)
    }),
    { numRuns: 2_000 },
  )
})

test('the codec accepts every generated condition unchanged', () => {
  fc.assert(
    fc.property(condition, generated => {
      const tree = JSON.parse(JSON.stringify(generated))
      assert.equal(Condition.decode(tree), E.right(tree))
    }),
  )
})

const nested = (levels: number): unknown =>
  levels === 1
    ? { dataSignalService: 'Weather', dataSignalProperty: 'sky', operator: 'EQUALS', value: 'clear' }
    : { operator: 'and', conditions: [nested(levels - 1)] }

test('a condition is at most 8 levels deep, and a graph has at most 200 leaves', () => {
  assert.ok(E.isRight(Condition.decode(nested(8))))
  assert.ok(E.isLeft(Condition.decode(nested(9))))
  assert.ok(E.isLeft(Condition.decode(nested(900))))
  const of = (leaves: number) => ({
    defaultCreativeMaster: 'x',
    segments: [
      {
        name: 'A',
        creativeMasters: ['a'],
        condition: {
          operator: 'or' as const,
          conditions: Array.from({ length: leaves }, () => nested(1) as Condition),
        },
      },
    ],
  })
  assert.equal(faultsOfGraph(of(200)), [])
  assert.equal(
    faultsOfGraph(of(201)).map(f => f.code),
    ['too-many-leaves'],
  )
})

test('a value that does not fit its operator is reported with a pointer', () => {
  const leafOf = (operator: string, value: unknown) => ({
    dataSignalService: 'S',
    dataSignalProperty: 'p',
    operator,
    value,
  })
  for (const [operator, value] of [
    ['IN', 'x'],
    ['EQUALS', ['x']],
    ['LESS_THAN', 'x'],
    ['GREATER_THAN', true],
    ['IN', []],
    ['EQUALS', {}],
    ['EQUALS', null],
    ['BETWEEN', 1],
    ['EQUALS', Number.POSITIVE_INFINITY],
    ['GREATER_THAN', Number.NaN],
    ['IN', [1, Number.NEGATIVE_INFINITY]],
    ['LESS_THAN', null],
  ])
    assert.ok(E.isLeft(Condition.decode(leafOf(operator as string, value))), `${operator} ${JSON.stringify(value)}`)
  assert.ok(E.isLeft(Condition.decode({ operator: 'not', conditions: [nested(1), nested(1)] })))
  assert.ok(E.isLeft(Condition.decode({ operator: 'xor', conditions: [nested(1)] })))
  assert.ok(E.isLeft(Condition.decode({ operator: 'and', conditions: [] })))
})

const containing = (value: string | number): Leaf => ({
  dataSignalService: 'S',
  dataSignalProperty: 'p',
  operator: 'CONTAINS',
  value,
})

/** How often the engine's own search is asked for a literal of more than 16 characters: its time grows with the literal. */
const longSearches = (work: () => void): number => {
  const { includes, indexOf } = String.prototype
  let count = 0
  const counted = <A>(search: (this: string, literal: string, from?: number) => A) =>
    function (this: string, literal: string, from?: number): A {
      if (literal.length > 16) count++
      return search.call(this, literal, from)
    }
  Object.assign(String.prototype, { includes: counted(includes), indexOf: counted(indexOf) })
  try {
    work()
  } finally {
    Object.assign(String.prototype, { includes, indexOf })
  }
  return count
}

test('CONTAINS finds a long text in a long signal, without a search whose time grows with both', () => {
  const value = `${'a'.repeat(512)}b${'a'.repeat(511)}`
  const signal = 'a'.repeat(10_000)
  const found: boolean[] = []
  const searches = longSearches(() => {
    found.push(holds(containing(value), { S: { p: signal } }))
    found.push(holds(containing(value), { S: { p: `${signal}b${signal}` } }))
  })
  assert.equal(found, [false, true])
  assert.is(searches, 0)
})

test('CONTAINS makes the texts of a list once, however many conditions look into it', () => {
  let read = 0
  const list = new Proxy(
    Array.from({ length: 100 }, (_, i) => i + 0.5),
    {
      get: (numbers, name, self) => {
        if (name === '7') read++
        return Reflect.get(numbers, name, self)
      },
    },
  )
  const condition: Condition = {
    operator: 'or',
    conditions: Array.from({ length: 200 }, (_, i) => containing(i + 1_000)),
  }
  assert.not(holds(condition, { S: { p: list } }))
  assert.is(read, 1)
  assert.ok(holds(containing('7.5'), { S: { p: list } }))
})

test('a graph needs creatives to serve when nothing matches', () => {
  const conditional = { name: 'A', creativeMasters: ['a'], condition: nested(1) as Condition }
  assert.equal(
    faultsOfGraph({ segments: [conditional] }).map(f => f.pointer),
    ['/defaultCreativeMaster'],
  )
  assert.equal(faultsOfGraph({ segments: [conditional, { name: 'B', creativeMasters: ['b'] }] }), [])
  assert.equal(
    faultsOfGraph({ segments: [] }).map(f => f.pointer),
    ['/defaultCreativeMaster'],
  )
})

test.run()
