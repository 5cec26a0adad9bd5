import { closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyProjection } from '../../../engine/read/projection.ts'
import type { LogReader } from '../../event-log/sqlite/read-log.ts'
import { leaseRows } from '../../read-models/sqlite/lease-rows.ts'
import { headNotes, openViews } from '../../read-models/sqlite/schema.ts'
import { viewStores } from '../../read-models/sqlite/view-store.ts'
import { volatileExchange } from '../../read-models/sqlite/volatile-rows.ts'
import { FileFault, onFile } from '../../sqlite/file-fault.ts'
import { replacedWatch } from '../../sqlite/file-identity.ts'
import { changeWatch, checkpointRarely, synchronousOf } from '../../sqlite/open-file.ts'
import type { Write } from '../../sqlite/transaction.ts'
import { fileOf } from '../files/file-names.ts'
import { viewBuilder } from './build-views.ts'
import { failedViews } from './failed-views.ts'
import { nearness, viewFeeder } from './feed-views.ts'

/** How long a view write may delay appends while another process locks the file, in milliseconds. */
export const viewsPatience = 250

/** The log that the views are built from. `locked` runs work while no other process writes the log. */
export type ViewedLog = { readonly id: string; readonly reader: LogReader; readonly locked: Write }

const notCreated = (error: unknown): never => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (typeof code !== 'string') throw error
  throw new FileFault(fileOf.views, code === 'ENOSPC' ? 'SQLITE_FULL' : 'SQLITE_CANTOPEN')
}

/**
 * Creates views.db if it is missing. What SQLite kept beside a removed file must not be applied to the new one. Nodes that
 * share the folder take turns, so that none removes what another one has just opened.
 */
const createMissing = (path: string, { locked }: ViewedLog): void => {
  if (existsSync(path)) return
  locked(() => {
    if (existsSync(path)) return
    try {
      for (const suffix of ['-wal', '-shm', '-journal']) rmSync(`${path}${suffix}`, { force: true })
      closeSync(openSync(path, 'wx'))
    } catch (error) {
      notCreated(error)
    }
  })
}

export type ViewsFileOptions = {
  readonly dataDir: string
  readonly projections: readonly AnyProjection[]
  readonly log: ViewedLog
  /** Identifies this node among the volatile counters. */
  readonly node: string
  /** How long to wait for other writers of the file, in milliseconds. */
  readonly limitMs: number
}

/** Opens views.db for the writer, and creates it if it is missing. */
export const openViewsFile = ({ dataDir, projections, log, node, limitMs }: ViewsFileOptions) => {
  const path = join(dataDir, fileOf.views)
  createMissing(path, log)
  const db = openViews(path, { ...log.reader, id: log.id }, limitMs)
  checkpointRarely(db)
  const isReplaced = replacedWatch(path)
  const stores = viewStores(db, viewsPatience)
  const failed = failedViews()
  const parts = { ...stores, log: log.reader, noteHead: headNotes(db, log.reader), failed }
  onFile(path, () => stores.write(() => stores.table.dropOlder(projections, log.reader.head() - nearness), limitMs))
  return {
    synchronous: synchronousOf(db),
    isReplaced,
    feed: viewFeeder(projections, parts),
    builder: viewBuilder(projections, parts),
    exchange: volatileExchange(db, stores.write, node),
    leases: leaseRows(db, stores.write),
    failed: failed.list,
    changed: changeWatch(db),
    close: () => db.close(),
  }
}
export type ViewsFile = ReturnType<typeof openViewsFile>
