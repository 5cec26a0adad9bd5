import * as E from 'fp-ts/lib/Either.js'
import { mustDecode } from '../../../src/codec/must-decode.ts'
import { type Aggregate, type DomainEvent, streamOf } from '../../../src/domain/shared/decider.ts'
import { fillingPage } from '../../../src/engine/read/filling-page.ts'
import { ofStreams } from '../../../src/engine/read/of-streams.ts'
import { sizeOf } from '../../../src/engine/read/size-of.ts'
import type { EventLog, NewEvent, OfStreams, Position, Recorded } from '../../../src/ports/event-log.ts'
import { StoreAway } from '../../../src/ports/store-away.ts'

export type MemoryLog = EventLog & {
  readonly events: readonly Recorded[]
  /** From now on the log is unavailable, perhaps only for appends. */
  away(is: boolean | 'for appends'): void
}

type Followed = Parameters<EventLog['subscribe']>[0]

const maxBytes = 1_000_000
const bytesOf = (events: readonly NewEvent[]) =>
  events.reduce((sum, { data, metadata }) => sum + Buffer.byteLength(JSON.stringify([data, metadata])), 0)

/** An in-memory event log, which nodes of a test can share; it passes the contract of event logs. */
export const memoryLog = (onAppend: (position: bigint) => void = () => undefined): MemoryLog => {
  const events: Recorded[] = []
  const streams = new Map<string, Recorded[]>()
  const followers = new Set<() => void>()
  /** Revisions that appends of this turn would have written, had they not been refused. */
  const refused = new Set<string>()
  let isAway: boolean | 'for appends' = false
  const inStream = (name: string): readonly Recorded[] => streams.get(name) ?? []

  /** Events after a position; they are numbered from 1 without gaps. */
  const after = (position: Position, { limit, ...of }: OfStreams & { readonly limit?: number }) => {
    const later = events.slice(Number(position))
    const isWanted = ofStreams(of)
    const wanted = later.filter(({ stream }) => isWanted(stream))
    return limit === undefined ? wanted : wanted.slice(0, limit)
  }
  const add = (stream: string, added: readonly NewEvent[]) => {
    const held = streams.get(stream) ?? []
    streams.set(stream, held)
    for (const event of added) {
      const recorded = { ...event, stream, revision: held.length, position: BigInt(events.length + 1) }
      held.push(recorded)
      events.push(recorded)
    }
    onAppend(BigInt(events.length))
    for (const follow of followers) follow()
  }
  const follow = ({ after: from, handle, onError, ...wanted }: Followed) => {
    let position = from
    let handling: Promise<void> | undefined
    const deliver = async () => {
      for (let batch = after(position, wanted); batch.length > 0; batch = after(position, wanted)) {
        position = BigInt(events.length)
        if (followers.has(next)) await handle(batch)
      }
    }
    const next = () => {
      handling ??= deliver()
        .catch(error => {
          followers.delete(next)
          onError?.(error)
        })
        .finally(() => {
          handling = undefined
          // appended since the last batch was empty
          if (followers.has(next) && after(position, wanted).length > 0) next()
        })
    }
    followers.add(next)
    next()
    return {
      stop: async () => {
        followers.delete(next)
        await handling
      },
    }
  }
  const mustBeThere = () => {
    if (isAway === true) throw new StoreAway('event log', 'away')
  }
  return {
    id: 'memory',
    events,
    away: is => {
      isAway = is
    },
    async append(stream, added, expected) {
      if (isAway) return E.left({ kind: 'unavailable', reason: 'away' })
      const bytes = bytesOf(added)
      if (bytes > maxBytes) return E.left({ kind: 'too-large', bytes })
      const held = inStream(stream)
      if (held.length - 1 !== expected || refused.has(`${stream}@${expected}`)) {
        const same = added.every((event, i) => held[expected + 1 + i]?.id === event.id)
        const last = held[expected + added.length]
        if (same && last) return E.right({ revision: last.revision, position: last.position })
        const lost = added.map((_, i) => `${stream}@${expected + 1 + i}`)
        for (const revision of lost) refused.add(revision)
        queueMicrotask(() => lost.forEach(revision => void refused.delete(revision)))
        return E.left({ kind: 'conflict', stream, actual: held.length - 1 })
      }
      add(stream, added)
      return E.right({ revision: expected + added.length, position: BigInt(events.length) })
    },
    async readStream(stream, { from, backwards = false, limit } = {}) {
      mustBeThere()
      const own = inStream(stream)
      const wanted = backwards ? own.slice(0, (from ?? own.length) + 1).reverse() : own.slice(from ?? 0)
      return wanted.slice(0, limit)
    },
    async *readStreamPages(stream, { from = 0 } = {}) {
      mustBeThere()
      let filling = fillingPage<Recorded>()
      for (const event of inStream(stream).slice(from))
        if (filling.add(event, sizeOf(event.data))) {
          yield filling.page
          filling = fillingPage()
        }
      if (filling.page.length > 0) yield filling.page
    },
    async streamHead(stream) {
      mustBeThere()
      const last = inStream(stream).at(-1)
      return { revision: last?.revision ?? -1, position: last?.position ?? 0n }
    },
    async *readAll({ after: position = 0n, ...wanted } = {}) {
      yield* after(position, wanted)
    },
    head: async () => BigInt(events.length),
    subscribe: follow,
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
