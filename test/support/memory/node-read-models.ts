import { exchangeEvery, volatileCounters } from '../../../src/adapters/embedded/reading/volatile-counters.ts'
import type { Clock } from '../../../src/ports/clock.ts'
import type { Position } from '../../../src/ports/event-log.ts'
import type { Change, ReadModels, ViewRef } from '../../../src/ports/read-models.ts'
import type { MemoryViews } from './views.ts'
import type { VolatileTable } from './volatile-table.ts'

/** How a node reaches the shared stores. A test can make the way slow, or break it. */
export type Way = {
  /** Has the store do some work, and resolves with the result. */
  ask<A>(work: () => A): Promise<A>
  /** As `ask`, without taking time. */
  askAtOnce<A>(work: () => A): Promise<A>
  /** Calls back soon, because the store has something new. */
  soon(run: () => void): void
}
const nearby: Way = { ask: async work => work(), askAtOnce: async work => work(), soon: queueMicrotask }

type Options = {
  readonly node: string
  /** The views that `waitFor` waits for. */
  readonly views: readonly ViewRef[]
  readonly table: VolatileTable
  readonly clock: Clock
  readonly way?: Way
}

/** The read models of one of several nodes that share views. */
export const openNodeReadModels = (store: MemoryViews, { node, views, table, clock, way = nearby }: Options) => {
  const { ask, askAtOnce, soon } = way
  const listeners = new Set<(position: Position) => void>()
  const waiting = new Set<() => void>()
  const lowest = () => views.map(v => store.checkpoint(v) ?? 0n).reduce((a, b) => (a < b ? a : b))
  let reached = lowest()
  let learning = false
  const learn = () => {
    learning = false
    const now = lowest()
    if (now === reached) return
    reached = now
    for (const check of waiting) check()
    for (const listener of listeners) listener(now)
  }
  const leave = store.onAdvance(() => {
    if (learning) return
    learning = true
    soon(learn)
  })
  const counters = volatileCounters(clock, (rows, now) => ask(() => table.exchange(node, rows, now)))
  const exchanging = setInterval(() => void counters.exchange(), exchangeEvery)
  exchanging.unref()

  /** `latest`: the stored state of documents, deleted ones included. */
  type Stored = ReadModels & { latest(view: ViewRef, ids: readonly string[]): Promise<readonly Change[]> }
  const readModels: Stored = {
    get: (view, id) => ask(() => store.getMany(view, [id])[0]),
    getMany: (view, ids) => ask(() => store.getMany(view, ids)),
    latest: (view, ids) => ask(() => store.latest(view, ids)),
    find: (view, query) => ask(() => store.find(view, query)),
    checkpoint: view => ask(() => store.checkpoint(view)),
    async apply(view, changes, from, checkpoint) {
      // most batches change few views, and every view is moved for each batch
      if (changes.length === 0) return askAtOnce(() => store.advance(view, from, checkpoint))
      if (await ask(() => store.write(view, changes, from))) return ask(() => store.advance(view, from, checkpoint))
      return ask(() => store.checkpoint(view) ?? 0n)
    },
    async *all(view) {
      yield* await ask(() => store.all(view))
    },
    waitFor(position, timeoutMs) {
      if (reached >= position) return Promise.resolve(true)
      return new Promise(resolve => {
        const finish = (answer: boolean) => {
          clearTimeout(limit)
          waiting.delete(check)
          resolve(answer)
        }
        const check = () => {
          if (reached >= position) finish(true)
        }
        const limit = setTimeout(() => finish(reached >= position), timeoutMs)
        waiting.add(check)
      })
    },
    onMoved(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    volatile: counters.volatile,
    close: async () => {
      clearInterval(exchanging)
      leave()
    },
  }
  return { readModels, exchange: counters.exchange }
}
