import type { RowSet } from '../../domain/asset-sources/row-set.ts'
import type { Blobs } from '../../ports/blobs.ts'
import {
  IndexNotReady,
  type RowIndexes,
  type ServedRows,
  type ValueColumns,
  type WantedIndex,
} from '../../ports/row-indexes.ts'
import { LimitExceeded } from '../threads/bounded-thread.ts'
import { threadPool } from '../threads/thread-pool.ts'
import { indexBuilds } from './index-builds.ts'
import { openIndexFolder } from './index-folder.ts'
import type { IndexKind } from './index-kinds.ts'
import { answered, type IndexAnswer, type IndexTask, indexThread } from './index-tasks.ts'

export type RowIndexesOptions = {
  readonly blobs: Pick<Blobs, 'open'>
  /** Keeps the indexes. */
  readonly folder: string
  /** For rows on their way to an index; on the same disk as the files that `prepare` is given. */
  readonly temporary: string
  /** Bytes of the indexes that are kept. */
  readonly mostBytes?: number
  /** Milliseconds that a look-up waits for an index that is being built. */
  readonly patienceMs?: number
  /** The same when the rows that were served before can answer. */
  readonly beforeMs?: number
  /** For how long after the first look-up the rows before may answer, in milliseconds. */
  readonly mostBeforeMs?: number
  /** Milliseconds that `prepare` takes at most. */
  readonly prepareMs?: number
}

const askMs = 10_000
const asks = { inAll: 2, perAccount: 1 }

type Columns = Pick<RowSet, 'columns'>

const numberOf = ({ columns }: Columns, column: string | undefined): number | undefined => {
  const at = column === undefined ? -1 : columns.indexOf(column)
  return at < 0 ? undefined : at
}

/** The index of the values of a column; undefined if the rows lack it, or the one of the brands that are asked for. */
const valuesKind = (
  set: Columns,
  { column: name, brandColumn: brandName }: ValueColumns,
  byBrand: boolean,
): IndexKind | undefined => {
  const [column, brandColumn] = [numberOf(set, name), numberOf(set, brandName)]
  return column === undefined || (byBrand && brandColumn === undefined)
    ? undefined
    : { of: 'values', column, brandColumn }
}

const keysKind = (set: Columns, name: string): IndexKind | undefined => {
  const column = numberOf(set, name)
  return column === undefined ? undefined : { of: 'keys', column }
}

const kindOf = (set: Columns, wanted: WantedIndex): IndexKind | undefined =>
  wanted.of === 'keys' ? keysKind(set, wanted.column) : valuesKind(set, wanted, false)

/** Keeps indexes of rows in SQLite files, built and asked in threads (ADR 0053). */
export const openRowIndexes = async ({
  blobs,
  folder,
  temporary,
  mostBytes = 4 * 2 ** 30,
  patienceMs = 4_000,
  beforeMs = 1_000,
  mostBeforeMs = 120_000,
  prepareMs = 60_000,
}: RowIndexesOptions): Promise<RowIndexes> => {
  const indexes = await openIndexFolder(folder, mostBytes)
  const builds = indexBuilds({ blobs, temporary, indexes })
  const askers = threadPool<IndexTask, IndexAnswer>(indexThread.file, { ...indexThread, deadlineMs: askMs, ...asks })
  /** Asks an index. One that cannot be read is removed: the next look-up builds it again. */
  const asked = (accountId: string, index: string, task: IndexTask) =>
    answered(askers.ask(accountId, task)).catch(async error => {
      if (!(error instanceof LimitExceeded)) await indexes.remove(index)
      throw error
    })
  /** An index of the rows; if it is being built, for a while one of the rows before. */
  const servedIndex = async (
    accountId: string,
    { set, before }: ServedRows,
    kind: IndexKind,
    kindIn: (set: RowSet) => IndexKind | undefined,
  ): Promise<{ readonly set: RowSet; readonly index: string }> => {
    const kindBefore = before && kindIn(before)
    const isEarly = builds.wantedFor(set, kind) < mostBeforeMs
    const earlier = isEarly && before && kindBefore ? await builds.find(before, kindBefore) : undefined
    if (before === undefined || earlier === undefined)
      return { set, index: await builds.indexOf(accountId, set, kind, patienceMs) }
    return builds.indexOf(accountId, set, kind, beforeMs).then(
      index => ({ set, index }),
      error => {
        if (error instanceof IndexNotReady) return { set: before, index: earlier }
        throw error
      },
    )
  }
  return {
    async rowsOf(accountId, set, name, keys) {
      const kind = keysKind(set, name)
      if (kind === undefined || keys.length === 0) return new Map()
      const index = await builds.indexOf(accountId, set, kind, patienceMs)
      const found = await asked(accountId, index, { do: 'rows', index, keys })
      return new Map('rows' in found ? found.rows : [])
    },
    async values(accountId, served, columns, search) {
      const kindIn = (set: RowSet) => valuesKind(set, columns, search.brands !== undefined)
      const kind = kindIn(served.set)
      if (kind === undefined) return { set: served.set, values: [] }
      const { set, index } = await servedIndex(accountId, served, kind, kindIn)
      const found = await asked(accountId, index, { do: 'values', index, search })
      return { set, values: 'values' in found ? found.values : [] }
    },
    async prepare(accountId, rows, wanted, signal) {
      const kinds = wanted.map(one => kindOf(rows, one)).filter(kind => kind !== undefined)
      // an index that cannot be built now is built by the first look-up
      const taken = await Promise.allSettled(kinds.map(kind => builds.ofFile(accountId, rows, kind)))
      const begun = taken.map(one => (one.status === 'fulfilled' ? one.value.done : undefined))
      const ended = Promise.withResolvers<void>()
      const end = () => ended.resolve()
      signal.addEventListener('abort', end, { once: true })
      if (signal.aborted) end()
      const timer = setTimeout(end, prepareMs)
      await Promise.race([Promise.allSettled(begun), ended.promise])
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
    },
    async close() {
      await Promise.all([builds.close(), askers.close()])
    },
  }
}
