import type { Position } from './event-log.ts'

export type Scalar = string | number | boolean | null

/**
 * Criteria over the fields of a document, that the interface's filters parse into (decision 5). `field` is a path of
 * member names (`['assetData', 'headline']`); a member that is absent counts as null.
 */
export type Where =
  | { readonly all: readonly Where[] }
  | { readonly any: readonly Where[] }
  | { readonly field: readonly string[]; readonly is: '=' | '<>'; readonly value: Scalar }
  | { readonly field: readonly string[]; readonly is: '<' | '>' | '<=' | '>='; readonly value: Scalar }
  | { readonly field: readonly string[]; readonly is: 'in'; readonly values: readonly Scalar[] }
  /** Case-insensitive; `%` any run of characters, `_` any one. Wildcards are the caller's; the adapter escapes nothing more. */
  | { readonly field: readonly string[]; readonly is: 'like'; readonly pattern: string }

/** Order of a list: by one field, then by document id. Numbers before text; ascending unless said. */
export type Sort = { readonly field: readonly string[]; readonly descending?: boolean }

/** Where a page goes on: the sort value and id of the last (next) or first (previous) document that was shown. */
export type Key = { readonly value: Scalar; readonly id: string }

export type Query = {
  readonly where?: Where
  readonly sort?: Sort
  readonly limit: number
  readonly offset?: number
  /** false: the number of matches is not asked for (`count` is 0 then), as a long list takes long to count. */
  readonly counted?: false
  /** Documents behind this key; wins over offset. */
  readonly after?: Key
  /** Documents before this key, the nearest `limit` of them, still in ascending list order. */
  readonly before?: Key
}

/** A stored document: its JSON text, ready to be joined into an answer, and what it reflects. */
export type Stored = { readonly id: string; readonly json: string; readonly position: Position }

export type Page = {
  readonly documents: readonly Stored[]
  /** Documents that match `where`, whatever the page. */
  readonly count: number
  /** Keys of the first and last document of this page in its sort; undefined when the page is empty. */
  readonly first?: Key
  readonly last?: Key
  /** Whether documents that match stand before and behind this page. */
  readonly hasPrevious: boolean
  readonly hasNext: boolean
}

/** A list within a scope: the account's campaigns by their number. */
export type ListedBy = {
  readonly scope: readonly string[]
  readonly sort: readonly string[]
  /** Members that callers filter by: they stand in the index, so that documents that do not match are not opened. */
  readonly filters?: readonly (readonly string[])[]
}

/** A view is addressed by name and version: a node reads and feeds the version that it knows (design 6). */
export type ViewRef = {
  readonly name: string
  readonly version: number
  /** Paths that lists filter or sort by. */
  readonly indexes: readonly (readonly string[])[]
  /** Lists that are read page by page: sorted by one path within all documents of one value of another. */
  readonly lists?: readonly ListedBy[]
}

/** json undefined: deleted; a tombstone with the position stays. */
export type Change = { readonly id: string; readonly json: string | undefined; readonly position: Position }

/** The store of read models (design 6). Every adapter passes `test/adapters/read-models.contract.ts`. */
export type ReadModels = {
  get(view: ViewRef, id: string): Promise<Stored | undefined>
  getMany(view: ViewRef, ids: readonly string[]): Promise<readonly Stored[]>
  find(view: ViewRef, query: Query): Promise<Page>
  /**
   * What is stored of these documents, deleted ones included. Only in stores that cannot write documents and checkpoint in one
   * transaction: after a crash documents may be ahead of the checkpoint, and whoever folds events into them passes over those
   * up to their positions.
   */
  latest?(view: ViewRef, ids: readonly string[]): Promise<readonly Change[]>
  /**
   * Writes changes and the checkpoint together. An older change never overwrites a newer one, so that delivery twice is
   * harmless. `from` is the checkpoint that the changes were computed from: when the stored one differs, nothing is written
   * and the stored one is answered.
   */
  apply(view: ViewRef, changes: readonly Change[], from: Position, checkpoint: Position): Promise<Position>
  /** Position up to which a view reflects the log; undefined when the view is not built. */
  checkpoint(view: ViewRef): Promise<Position | undefined>
  /** All documents of a view in id order, in pages. */
  all(view: ViewRef): AsyncIterable<Stored>
  /** Resolves true once every view of this node reflects `position`, false after `timeoutMs`. */
  waitFor(position: Position, timeoutMs: number): Promise<boolean>
  /** Calls back (soon, coalesced) whenever views have moved on, from whichever process. Answers the unsubscriber. */
  onMoved(listener: (position: Position) => void): () => void
  /** Volatile counters (rate limits, lastUsedAt); may be lost on a crash. */
  readonly volatile: {
    add(key: string, by: number, ttlSeconds: number): Promise<number>
    set(key: string, value: string, ttlSeconds: number): Promise<void>
    get(keys: readonly string[]): Promise<readonly (string | undefined)[]>
  }
  close(): Promise<void>
}
