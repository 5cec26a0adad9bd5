import { join } from 'node:path'
import Database from 'better-sqlite3'
import { type ViewReader, viewReader } from '../../read-models/sqlite/read-views.ts'
import { allOnFile, FileFault, notBuilt, removed } from '../../sqlite/file-fault.ts'
import { replacedWatch } from '../../sqlite/file-identity.ts'
import { openForReading } from '../../sqlite/open-file.ts'
import { fileOf } from '../files/file-names.ts'

/** Milliseconds between two checks whether views.db is still the file that was opened. */
const checkEvery = 100

const refuse = (): never => {
  throw new FileFault(fileOf.views, notBuilt)
}

const openedAt = (path: string, refuseNotBuilt?: () => never) => {
  const db = openForReading(path)
  try {
    return { reader: viewReader(db, refuseNotBuilt), isReplaced: replacedWatch(path), close: () => db.close() }
  } catch (error) {
    db.close()
    throw error
  }
}

/** Opens a file that replaces a removed one: the writer may not have created it, or its tables, yet. */
const openedAnew = (path: string) => {
  try {
    return openedAt(path, refuse)
  } catch (error) {
    const isMissing = error instanceof FileFault && error.code === 'SQLITE_CANTOPEN'
    const isEmpty = error instanceof Database.SqliteError && error.code === 'SQLITE_ERROR'
    throw isMissing || isEmpty ? new FileFault(fileOf.views, removed) : error
  }
}

/**
 * The reads of views.db. When the file was removed or replaced, it is opened anew, and a view that the writer has not
 * built yet is refused: an empty list would say that there is nothing.
 */
export const viewsForReading = (dataDir: string): { readonly reads: ViewReader; close(): void } => {
  const path = join(dataDir, fileOf.views)
  let opened: ReturnType<typeof openedAt> | undefined = openedAt(path)
  let checked = performance.now()
  const current = (): ViewReader => {
    const now = performance.now()
    if (opened && now - checked >= checkEvery) {
      checked = now
      if (opened.isReplaced()) {
        opened.close()
        opened = undefined
      }
    }
    opened ??= openedAnew(path)
    return opened.reader
  }
  return {
    reads: allOnFile(fileOf.views, {
      get: (view, id) => current().get(view, id),
      getMany: (view, ids) => current().getMany(view, ids),
      find: (view, query) => current().find(view, query),
      servingOf: name => current().servingOf(name),
      checkpoint: view => current().checkpoint(view),
      allPage: (view, after, limit) => current().allPage(view, after, limit),
    } satisfies ViewReader),
    close: () => opened?.close(),
  }
}
