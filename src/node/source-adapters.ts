import { join } from 'node:path'
import { openRemoteRows, type RemoteRowsOptions } from '../asset-sources/remote/open-remote-rows.ts'
import type { RemoteRows } from '../ports/remote-rows.ts'
import type { RowIndexes } from '../ports/row-indexes.ts'
import { endEach } from './end-each.ts'
import { lazilyOpened } from './lazily-opened.ts'

/** Folders of a node: `temporary` is for rows on their way to an index. */
type Folders = { readonly dataDir: string; readonly temporary: string }

/** What a node needs for the rows of asset sources: fetches of remote ones, and indexes. */
export const openSourceAdapters = (
  options: RemoteRowsOptions,
  { dataDir, temporary }: Folders,
): { readonly remoteRows: RemoteRows; readonly rowIndexes: RowIndexes; close(): Promise<void> } => {
  const remoteRows = openRemoteRows(options)
  const rowIndexes = lazilyOpened<RowIndexes>(['rowsOf', 'values', 'prepare'], async () =>
    (await import('../adapters/row-indexes/open-row-indexes.ts')).openRowIndexes({
      blobs: options.blobs,
      folder: join(dataDir, 'indexes'),
      temporary,
    }),
  )
  return {
    remoteRows,
    rowIndexes,
    close: () => endEach(remoteRows.close, rowIndexes.close),
  }
}
