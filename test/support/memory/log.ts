import * as E from 'fp-ts/lib/Either.js'
import type { EventLog, Recorded } from '../../../src/ports/event-log.ts'

export type MemoryLog = EventLog & {
  readonly events: readonly Recorded[]
  /** From now on appends report that the log is unavailable. */
  away(is: boolean): void
}

/** An in-memory event log. */
export const memoryLog = (onAppend: (position: bigint) => void = () => undefined): MemoryLog => {
  const events: Recorded[] = []
  let isAway = false
  const streamOf = (name: string) => events.filter(e => e.stream === name)
  return {
    id: 'memory',
    events,
    away: is => {
      isAway = is
    },
    async append(stream, added, expected) {
      if (isAway) return E.left({ kind: 'unavailable', reason: 'away' })
      const held = streamOf(stream)
      if (held.length - 1 !== expected) {
        const same = added.every((event, i) => held[expected + 1 + i]?.id === event.id)
        const last = held[expected + added.length]
        if (same && last) return E.right({ revision: last.revision, position: last.position })
        return E.left({ kind: 'conflict', stream, actual: held.length - 1 })
      }
      for (const [i, event] of added.entries())
        events.push({ ...event, stream, revision: expected + 1 + i, position: BigInt(events.length + 1) })
      onAppend(BigInt(events.length))
      return E.right({ revision: expected + added.length, position: BigInt(events.length) })
    },
    readStream: async (stream, options = {}) => streamOf(stream).slice(options.from ?? 0),
    async streamHead(stream) {
      const last = streamOf(stream).at(-1)
      return { revision: last?.revision ?? -1, position: last?.position ?? 0n }
    },
    async *readAll(options = {}) {
      yield* events.filter(e => e.position > (options.after ?? 0n))
    },
    head: async () => BigInt(events.length),
    subscribe: () => ({ stop: async () => undefined }),
    close: async () => undefined,
  }
}
