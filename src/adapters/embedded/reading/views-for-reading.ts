import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { ViewName } from '../../read-models/sqlite/generations.ts'
import { markReader, type ViewReader, viewReader } from '../../read-models/sqlite/read-views.ts'
import { allOnFile, FileFault, notBuilt, removed } from '../../sqlite/file-fault.ts'
import { replacedWatch } from '../../sqlite/file-identity.ts'
import { openForReading } from '../../sqlite/open-file.ts'
import { fileOf } from '../files/file-names.ts'

/** Milliseconds between two checks whether views.db is still the file that was opened. */
const checkEvery = 100

const refuse = (): never => {
  throw new FileFault(fileOf.views, notBuilt)
}

/** Opens a file. It may be removed at this moment, or be a new one that the writer has not created, or its tables, yet. */
const openedAt = <R>(path: string, read: (db: Database.Database) => R, limitMs?: number) => {
  let db: Database.Database | undefined
  try {
    db = openForReading(path, limitMs)
    return { reader: read(db), isReplaced: replacedWatch(path), close: db.close.bind(db) }
  } catch (error) {
    db?.close()
    const code = error instanceof FileFault || error instanceof Database.SqliteError ? error.code : ''
    // its files go one after the other, and SQLite says something else for each that is missing
    throw /^SQLITE_(CANTOPEN|IOERR|ERROR)/.test(code) ? new FileFault(fileOf.views, removed) : error
  }
}

/** A reader of a file that is opened anew when it was removed or replaced; `files` counts them, `since` is when the last was opened anew. */
const following = <R>(path: string, read: (db: Database.Database, isAnew: boolean) => R, limitMs?: number) => {
  let opened: ReturnType<typeof openedAt<R>> | undefined
  try {
    opened = openedAt(path, db => read(db, false), limitMs)
  } catch (error) {
    if (!(error instanceof FileFault) || error.code !== removed) throw error
  }
  let files = 1
  let since = Number.NEGATIVE_INFINITY
  let checked = performance.now()
  return {
    current: (): R => {
      const now = performance.now()
      if (opened && now - checked >= checkEvery) {
        checked = now
        if (opened.isReplaced()) {
          opened.close()
          opened = undefined
        }
      }
      if (opened === undefined) {
        opened = openedAt(path, db => read(db, true), limitMs)
        files++
        since = now
      }
      return opened.reader
    },
    files: () => files,
    since: () => since,
    close: () => opened?.close(),
  }
}

/**
 * The reads of views.db. When the file was removed or replaced, it is opened anew, and a view that the writer has not
 * built yet is refused: an empty list would say that there is nothing.
 */
export const viewsForReading = (dataDir: string): { readonly reads: ViewReader; close(): void } => {
  const { current, close } = following(join(dataDir, fileOf.views), (db, isAnew) =>
    viewReader(db, isAnew ? refuse : undefined),
  )
  return {
    reads: allOnFile(fileOf.views, {
      get: (view, id) => current().get(view, id),
      getMany: (view, ids) => current().getMany(view, ids),
      find: (view, query) => current().find(view, query),
      servingOf: name => current().servingOf(name),
      checkpoint: view => current().checkpoint(view),
      allPage: (view, after) => current().allPage(view, after),
    } satisfies ViewReader),
    close,
  }
}

/** Does work at the first call in a turn of the event loop. */
const oncePerTurn = (work: () => void): (() => void) => {
  let done = false
  const turned = () => {
    done = false
  }
  return () => {
    if (done) return
    setImmediate(turned)
    work()
    done = true
  }
}

/**
 * Tells on this thread when documents of a view may have changed, whichever process changes them. It never waits here, and throws
 * nothing: undefined says that the view must be read.
 */
export const marksHere = (dataDir: string) => {
  const { current, files, since, close } = following(join(dataDir, fileOf.views), markReader, 0)
  // what this turn answers had arrived before it began, and nobody was answered meanwhile
  const refresh = oncePerTurn(() => current().refresh())
  return {
    of: (view: ViewName): string | undefined => {
      try {
        refresh()
        const mark = current().of(view)
        // the thread that reads may still have the file that was replaced
        return mark && performance.now() - since() > 2 * checkEvery ? `${files()}/${mark}` : undefined
      } catch {
        // locked, damaged or removed: the read that follows finds out
        return undefined
      }
    },
    close,
  }
}
