import { join } from 'node:path'
import type Database from 'better-sqlite3'
import type { AnyProjection } from '../../../engine/read/projection.ts'
import { batchAppender } from '../../event-log/sqlite/append-batch.ts'
import { logReader } from '../../event-log/sqlite/read-log.ts'
import { logId, openLog } from '../../event-log/sqlite/schema.ts'
import { changeApplier } from '../../read-models/sqlite/apply-changes.ts'
import { generations } from '../../read-models/sqlite/generations.ts'
import { openViews } from '../../read-models/sqlite/schema.ts'
import { volatileExchange } from '../../read-models/sqlite/volatile-rows.ts'
import { documentsOf } from '../../read-models/sqlite/write-views.ts'
import { allOnFile } from '../../sqlite/file-fault.ts'
import { changeWatch } from '../../sqlite/open-file.ts'
import { type Write, writing } from '../../sqlite/transaction.ts'
import { viewBuilder } from '../building/build-views.ts'
import { dropSuperseded } from '../building/superseded.ts'
import { failedViews } from '../writing/failed-views.ts'
import { viewFeeder } from '../writing/feed-views.ts'
import { fileOf } from './file-names.ts'

/** How long a view write may delay appends while another process locks the file, in milliseconds. */
const viewsPatience = 250

/** How long a write attempt may delay appends, in milliseconds. */
const logPatience = 5

/** Loads the projections of a module: its default export, or its export `projections`. */
export const loadProjections = async (url: string): Promise<readonly AnyProjection[]> => {
  const module = (await import(url)) as { default?: unknown; projections?: unknown }
  const found = module.default ?? module.projections
  if (!Array.isArray(found)) throw new Error('the projections module does not export a list of projections')
  return found
}

const synchronousOf = (db: Database.Database) => Number(db.pragma('synchronous', { simple: true }))

/** Opens both files for writing, with all operations of the writer. `builder` builds the views that need it. */
export const openStores = (dataDir: string, projections: readonly AnyProjection[], maxLogPages: number | undefined) => {
  const logDb = openLog(join(dataDir, fileOf.log))
  if (maxLogPages !== undefined) logDb.pragma(`max_page_count = ${maxLogPages}`)
  const log = allOnFile(fileOf.log, logReader(logDb))
  const writeLog = writing(logDb)
  const touch = logDb.prepare("UPDATE meta SET value = value WHERE key = 'format'")
  const viewsDb = openViews(join(dataDir, fileOf.views), logId(logDb), log.head)
  const known = generations(viewsDb)
  const plain = writing(viewsDb)
  const write: Write = (work, limitMs = viewsPatience) => {
    try {
      return plain(work, limitMs)
    } catch (error) {
      known.forget()
      throw error
    }
  }
  const documents = documentsOf(viewsDb)
  const failed = failedViews()
  const store = { log, write, generations: known, documents, failed }
  dropSuperseded(projections, store)
  const logChanged = changeWatch(logDb)
  const viewsChanged = changeWatch(viewsDb)
  return {
    started: { logId: logId(logDb), logSynchronous: synchronousOf(logDb), viewsSynchronous: synchronousOf(viewsDb) },
    append: batchAppender(logDb),
    /** Throws while the log cannot be written. */
    tryLog: () => void writeLog(() => touch.run(), logPatience),
    feed: viewFeeder(projections, store),
    builder: viewBuilder(projections, store),
    apply: changeApplier(write, known, documents),
    exchange: (node: string) => volatileExchange(viewsDb, write, node),
    failed: failed.list,
    /** Whether another process has written to either file since the last call. */
    changedElsewhere: (): boolean => [logChanged(), viewsChanged()].includes(true),
    close: () => {
      viewsDb.close()
      logDb.close()
    },
  }
}
export type Stores = ReturnType<typeof openStores>
