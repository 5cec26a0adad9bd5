import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { digestOf } from '../../../src/domain/shared/digest.ts'
import { emptyTree, type HashTree } from '../../../src/domain/shared/hash-tree.ts'
import { Branch, type TreeNode } from '../../../src/domain/shared/hash-tree-nodes.ts'
import { valueBytes } from '../../../src/domain/shared/value-bytes.ts'

const test = suite('a tree of names with one hash')
const none = emptyTree<number>(digestOf)
const filled = <V>(from: HashTree<V>, entries: Iterable<readonly [string, V]>): HashTree<V> =>
  [...entries].reduce((tree, [name, value]) => tree.set(name, value), from)
const numbered = (count: number) => Array.from({ length: count }, (_, i) => [`name ${i}`, i] as const)
/** Few enough names that most are set again, more than one leaf holds. */
const anyEntry = fc.tuple(
  fc.oneof(fc.constantFrom('', '"', '",', '__proto__', 'ä'), fc.string({ maxLength: 2 })),
  fc.nat(3),
)

test('is the map that a Map is', () =>
  fc.assert(
    fc.property(fc.array(anyEntry, { maxLength: 200 }), entries => {
      const tree = filled(none, entries)
      const map = new Map(entries)
      assert.is(tree.size, map.size)
      assert.equal(new Map(tree), map)
      assert.equal(new Set(tree.keys()), new Set(map.keys()))
      assert.equal([...tree.values()].sort(), [...map.values()].sort())
      for (const name of [...map.keys(), 'absent name']) {
        assert.is(tree.get(name), map.get(name))
        assert.is(tree.has(name), map.has(name))
      }
    }),
  ))

test('equal content has an equal tree and hash, whatever was set before, and other content another hash', () =>
  fc.assert(
    fc.property(fc.array(anyEntry, { maxLength: 60 }), fc.array(anyEntry, { maxLength: 60 }), (some, others) => {
      const [one, other] = [filled(none, some), filled(none, others)]
      const again = filled(
        filled(
          none,
          [...new Map(some).keys()].map(name => [name, -1] as const),
        ),
        [...one].reverse(),
      )
      assert.equal(again, one)
      assert.is(again.hash, one.hash)
      assert.is(one.hash === other.hash, JSON.stringify([...one]) === JSON.stringify([...other]))
    }),
  ))

test('a tree without some names is the tree in which they were never set', () =>
  fc.assert(
    fc.property(fc.array(anyEntry, { maxLength: 60 }), fc.array(anyEntry, { maxLength: 60 }), (some, others) => {
      const left = new Map(some)
      for (const [name] of others) left.delete(name)
      const before = filled(none, some)
      const { hash } = before
      const after = others.reduce((tree, [name]) => tree.delete(name), before)
      assert.equal(after, filled(none, left))
      assert.is(after.hash, filled(none, left).hash)
      assert.is(filled(none, new Map(some)).hash, hash, 'the tree before stays as it was')
      assert.equal(after.changedFrom(before), {})
      const gone = [...before].filter(([name]) => !left.has(name))
      assert.equal(before.changedFrom(after), Object.fromEntries(gone))
    }),
  ))

test('setting a name leaves the tree before it as it was', () => {
  const before = filled(none, numbered(1_000))
  const { hash } = before
  const after = filled(before, [...numbered(500).map(([name]) => [name, -1] as const), ['new', 7]])
  assert.is(filled(none, before).hash, hash)
  assert.is(before.hash, hash)
  assert.is(before.get('name 3'), 3)
  assert.is(before.has('new'), false)
  assert.is(after.get('name 3'), -1)
  assert.is(after.size, 1_001)
})

test('a change makes a few new nodes and shares all others, however many there are', () => {
  const nodesOf = (node: TreeNode<number> | undefined): readonly TreeNode<number>[] =>
    node instanceof Branch ? [node, ...node.children.flatMap(nodesOf)] : node ? [node] : []
  const before = filled(none, numbered(10_000))
  const held = new Set(nodesOf(before.root))
  const changed = ['name 1', 'name 9999', 'another'].map(name => [name, before.set(name, -1)] as const)
  for (const [name, after] of [...changed, ['a deleted name', before.delete('name 7')] as const]) {
    const fresh = nodesOf(after.root).filter(node => !held.has(node))
    assert.ok(fresh.length <= 16, `${fresh.length} of ${held.size} nodes are new after ${name}`)
  }
})

test('the hash of an empty tree is empty', () => assert.is(none.hash, ''))

test('after a change only a few values are hashed and weighed again, however many there are', () => {
  let hashed = 0
  const counting = emptyTree<number>(value => {
    hashed++
    return String(value)
  })
  const tree = filled(counting, numbered(10_000))
  assert.is(hashed, 0, 'nothing is hashed before the hash is asked for')
  assert.ok(tree.hash)
  assert.is(hashed, 10_000)
  hashed = 0
  for (let i = 0; i < 100; i++) assert.ok(tree.set(`name ${i}`, -1).hash)
  assert.ok(hashed <= 100 * 16, `${hashed} values for 100 changes`)
})

test('the differences between two trees are found among what they do not share', () =>
  fc.assert(
    fc.property(fc.array(anyEntry, { maxLength: 60 }), fc.array(anyEntry, { maxLength: 5 }), (entries, more) => {
      const before = filled(none, entries)
      const after = filled(before, more)
      const changed = Object.fromEntries([...new Map(more)])
      const replaced = [...new Map(more).keys()].filter(name => before.has(name))
      assert.equal(after.changedFrom(before), changed)
      assert.equal(before.changedFrom(after), Object.fromEntries(replaced.map(name => [name, before.get(name)])))
      assert.equal(after.changedFrom(after), {})
    }),
  ))

test('the hashes of its values are found by name', () => {
  const tree = filled(none, numbered(20))
  const expected = Object.fromEntries(numbered(20).map(([name, value]) => [name, digestOf(value)]))
  assert.equal(JSON.parse(JSON.stringify(tree.hashes)), expected)
  assert.equal(tree.set('name 3', 30).hashes.changedFrom(tree.hashes), { 'name 3': digestOf(30) })
})

test('its size in memory is that of its values and follows every change', () => {
  const texts = emptyTree<string>(digestOf)
  const long = 'x'.repeat(10_000)
  const tree = filled(texts, [
    ['a', long],
    ['b', long],
  ])
  assert.ok(valueBytes(tree) >= 20_000)
  assert.ok(valueBytes(tree.set('a', 'short')) < valueBytes(tree) - 9_000)
})

test('as JSON it is an object of its values', () => {
  assert.is(JSON.stringify(filled(none, [['__proto__', 1]])), '{"__proto__":1}')
})

test('hash and size of a large tree are computed in small steps, after which nothing is left to compute', () => {
  let hashed = 0
  const hashOf = (value: number) => {
    hashed++
    return digestOf(value)
  }
  const tree = filled(emptyTree<number>(hashOf), numbered(5_000))
  let most = 0
  let before = 0
  for (const _ of tree.settling()) {
    most = Math.max(most, hashed - before)
    before = hashed
  }
  assert.is(hashed, 5_000)
  assert.ok(most <= 8, `a step hashed ${most} values`)
  assert.is(tree.hash, filled(none, numbered(5_000)).hash)
  assert.is(hashed, 5_000)
})

test.run()
