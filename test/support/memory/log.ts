import * as E from 'fp-ts/lib/Either.js'
import { mustDecode } from '../../../src/codec/must-decode.ts'
import { type Aggregate, type DomainEvent, streamOf } from '../../../src/domain/shared/decider.ts'
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
  const inStream = (name: string) => events.filter(e => e.stream === name)
  return {
    id: 'memory',
    events,
    away: is => {
      isAway = is
    },
    async append(stream, added, expected) {
      if (isAway) return E.left({ kind: 'unavailable', reason: 'away' })
      const held = inStream(stream)
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
    readStream: async (stream, options = {}) => inStream(stream).slice(options.from ?? 0),
    async streamHead(stream) {
      const last = inStream(stream).at(-1)
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

/** The events of an aggregate in a log: those of one stream, or of all. */
export const eventsOf = <C, S, Ev extends DomainEvent>(
  { events }: Pick<MemoryLog, 'events'>,
  aggregate: Aggregate<C, S, Ev>,
  id?: string,
): readonly Ev[] =>
  events
    .filter(({ stream }) =>
      id === undefined ? stream.startsWith(`${aggregate.category}-`) : stream === streamOf(aggregate, id),
    )
    .map(({ type, data }) => mustDecode(aggregate.events, { type, data }))
