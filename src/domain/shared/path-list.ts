import { Sharing } from './value-bytes.ts'

/** What the versions of a list share: the paths of the longest one, and their places in it. */
type Shared = { readonly paths: string[]; readonly places: Map<string, number> }

/** The bytes of paths as text. */
export const textBytesOf = (paths: Iterable<string>): number => {
  let sum = 0
  for (const path of paths) sum += Buffer.byteLength(path)
  return sum
}

/** Estimated bytes in memory of a path besides its text. */
const overhead = 100

/**
 * An immutable list of different paths that grows. Its versions share one array, so that a version with more paths costs as much as those that
 * are new; only of a version that grows twice are the paths copied.
 */
export class PathList extends Sharing {
  readonly #shared: Shared
  readonly length: number
  readonly textBytes: number

  private constructor(shared: Shared, textBytes: number) {
    super()
    this.#shared = shared
    this.length = shared.paths.length
    this.textBytes = textBytes
  }
  static readonly empty = new PathList({ paths: [], places: new Map() }, 0)
  has(path: string): boolean {
    const place = this.#shared.places.get(path)
    return place !== undefined && place < this.length
  }
  /** With these paths at its end, but those that it has. */
  plus(more: readonly string[]): PathList {
    if (more.length === 0) return this
    const added = new Set(more.filter(path => !this.has(path)))
    if (added.size === 0) return this
    const shared = this.#toGrow()
    for (const path of added) shared.places.set(path, shared.paths.push(path) - 1)
    return new PathList(shared, this.textBytes + textBytesOf(added))
  }
  /** What a longer version may share: nothing with an empty list, which all campaigns begin with. */
  #toGrow(): Shared {
    if (this.length > 0 && this.#shared.paths.length === this.length) return this.#shared
    const paths = [...this]
    return { paths, places: new Map(paths.map((path, i) => [path, i])) }
  }
  get bytes(): number {
    return overhead * (this.length + 1) + this.textBytes
  }
  *[Symbol.iterator](): Generator<string> {
    for (let i = 0; i < this.length; i++) yield this.#shared.paths[i] as string
  }
  changedFrom(other: PathList): Readonly<Record<string, string>> {
    const from = this.#shared === other.#shared ? other.length : 0
    return Object.fromEntries(this.#shared.paths.slice(from, this.length).map((path, i) => [from + i, path]))
  }
  toJSON(): readonly string[] {
    return [...this]
  }
}

export const noPaths = PathList.empty
