import type { RowIndexes } from '../../../src/ports/row-indexes.ts'

const unexpected = async (): Promise<never> => {
  throw new Error('this test has no indexes of rows')
}

/** For campaigns without a feed, which need none. */
export const noRowIndexes: RowIndexes = {
  rowsOf: unexpected,
  values: unexpected,
  prepare: unexpected,
  close: async () => undefined,
}
