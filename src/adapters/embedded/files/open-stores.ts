import { join } from 'node:path'
import type { AnyProjection } from '../../../engine/read/projection.ts'
import { type Append, type Batch, batchAppender } from '../../event-log/sqlite/append-batch.ts'
import { chainCatchUp } from '../../event-log/sqlite/chain.ts'
import { gapFinder } from '../../event-log/sqlite/chain-gaps.ts'
import { logReader } from '../../event-log/sqlite/read-log.ts'
import { logId, openLog } from '../../event-log/sqlite/schema.ts'
import { openPatience } from '../../read-models/sqlite/schema.ts'
import { allOnFile, FileFault, onFile, removed } from '../../sqlite/file-fault.ts'
import { replacedWatch } from '../../sqlite/file-identity.ts'
import { changeWatch, checkpointRarely, synchronousOf } from '../../sqlite/open-file.ts'
import { writing } from '../../sqlite/transaction.ts'
import { openViewsFile, type ViewsFile, viewsPatience } from '../views/views-file.ts'
import { fileOf } from './file-names.ts'

/** How long a write attempt may delay appends, in milliseconds. */
const logPatience = 5

/** Loads the projections of a module: its default export, or its export `projections`. */
export const loadProjections = async (url: string | undefined): Promise<readonly AnyProjection[]> => {
  if (url === undefined) return []
  const module = (await import(url)) as { default?: unknown; projections?: unknown }
  const found = module.default ?? module.projections
  if (!Array.isArray(found)) throw new Error('the projections module does not export a list of projections')
  return found
}

/** The answer to appends to a log that is no longer at its path: they would be lost with the last process that has it open. */
const goneBatch = (appends: readonly Append[]): Batch => ({
  outcomes: appends.map(() => ({ kind: 'unavailable', reason: 'log.db was removed or replaced' })),
  before: 0,
  rows: [],
  problem: removed,
})

export type StoresOptions = {
  readonly dataDir: string
  readonly projections: readonly AnyProjection[]
  readonly maxLogPages: number | undefined
  /** Identifies this node among those that share the folder. */
  readonly node: string
}

/** Opens both files for writing, with all operations of the writer. `builder` builds the views that need it. */
export const openStores = ({ dataDir, projections, maxLogPages, node }: StoresOptions) => {
  const logPath = join(dataDir, fileOf.log)
  const logDb = openLog(logPath)
  checkpointRarely(logDb)
  if (maxLogPages !== undefined) logDb.pragma(`max_page_count = ${maxLogPages}`)
  const isLogReplaced = replacedWatch(logPath)
  const reader = allOnFile(fileOf.log, logReader(logDb))
  const locked = writing(logDb)
  const touch = logDb.prepare("UPDATE meta SET value = value WHERE key = 'format'")
  const log = { id: logId(logDb), reader, locked }
  const appendBatch = batchAppender(logDb)
  const catchUp = chainCatchUp(logDb, reader, work => locked(work, logPatience))
  const findGaps = gapFinder(logDb)
  onFile(logPath, () => locked(() => findGaps(reader.lastLink(), reader.head())))
  const logChanged = changeWatch(logDb)
  let views: ViewsFile = openViewsFile({ dataDir, projections, log, node, limitMs: openPatience })
  return {
    started: { logId: log.id, logSynchronous: synchronousOf(logDb), viewsSynchronous: views.synchronous },
    append: (appends: readonly Append[]): Batch => (isLogReplaced() ? goneBatch(appends) : appendBatch(appends)),
    /** Throws while the log cannot be written. */
    tryLog: () => {
      if (isLogReplaced()) throw new FileFault(fileOf.log, removed)
      locked(() => touch.run(), logPatience)
    },
    isLogReplaced,
    /** Extends the hash chain by a page of the events that it lacks; whether it may lack more. */
    chain: (): boolean => !isLogReplaced() && onFile(logPath, catchUp),
    feed: (...[batch, limitMs]: Parameters<ViewsFile['feed']>) => views.feed(batch, limitMs),
    get builder() {
      return views.builder
    },
    exchange: (...[rows, now]: Parameters<ViewsFile['exchange']>) => views.exchange(rows, now),
    leases: () => views.leases,
    failed: () => views.failed(),
    /** Whether another process has written to either file since the last call. */
    changedElsewhere: (): boolean => [logChanged(), views.changed()].includes(true),
    /** Opens views.db again if it was removed or replaced, and creates it if necessary. Returns whether it did. */
    reopenViews: (): boolean => {
      if (!views.isReplaced()) return false
      const before = views
      const viewedLog = { ...log, locked: <T>(work: () => T) => locked(work, logPatience) }
      views = openViewsFile({ dataDir, projections, log: viewedLog, node, limitMs: viewsPatience })
      before.close()
      return true
    },
    close: () => {
      views.close()
      logDb.close()
    },
  }
}
export type Stores = ReturnType<typeof openStores>
