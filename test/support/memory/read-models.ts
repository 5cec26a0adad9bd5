import type { ReadModels, ViewRef } from '../../../src/ports/read-models.ts'
import { findIn, type Parsed } from './find.ts'
import { memoryLeaseRows } from './lease-rows.ts'

export type MemoryReadModels = ReadModels & {
  readonly leases: ReturnType<typeof memoryLeaseRows>
  /** `position`: what the document reflects; default: the position of the views. */
  put(view: ViewRef, id: string, document: unknown, position?: bigint): void
  /** Advances the views to a position and resolves the waiting reads. */
  moveTo(position: bigint): void
  /** Positions that reads waited for, with their time-outs in milliseconds. */
  readonly waits: { readonly position: bigint; readonly timeoutMs: number }[]
}

/** Volatile rows that several apps of a test can share, like nodes share a store. */
export const memoryVolatile = (): ReadModels['volatile'] & { expire(key: string): void } => {
  const rows = new Map<string, string>()
  return {
    async add(key, by) {
      const total = Number(rows.get(key) ?? 0) + by
      rows.set(key, String(total))
      return total
    },
    async set(key, value) {
      rows.set(key, value)
    },
    get: async keys => keys.map(key => rows.get(key)),
    find: async prefix => new Map(rows.entries().filter(([key]) => key.startsWith(prefix))),
    expire: key => void rows.delete(key),
  }
}

/** In-memory read models. Reads never wait in real time: a position is reached, or it is not. */
export const memoryReadModels = (volatile: ReadModels['volatile'] = memoryVolatile()): MemoryReadModels => {
  const views = new Map<string, Map<string, Parsed>>()
  const listeners = new Set<(position: bigint) => void>()
  const waits: { position: bigint; timeoutMs: number }[] = []
  let reached = 0n
  const of = (view: ViewRef): Map<string, Parsed> => {
    const found = views.get(view.name) ?? new Map<string, Parsed>()
    views.set(view.name, found)
    return found
  }
  return {
    waits,
    volatile,
    leases: memoryLeaseRows(),
    put(view, id, document, position = reached) {
      const json = JSON.stringify(document)
      of(view).set(id, { id, json, position, document: JSON.parse(json) })
    },
    moveTo(position) {
      reached = position
      for (const listener of listeners) listener(position)
    },
    get: async (view, id) => of(view).get(id),
    getMany: async (view, ids) => ids.flatMap(id => of(view).get(id) ?? []),
    find: async (view, query) => findIn(of(view).values(), query),
    checkpoint: async () => reached,
    async *all(view) {
      yield* of(view).values()
    },
    async waitFor(position, timeoutMs) {
      waits.push({ position, timeoutMs })
      return reached >= position
    },
    onMoved(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => undefined,
  }
}
