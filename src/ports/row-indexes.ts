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

/** The rows that a source serves, and those that it served before. */
export type ServedRows = { readonly set: RowSet; readonly before?: RowSet | undefined }

/** The column whose values are looked for, and the one of their brands. */
export type ValueColumns = { readonly column: string; readonly brandColumn?: string | undefined }

/** An index that look-ups will want. */
export type WantedIndex = { readonly of: 'keys'; readonly column: string } | ({ readonly of: 'values' } & ValueColumns)

/** A row file on this node whose rows are not served yet. */
export type RowsInFile = Pick<RowSet, 'digest' | 'columns'> & { readonly path: string }

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
  /**
   * Values of a column, unique without regard to case, sorted; and the rows that they are of: for two minutes those served
   * before may answer, while the index of the others is built. A column that the rows lack has no values.
   */
  values(
    accountId: string,
    served: ServedRows,
    columns: ValueColumns,
    search: ValueSearch,
  ): Promise<{ readonly set: RowSet; readonly values: readonly FoundValue[] }>
  /**
   * Builds indexes before the rows are served. Resolves once they are ready or cannot be built, or after a minute or `signal`; the file is
   * then not needed any more.
   */
  prepare(accountId: string, rows: RowsInFile, wanted: readonly WantedIndex[], signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** The index is still being built; try again in some seconds. */
export class IndexNotReady extends Error {
  override readonly name = 'IndexNotReady'
  constructor() {
    super('the index of the rows is still being built')
  }
}
