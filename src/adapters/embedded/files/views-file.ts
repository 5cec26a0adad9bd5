import { closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyProjection } from '../../../engine/read/projection.ts'
import type { LogReader } from '../../event-log/sqlite/read-log.ts'
import { changeApplier } from '../../read-models/sqlite/apply-changes.ts'
import { generations } from '../../read-models/sqlite/generations.ts'
import { leaseRows } from '../../read-models/sqlite/lease-rows.ts'
import { headNotes, openViews } from '../../read-models/sqlite/schema.ts'
import { volatileExchange } from '../../read-models/sqlite/volatile-rows.ts'
import { documentsOf } from '../../read-models/sqlite/write-views.ts'
import { codeOfFile, FileFault, isDamage, notJson, onFile } from '../../sqlite/file-fault.ts'
import { replacedWatch } from '../../sqlite/file-identity.ts'
import { changeWatch, checkpointRarely, synchronousOf } from '../../sqlite/open-file.ts'
import { type Write, writing } from '../../sqlite/transaction.ts'
import { viewBuilder } from '../building/build-views.ts'
import { dropSuperseded } from '../building/superseded.ts'
import { failedViews } from '../writing/failed-views.ts'
import { servingOf, type ViewStore, viewFeeder } from '../writing/feed-views.ts'
import { fileOf } from './file-names.ts'

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

/**
 * Builds the indexes that a serving generation of an earlier release lacks. One with a document that is not JSON is built anew; one in a
 * damaged part of the file stays as it is, without the index: reads report it.
 */
const indexByStretches = (
  projections: readonly AnyProjection[],
  { write, generations }: Pick<ViewStore, 'write' | 'generations'>,
  limitMs: number,
): void => {
  const serving = write(() => servingOf(projections, generations.list()), limitMs)
  for (const { projection, generation } of serving) {
    if (!generation || !projection.lists?.some(({ inLogOrder }) => inLogOrder)) continue
    try {
      write(() => generations.indexByStretches(projection, generation.id), limitMs)
    } catch (error) {
      const code = codeOfFile(error)
      if (!isDamage(code)) throw error
      if (code === notJson) write(() => generations.renew(projection), limitMs)
    }
  }
}

/** Opens views.db for the writer, and creates it if it is missing. */
export const openViewsFile = ({ dataDir, projections, log, node, limitMs }: ViewsFileOptions) => {
  const path = join(dataDir, fileOf.views)
  createMissing(path, log)
  const db = openViews(path, { ...log.reader, id: log.id }, limitMs)
  checkpointRarely(db)
  const isReplaced = replacedWatch(path)
  const known = generations(db)
  const plain = writing(db)
  const write: Write = (work, limitMs = viewsPatience) => {
    try {
      return plain(work, limitMs)
    } catch (error) {
      known.forget()
      throw error
    }
  }
  const documents = documentsOf(db)
  const failed = failedViews()
  const store = { log: log.reader, noteHead: headNotes(db, log.reader), write, generations: known, documents, failed }
  onFile(path, () => {
    dropSuperseded(projections, store)
    indexByStretches(projections, store, limitMs)
  })
  return {
    synchronous: synchronousOf(db),
    isReplaced,
    feed: viewFeeder(projections, store),
    builder: viewBuilder(projections, store),
    apply: changeApplier(write, known, documents),
    exchange: volatileExchange(db, write, node),
    leases: leaseRows(db, write),
    failed: failed.list,
    changed: changeWatch(db),
    close: () => db.close(),
  }
}
export type ViewsFile = ReturnType<typeof openViewsFile>
