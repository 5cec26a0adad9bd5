import type { Position, Recorded } from './event-log.ts'
import type { LeaseRows } from './leases.ts'

export type Scalar = string | number | boolean | null

/**
 * Criteria on document fields, parsed from the API's filters (HTTP-15). `field` is a path of member names
 * (`['assetData', 'headline']`); an absent member counts as null.
 */
export type Where =
  | { readonly all: readonly Where[] }
  | { readonly any: readonly Where[] }
  | { readonly field: readonly string[]; readonly is: '=' | '<>'; readonly value: Scalar }
  | { readonly field: readonly string[]; readonly is: '<' | '>' | '<=' | '>='; readonly value: Scalar }
  | { readonly field: readonly string[]; readonly is: 'in'; readonly values: readonly Scalar[] }
  /**
   * Case-insensitive; `%` matches any run of characters, `_` any one. The caller writes the wildcards; the adapter
   * escapes nothing else.
   */
  | { readonly field: readonly string[]; readonly is: 'like'; readonly pattern: string }

/** Order of a list: by one field, then by document id. Numbers before text; ascending by default. */
export type Sort = { readonly field: readonly string[]; readonly descending?: boolean }

/** Where a page continues: the sort value and id of the last (next page) or first (previous page) document shown. */
export type Key = { readonly value: Scalar; readonly id: string }

export type Query = {
  readonly where?: Where
  readonly sort?: Sort
  readonly limit: number
  /** A page ends early, with at least one document, when its documents have so many characters. */
  readonly characters?: number
  readonly offset?: number
  /** false: matches are not counted (`count` is 0), because counting a long list is slow. */
  readonly counted?: false
  /** false: what is before the page is not looked for (`hasPrevious` is false), for readers that only go on. */
  readonly previous?: false
  /** Documents after this key; takes precedence over offset. */
  readonly after?: Key
  /** The `limit` documents immediately before this key, still in ascending list order. */
  readonly before?: Key
}

/** A stored document: its JSON text, ready to embed in a response, and the log position that it reflects. */
export type Stored = { readonly id: string; readonly json: string; readonly position: Position }

export type Page = {
  readonly documents: readonly Stored[]
  /** Number of documents that match `where`, on all pages. */
  readonly count: number
  /** Keys of the first and last document of this page in its sort order; undefined if the page is empty. */
  readonly first?: Key
  readonly last?: Key
  /** Whether matching documents exist before and after this page. */
  readonly hasPrevious: boolean
  readonly hasNext: boolean
}

/** A list within a scope, for example an account's campaigns by number. */
export type ListedBy = {
  readonly scope: readonly string[]
  readonly sort: readonly string[]
  /** Members to filter by. They are part of the index, so that documents that do not match are not read. */
  readonly filters?: readonly (readonly string[])[]
  /** Each document is made by one event, whose position it sorts by: a store may index it by stretches of the log (ADR 0156). */
  readonly inLogOrder?: boolean
}

/**
 * A list of the documents whose set has a name, for example of the API keys of an account. A set is an object whose members are `yes`:
 * the criterion `reaches.acme = yes` finds `{ reaches: { acme: 'yes' } }`.
 */
export type ListedByName = { readonly set: readonly string[]; readonly sort: readonly string[] }

/** A view is identified by name and version: a node reads and feeds the version that it knows (ARCH-25). */
export type ViewRef = {
  readonly name: string
  readonly version: number
  /** Paths that lists filter or sort by. */
  readonly indexes: readonly (readonly string[])[]
  /** Lists read page by page: sorted by one path, among all documents with the same value of another. */
  readonly lists?: readonly ListedBy[]
  readonly listByName?: ListedByName
}

/** json undefined: deleted. A tombstone with the position remains. */
export type Change = { readonly id: string; readonly json: string | undefined; readonly position: Position }

/** What folded events change in views. */
export type ViewWrite = {
  /** Changed documents; a view without any is absent. They are turned into JSON while they are read, and may be read again. */
  readonly changes: ReadonlyMap<ViewRef, Iterable<Change>>
  /** The position that each view reflected before, and the one that all of them reflect now, changed or not. */
  readonly positions: ReadonlyMap<ViewRef, { readonly from: Position; readonly to: Position }>
  /** The last event that was folded. */
  readonly last?: Pick<Recorded, 'stream' | 'revision' | 'id'>
}

/**
 * The side of a store that views are fed through, by `foldBatch` alone: those that serve, or those that are built beside them. Here it
 * answers at once; `Later` is the same for stores that answer later. Reads are the other side: `ReadModels`.
 */
export type ViewStore = {
  /** The position that the stored documents of each view reflect. A view without documents is created, at 0. */
  positions(views: readonly ViewRef[]): ReadonlyMap<ViewRef, Position>
  /** These documents, deleted ones too where the store knows them; undefined when they have more than `most` characters besides the largest. */
  load(
    wanted: ReadonlyMap<ViewRef, readonly string[]>,
    most: number,
  ): ReadonlyMap<ViewRef, Iterable<Change>> | undefined
  /**
   * Writes documents, then positions; an older document never replaces a newer one. Throws FeedChanged when a view is not at its `from`
   * any more, and DocumentTooLarge, having written nothing, for the one view that has such a document.
   */
  write(folded: ViewWrite): void
  /** Puts built documents into service in place of those that serve; false: those are ahead, so more must be folded first. */
  swap(view: ViewRef): boolean
}
export type FoldStore = Pick<ViewStore, 'load' | 'write'>
/** The same functions for a store that answers later. */
export type Later<S> = {
  readonly [M in keyof S]: S[M] extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never
}

/** Feeds views on the one node that may. Every function rejects when another node took over. */
export type Feeding = Later<Pick<ViewStore, 'positions' | 'load' | 'write'>> & {
  /** The views have reached the head of the log: what was left out to get there sooner is made up for. */
  caughtUp(): Promise<void>
}
/** The documents of a view were replaced meanwhile, so the batch must be folded again. */
export class FeedChanged extends Error {
  override readonly name = 'FeedChanged'
  override readonly message = 'the views changed while a batch was written'
}

/** A document of a view is larger than the store takes: this view cannot be fed, the others can. /readyz shows the message, so it has no id. */
export class DocumentTooLarge extends Error {
  override readonly name = 'DocumentTooLarge'
  readonly view: ViewRef
  constructor(view: ViewRef, mostBytes: number) {
    super(`a document of the view ${view.name} has more than ${mostBytes} bytes`)
    this.view = view
  }
}

/** The store of read models (ARCH-25). Every adapter passes `test/adapters/read-models.contract.ts`. */
export type ReadModels = {
  get(view: ViewRef, id: string): Promise<Stored | undefined>
  getMany(view: ViewRef, ids: readonly string[]): Promise<readonly Stored[]>
  find(view: ViewRef, query: Query): Promise<Page>
  /** Position up to which a view reflects the log; undefined if the view is not built. */
  checkpoint(view: ViewRef): Promise<Position | undefined>
  /** All documents of a view in id order, in pages. */
  all(view: ViewRef): AsyncIterable<Stored>
  /** Resolves to true once every view of this node reflects `position`, or to false after `timeoutMs`. */
  waitFor(position: Position, timeoutMs: number): Promise<boolean>
  /**
   * Calls the listener soon after views have advanced, in whichever process; calls are coalesced. Returns a function
   * that unsubscribes.
   */
  onMoved(listener: (position: Position) => void): () => void
  /** Changes whenever documents of the view may have changed; undefined where that is not known. Costs nothing. */
  mark?(view: ViewRef): string | undefined
  /** Volatile counters and values (rate limits, lastUsedAt); a crash may lose them. */
  readonly volatile: {
    add(key: string, by: number, ttlSeconds: number): Promise<number>
    set(key: string, value: string, ttlSeconds: number): Promise<void>
    get(keys: readonly string[]): Promise<readonly (string | undefined)[]>
    /** The values that were set, by key, of all keys that begin with `prefix`. */
    find(prefix: string): Promise<ReadonlyMap<string, string>>
  }
  /** Who works on what (ARCH-28). */
  readonly leases: LeaseRows
  close(): Promise<void>
}
