import { sha256 } from './digest.ts'

type HashOf<V> = (value: V) => string
type BytesOf<V> = (value: V) => number

/** An entry's share of the nodes above it. */
const overhead = 128

/** A name, its place and its value. Never changed; a name that is set again gets another entry. Its size is computed when it is first asked for. */
export class Entry<V> {
  readonly name: string
  readonly place: Place
  readonly value: V
  #bytes: number | undefined

  constructor(name: string, value: V) {
    this.name = name
    this.place = new Place(name)
    this.value = value
  }
  bytes(bytesOf: BytesOf<V>): number {
    this.#bytes ??= overhead + bytesOf(this.value)
    return this.#bytes
  }
}

/** Names in a leaf; one more makes it a branch. */
const most = 8
const ways = 16
/** Levels of branches; a leaf below the last holds any number of names. */
const levels = 12
const divisors = Array.from({ length: levels }, (_, level) => ways ** (levels - 1 - level))

/**
 * Where a name is in a tree: 48 bits of its SHA-256, so that nobody can choose many names with one place. Hashed when a branch
 * asks for it, as a small tree has none.
 */
export class Place {
  readonly #name: string
  #path: number | undefined

  constructor(name: string) {
    this.#name = name
  }
  /** The child of a branch at this level that the name belongs to. */
  digit(level: number): number {
    this.#path ??= Number.parseInt(sha256(this.#name).slice(0, levels), ways)
    return Math.floor(this.#path / (divisors[level] ?? 1)) % ways
  }
}

/** A part of a tree. It never changes; hash and size are computed when they are first asked for. */
export abstract class TreeNode<V> {
  #hash: string | undefined
  #bytes: number | undefined
  /** How many names it has. */
  abstract readonly size: number

  hash(hashOf: HashOf<V>): string {
    this.#hash ??= sha256(this.text(hashOf))
    return this.#hash
  }
  bytes(bytesOf: BytesOf<V>): number {
    this.#bytes ??= this.sum(bytesOf)
    return this.#bytes
  }
  /** Computes hash and size; each step computes those of one node. */
  *settling(hashOf: HashOf<V>, bytesOf: BytesOf<V>): Generator<void> {
    this.hash(hashOf)
    this.bytes(bytesOf)
    yield
  }
  abstract get(name: string, place: Place, level: number): Entry<V> | undefined
  abstract set(entry: Entry<V>, level: number): TreeNode<V>
  /** The node without a name that it has. */
  abstract delete(name: string, place: Place, level: number): TreeNode<V>
  abstract entries(): Generator<Entry<V>>
  /** The entries that are not in `other`. */
  abstract entriesBeside(other: TreeNode<V> | undefined): Generator<Entry<V>>
  /** What is hashed. */
  protected abstract text(hashOf: HashOf<V>): string
  protected abstract sum(bytesOf: BytesOf<V>): number
}

/** A few names, sorted. */
export class Leaf<V> extends TreeNode<V> {
  readonly held: readonly Entry<V>[]
  readonly size: number

  constructor(held: readonly Entry<V>[]) {
    super()
    this.held = held
    this.size = held.length
  }
  get(name: string): Entry<V> | undefined {
    return this.held.find(entry => entry.name === name)
  }
  set(entry: Entry<V>, level: number): TreeNode<V> {
    const after = this.held.findIndex(({ name }) => name >= entry.name)
    const at = after < 0 ? this.held.length : after
    const held = this.held.toSpliced(at, this.held[at]?.name === entry.name ? 1 : 0, entry)
    if (held.length <= most || level >= levels) return new Leaf(held)
    return held.reduce<TreeNode<V>>((branch, one) => branch.set(one, level), noBranch<V>())
  }
  delete(name: string): TreeNode<V> {
    return new Leaf(this.held.filter(entry => entry.name !== name))
  }
  *entries(): Generator<Entry<V>> {
    yield* this.held
  }
  *entriesBeside(other: TreeNode<V> | undefined): Generator<Entry<V>> {
    const theirs = new Set(other?.entries())
    for (const entry of this.held) if (!theirs.has(entry)) yield entry
  }
  protected text(hashOf: HashOf<V>): string {
    return `leaf ${JSON.stringify(this.held.map(({ name, value }) => [name, hashOf(value)]))}`
  }
  protected sum(bytesOf: BytesOf<V>): number {
    return this.held.reduce((sum, entry) => sum + entry.bytes(bytesOf), 0)
  }
}

/** Names by the digit of their places at a level. */
export class Branch<V> extends TreeNode<V> {
  readonly children: readonly (TreeNode<V> | undefined)[]
  readonly size: number

  constructor(children: readonly (TreeNode<V> | undefined)[], size: number) {
    super()
    this.children = children
    this.size = size
  }
  get(name: string, place: Place, level: number): Entry<V> | undefined {
    return this.children[place.digit(level)]?.get(name, place, level + 1)
  }
  set(entry: Entry<V>, level: number): TreeNode<V> {
    const at = entry.place.digit(level)
    const before = this.children[at] ?? new Leaf<V>([])
    const child = before.set(entry, level + 1)
    return new Branch(this.children.with(at, child), this.size - before.size + child.size)
  }
  delete(name: string, place: Place, level: number): TreeNode<V> {
    const at = place.digit(level)
    const child = this.children[at]?.delete(name, place, level + 1)
    const left = new Branch(this.children.with(at, child?.size ? child : undefined), this.size - 1)
    // so few names would never have become a branch
    return left.size > most ? left : new Leaf([...left.entries()].sort((a, b) => (a.name < b.name ? -1 : 1)))
  }
  override *settling(hashOf: HashOf<V>, bytesOf: BytesOf<V>): Generator<void> {
    for (const child of this.children) if (child) yield* child.settling(hashOf, bytesOf)
    yield* super.settling(hashOf, bytesOf)
  }
  *entries(): Generator<Entry<V>> {
    for (const child of this.children) if (child) yield* child.entries()
  }
  *entriesBeside(other: TreeNode<V> | undefined): Generator<Entry<V>> {
    for (const [at, child] of this.children.entries()) {
      const theirs = other instanceof Branch ? other.children[at] : other
      if (child && child !== theirs) yield* child.entriesBeside(theirs)
    }
  }
  protected text(hashOf: HashOf<V>): string {
    return `branch ${this.children.map(child => child?.hash(hashOf) ?? '').join()}`
  }
  protected sum(bytesOf: BytesOf<V>): number {
    return this.children.reduce((sum, child) => sum + (child?.bytes(bytesOf) ?? 0), 0)
  }
}

const noBranch = <V>(): TreeNode<V> =>
  new Branch<V>(
    Array.from({ length: ways }, () => undefined),
    0,
  )
