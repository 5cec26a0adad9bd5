import { Entry, Leaf, Place, type TreeNode } from './hash-tree-nodes.ts'
import { Sharing, valueBytes } from './value-bytes.ts'

type Names<V> = Readonly<Record<string, V>>

/**
 * An immutable map from names to values with one hash over all of them (ADR 0032). Setting a name gives a new tree that shares
 * all but a few nodes with the old one, so the time of a change, and of the hash after it, grows with the logarithm of the size.
 * Shape, order and hash follow from names and values, not from the order in which the names were set, nor from names that were deleted.
 */
export class HashTree<V> extends Sharing {
  readonly root: TreeNode<V>
  readonly #hashOf: (value: V) => string

  /** Use `emptyTree`. */
  constructor(root: TreeNode<V>, hashOf: (value: V) => string) {
    super()
    this.root = root
    this.#hashOf = hashOf
  }
  get size(): number {
    return this.root.size
  }
  get(name: string): V | undefined {
    return this.root.get(name, new Place(name), 0)?.value
  }
  has(name: string): boolean {
    return this.root.get(name, new Place(name), 0) !== undefined
  }
  set(name: string, value: V): HashTree<V> {
    return new HashTree(this.root.set(new Entry(name, value), 0), this.#hashOf)
  }
  /** Without a name: the tree of the others, as if the name had never been set. */
  delete(name: string): HashTree<V> {
    return this.has(name) ? new HashTree(this.root.delete(name, new Place(name), 0), this.#hashOf) : this
  }
  /** SHA-256 (hex) over all names and the hashes of their values; empty if there are none. */
  get hash(): string {
    return this.size === 0 ? '' : this.root.hash(this.#hashOf)
  }
  /** The hashes of the values. */
  get hashes(): ValueHashes<V> {
    return new ValueHashes(this, this.#hashOf)
  }
  get bytes(): number {
    return this.root.bytes(valueBytes)
  }
  /** Computes `hash` and `bytes` in small steps, which the next ask for either would otherwise compute at once. */
  settling(): Iterable<void> {
    return this.root.settling(this.#hashOf, valueBytes)
  }
  *keys(): Generator<string> {
    for (const { name } of this.root.entries()) yield name
  }
  *values(): Generator<V> {
    for (const { value } of this.root.entries()) yield value
  }
  *[Symbol.iterator](): Generator<readonly [string, V]> {
    for (const { name, value } of this.root.entries()) yield [name, value]
  }
  changedFrom(other: HashTree<V>): Names<V> {
    return Object.fromEntries([...this.root.entriesBeside(other.root)].map(({ name, value }) => [name, value]))
  }
  /** The values by name. */
  toJSON(): Names<V> {
    return Object.fromEntries(this)
  }
}

/** The hashes of a tree's values by name, computed when they are asked for. */
export class ValueHashes<V> extends Sharing {
  readonly #tree: HashTree<V>
  readonly #hashOf: (value: V) => string
  readonly bytes = 64

  constructor(tree: HashTree<V>, hashOf: (value: V) => string) {
    super()
    this.#tree = tree
    this.#hashOf = hashOf
  }
  changedFrom(other: ValueHashes<V>): Names<string> {
    return this.#hashesIn(this.#tree.changedFrom(other.#tree))
  }
  toJSON(): Names<string> {
    return this.#hashesIn(this.#tree.toJSON())
  }
  #hashesIn(values: Names<V>): Names<string> {
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, this.#hashOf(value)]))
  }
}

/** A tree without names. Equal values must have equal hashes. */
export const emptyTree = <V>(hashOf: (value: V) => string): HashTree<V> => new HashTree(new Leaf([]), hashOf)
