import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { RowSet } from '../../domain/asset-sources/row-set.ts'
import { fairSlots } from '../../engine/fair-slots.ts'
import type { Blobs } from '../../ports/blobs.ts'
import { IndexNotReady, type RowIndexes } from '../../ports/row-indexes.ts'
import { LimitExceeded, openThread } from '../threads/bounded-thread.ts'
import { threadPool } from '../threads/thread-pool.ts'
import { openIndexFolder } from './index-folder.ts'
import { type IndexKind, indexName } from './index-kinds.ts'
import type { IndexAnswer, IndexTask } from './index-thread.ts'

export type RowIndexesOptions = {
  readonly blobs: Pick<Blobs, 'open'>
  /** Keeps the indexes. */
  readonly folder: string
  /** For rows on their way to an index. */
  readonly temporary: string
  /** Bytes of the indexes that are kept. */
  readonly mostBytes?: number
  /** Milliseconds that a look-up waits for an index that is being built. */
  readonly patienceMs?: number
}

const file = new URL('./index-thread.ts', import.meta.url)
const heapMb = 256
/** Milliseconds of processor time: five million rows take some two minutes. */
const buildMs = 15 * 60_000
const askMs = 10_000
/** Indexes that are built at a time, so that no more than half of a small machine is busy with them. */
const builds = { inAll: 1, perAccount: 1 }
const asks = { inAll: 2, perAccount: 1 }

/** Keeps indexes of rows in SQLite files, built and asked in threads (ADR 0053). */
export const openRowIndexes = async ({
  blobs,
  folder,
  temporary,
  mostBytes = 4 * 2 ** 30,
  patienceMs = 4_000,
}: RowIndexesOptions): Promise<RowIndexes> => {
  const indexes = await openIndexFolder(folder, mostBytes)
  const builders = threadPool(() => openThread<IndexTask, IndexAnswer>(file, { deadlineMs: buildMs, heapMb }), builds)
  const askers = threadPool(() => openThread<IndexTask, IndexAnswer>(file, { deadlineMs: askMs, heapMb }), asks)
  const slots = fairSlots(builds)
  const building = new Map<string, Promise<string>>()

  const answered = async (answer: Promise<IndexAnswer>) => {
    const known = await answer
    if ('broken' in known) throw new Error(known.broken)
    return known
  }
  /** Asks an index. One that cannot be read is removed: the next look-up builds it again. */
  const asked = (accountId: string, index: string, task: IndexTask) =>
    answered(askers.ask(accountId, task)).catch(async error => {
      if (!(error instanceof LimitExceeded)) await indexes.remove(index)
      throw error
    })
  const build = (accountId: string, set: RowSet, kind: IndexKind, name: string): Promise<string> =>
    slots.run(accountId, async () => {
      const id = randomUUID()
      const rows = join(temporary, `${id}.rows`)
      const out = indexes.building(id)
      try {
        await pipeline(await blobs.open(set.blob), createWriteStream(rows))
        await answered(builders.ask(accountId, { do: 'build', rows, out, kind }))
        return await indexes.add(out, name)
      } finally {
        await rm(rows, { force: true })
        await rm(out, { force: true })
      }
    })
  /** The path of an index. One that is missing is built once, however many ask for it. */
  const indexOf = async (accountId: string, set: RowSet, kind: IndexKind): Promise<string> => {
    const name = indexName(set.digest, kind)
    const kept = await indexes.find(name)
    if (kept !== undefined) return kept
    const made = building.get(name) ?? build(accountId, set, kind, name)
    building.set(name, made)
    // whoever asks later finds the file
    made.then(
      () => building.delete(name),
      () => building.delete(name),
    )
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new IndexNotReady()), patienceMs)
    return Promise.race([made, late.promise]).finally(() => clearTimeout(timer))
  }
  const columnOf = (set: RowSet, column: string | undefined): number | undefined => {
    const at = column === undefined ? -1 : set.columns.indexOf(column)
    return at < 0 ? undefined : at
  }
  return {
    async rowsOf(accountId, set, name, keys) {
      const column = columnOf(set, name)
      if (column === undefined || keys.length === 0) return new Map()
      const index = await indexOf(accountId, set, { of: 'keys', column })
      const found = await asked(accountId, index, { do: 'rows', index, keys })
      return new Map('rows' in found ? found.rows : [])
    },
    async values(accountId, set, { column: name, brandColumn: brandName }, search) {
      const column = columnOf(set, name)
      const brandColumn = columnOf(set, brandName)
      if (column === undefined || (search.brands !== undefined && brandColumn === undefined)) return []
      const index = await indexOf(accountId, set, { of: 'values', column, brandColumn })
      const found = await asked(accountId, index, { do: 'values', index, search })
      return 'values' in found ? found.values : []
    },
    async close() {
      await Promise.all([builders.close(), askers.close()])
    },
  }
}
