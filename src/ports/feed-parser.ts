import type { CsvSeparator, FeedConfig, FeedFormat, Understood } from '../domain/asset-sources/feed-format.ts'
import type { RowSet } from '../domain/asset-sources/row-set.ts'

/** A feed as it lies in a file on this node. */
export type FeedFile = {
  readonly path: string
  readonly format: FeedFormat
  readonly config: FeedConfig
  /** How the source was read before. What `format` and `config` do not say is taken from it, and found out only if it says nothing. */
  readonly understood?: Understood | undefined
  /** Whether the protocol confirmed that this is all of the file; default true. Otherwise an incomplete last row is left out. */
  readonly isWhole?: boolean | undefined
}

/** One way to find rows in a file: by a separator, or at a path. `rows`: those that were looked at. */
export type FeedCandidate = {
  readonly csvSeparator?: CsvSeparator
  readonly rowXPath?: string
  readonly columns: readonly string[]
  readonly rows: number
  readonly chosen: boolean
}

/** Why a feed cannot be read: the message is for the people of the account, and says where. */
export type FeedFault = { readonly code: string; readonly detail: string }
export const isFeedFault = (u: object): u is FeedFault => 'code' in u && 'detail' in u

/** What the beginning of a feed shows (SOURCE-4). */
export type FeedSample = {
  readonly config: FeedConfig
  /** Values of each column, from the first rows. */
  readonly sample: Readonly<Record<string, readonly string[]>>
  /** What custom code logged, and the faults of single rows. */
  readonly cdpLogs: readonly string[]
  /** The ways to find rows that were considered; the chosen one first. */
  readonly candidates: readonly FeedCandidate[]
  readonly warnings: readonly string[]
}

/** A row that was left out, lost cells, or is not as the others are. Rows count from 1; `line`: a row that has no number, as it could not be read. */
export type RowFault = {
  readonly row: number
  readonly line?: number
  readonly code: string
  readonly detail: string
}

export type ParsedFeed = {
  /** The row file (ADR 0048), to be stored as it is. */
  readonly file: string
  readonly set: Omit<RowSet, 'blob' | 'bytes'>
  /** The first hundred. */
  readonly faults: readonly RowFault[]
  readonly faultyRows: number
  /** What people of the account should know about the rows, in sentences. */
  readonly warnings?: readonly string[]
  /** Of a file: how it was read. */
  readonly understood?: Understood
}

/**
 * Reads feeds apart from everything else that the node does, in turn for the accounts: with limits of time, memory, rows and bytes. What a feed
 * contains can only make it fail.
 */
export type FeedParser = {
  /** Looks at the beginning of a feed, whatever is being read whole. `cut`: the file is only the beginning. */
  sample(
    accountId: string,
    file: FeedFile,
    options: { readonly cut: boolean; readonly signal: AbortSignal },
  ): Promise<FeedSample | FeedFault>
  /**
   * Reads all rows into a row file at `out`. `columns`: only these are kept, in this order, and each must be there. `onRows` is called now
   * and then with the rows so far.
   */
  parse(
    accountId: string,
    file: FeedFile,
    options: {
      readonly out: string
      readonly keyColumn: string
      readonly variantColumn?: string | undefined
      /** Other columns that the source names; they help to find the rows. */
      readonly named?: readonly string[] | undefined
      readonly columns?: readonly string[] | undefined
      readonly signal: AbortSignal
      readonly onRows?: (rows: number) => void
    },
  ): Promise<ParsedFeed | FeedFault>
  close(): Promise<void>
}
