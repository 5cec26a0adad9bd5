import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { LRUCache } from 'lru-cache'
import type { RowSet } from '../../domain/asset-sources/row-set.ts'
import { fairSlots } from '../../engine/fair-slots.ts'
import type { Blobs } from '../../ports/blobs.ts'
import { IndexNotReady, type RowsInFile } from '../../ports/row-indexes.ts'
import { threadPool } from '../threads/thread-pool.ts'
import type { openIndexFolder } from './index-folder.ts'
import { type IndexKind, indexName } from './index-kinds.ts'
import { answered, type IndexAnswer, type IndexTask, indexThread } from './index-tasks.ts'

type Options = {
  readonly blobs: Pick<Blobs, 'open'>
  /** For rows on their way to an index. */
  readonly temporary: string
  readonly indexes: Awaited<ReturnType<typeof openIndexFolder>>
}

/** Milliseconds of processor time: five million rows take some two minutes. */
const deadlineMs = 15 * 60_000
/** Indexes that are built at a time, so that no more than half of a small machine is busy with them. */
const builds = { inAll: 1, perAccount: 1 }
/** Indexes of which is known when they were first looked up. */
const mostWanted = 10_000

/** An index to build. `fetch` puts its rows into the file `rows`, which is removed afterwards. */
type Order = {
  readonly accountId: string
  readonly kind: IndexKind
  readonly name: string
  readonly rows: string
  fetch(): Promise<unknown>
}

/** Builds indexes in a thread, each once, however many ask for it. */
export const indexBuilds = ({ blobs, temporary, indexes }: Options) => {
  const builders = threadPool<IndexTask, IndexAnswer>(indexThread.file, { ...indexThread, deadlineMs, ...builds })
  const slots = fairSlots(builds)
  const building = new Map<string, Promise<string>>()
  const wantedAt = new LRUCache<string, number>({ max: mostWanted })

  const build = ({ accountId, kind, name, rows, fetch }: Order): Promise<string> =>
    slots.run(accountId, async () => {
      const out = indexes.building(randomUUID())
      try {
        // one that was under way may have ended between a look for the file and this order
        const kept = await indexes.find(name)
        if (kept !== undefined) return kept
        await fetch()
        await answered(builders.ask(accountId, { do: 'build', rows, out, kind }))
        return await indexes.add(out, name)
      } finally {
        await rm(rows, { force: true })
        await rm(out, { force: true })
      }
    })
  const built = (order: Order): Promise<string> => {
    const { name } = order
    const made = building.get(name) ?? build(order)
    building.set(name, made)
    // whoever asks later finds the file
    made.then(
      () => building.delete(name),
      () => building.delete(name),
    )
    return made
  }
  const ownPath = () => join(temporary, `${randomUUID()}.rows`)
  return {
    /** The path of an index that is built; undefined if it is not. */
    find: (set: RowSet, kind: IndexKind) => indexes.find(indexName(set.digest, kind)),
    /** The path of an index, which is built if it is missing. Rejects with IndexNotReady after `waitMs`. */
    async indexOf(accountId: string, set: RowSet, kind: IndexKind, waitMs: number): Promise<string> {
      const name = indexName(set.digest, kind)
      const kept = await indexes.find(name)
      if (kept !== undefined) return kept
      wantedAt.set(name, wantedAt.get(name) ?? performance.now())
      const rows = ownPath()
      const fetch = async () => pipeline(await blobs.open(set.blob), createWriteStream(rows))
      const late = Promise.withResolvers<never>()
      const timer = setTimeout(() => late.reject(new IndexNotReady()), waitMs)
      return Promise.race([built({ accountId, kind, name, rows, fetch }), late.promise]).finally(() =>
        clearTimeout(timer),
      )
    },
    /** Milliseconds since a missing index was first looked up on this node. */
    wantedFor(set: RowSet, kind: IndexKind): number {
      const now = performance.now()
      return now - (wantedAt.get(indexName(set.digest, kind)) ?? now)
    },
    /** Takes the rows of a file, and builds an index of them. Once it has resolved the file may be deleted; `done` is settled with the build. */
    async ofFile(
      accountId: string,
      { path, digest }: RowsInFile,
      kind: IndexKind,
    ): Promise<{ readonly done: Promise<unknown> }> {
      const name = indexName(digest, kind)
      if (await indexes.find(name)) return { done: Promise.resolve() }
      const rows = ownPath()
      await link(path, rows)
      const done = built({ accountId, kind, name, rows, fetch: async () => undefined })
      // the build may be one that had begun with rows of its own
      return { done: done.finally(() => rm(rows, { force: true })) }
    },
    close: builders.close,
  }
}
