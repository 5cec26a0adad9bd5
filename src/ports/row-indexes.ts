import type { RowSet } from '../domain/asset-sources/row-set.ts'

/** A row that was found by its key: its number in the row set (from 0), and a hash of its cells. */
export type KeyedRow = { readonly number: number; readonly hash: string }

/** A value of a column, in its most frequent spelling, and the number of a row that has it. */
export type FoundValue = { readonly value: string; readonly rows: number; readonly number: number }

/** What is looked for in the values of a column (CREATIVE-17). */
export type ValueSearch = {
  /** Texts of which any occurs in the value, without regard to case and accents; none: every value. */
  readonly terms: readonly string[]
  /** Only values of rows with one of these values in `brandColumn`, without regard to case and accents. */
  readonly brands?: readonly string[] | undefined
  readonly limit: number
  readonly offset: number
}

/**
 * Look-ups in the rows of asset sources. An index is built from the blob when it is first wanted, apart from what answers requests, and
 * kept on this node; a million rows take some seconds. A look-up that cannot wait for it rejects with IndexNotReady.
 */
export type RowIndexes = {
  /** The first row of each of these keys; keys without a row are absent. */
  rowsOf(
    accountId: string,
    set: RowSet,
    column: string,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, KeyedRow>>
  /** Values of a column, unique without regard to case and accents, sorted. A column that the rows lack has none. */
  values(
    accountId: string,
    set: RowSet,
    columns: { readonly column: string; readonly brandColumn?: string | undefined },
    search: ValueSearch,
  ): Promise<readonly FoundValue[]>
  close(): Promise<void>
}

/** The index is still being built; try again in some seconds. */
export class IndexNotReady extends Error {
  override readonly name = 'IndexNotReady'
  constructor() {
    super('the index of the rows is still being built')
  }
}
