import { LRUCache } from 'lru-cache'
import type { Aggregate, DomainEvent } from '../../domain/shared/decider.ts'
import type { EventLog, Position, Recorded } from '../../ports/event-log.ts'
import { WrittenByNewer } from '../../ports/store-away.ts'
import { readsEvent } from './known-events.ts'

/** An aggregate as it is in the log. revision -1: the stream does not exist yet. */
export type Loaded<S> = { readonly state: S; readonly revision: number }

// biome-ignore lint/suspicious/noExplicitAny: the cache holds aggregates of every kind
type AnyAggregate = Aggregate<any, any, any>

/** The result of a command. `events` is empty when nothing had to change. */
export type Executed<S, Ev> = Loaded<S> & { readonly events: readonly Ev[]; readonly position: Position }

/** Folded aggregates, kept while they are in use. A cached state alone justifies only an append (ARCH-17). */
export type AggregateCache = {
  /** The cached state, otherwise that of the log. It may be stale when another node writes. */
  peek(aggregate: AnyAggregate, stream: string): Promise<Loaded<unknown> & { readonly fromLog: boolean }>
  /** The newest state in the log, cached or not. */
  load<C, S, Ev extends DomainEvent>(aggregate: Aggregate<C, S, Ev>, stream: string): Promise<Loaded<S>>
  keep(stream: string, loaded: Loaded<unknown>): void
  forget(stream: string): void
}

/** Called once per event type that only a newer release can read. */
export type OnNewer = (error: WrittenByNewer) => void

/** The state after these events. Throws WrittenByNewer, because a decision on an incomplete state could be wrong. */
export const foldInto = <S>(aggregate: AnyAggregate, start: S, events: readonly Recorded[]): S =>
  events.reduce<S>((state, event) => {
    if (!readsEvent(aggregate, event)) throw new WrittenByNewer(event)
    return aggregate.evolve(state, event)
  }, start)

const maxAggregates = 20_000

/** Opens the cache of a node. */
export const aggregateCache = (log: EventLog, onNewer: OnNewer = () => {}): AggregateCache => {
  const types = new Set<string>()
  const reporting = <A>(work: () => A): A => {
    try {
      return work()
    } catch (error) {
      if (error instanceof WrittenByNewer && !types.has(error.type)) {
        types.add(error.type)
        onNewer(error)
      }
      throw error
    }
  }
  const cached = new LRUCache<string, Loaded<unknown>>({ max: maxAggregates })

  const fold = async (aggregate: AnyAggregate, stream: string, start: Loaded<unknown>): Promise<Loaded<unknown>> => {
    const events = (await log.readStream(stream, { from: start.revision + 1 })) as readonly Recorded[]
    const state = reporting(() => foldInto(aggregate, start.state, events))
    const loaded = { state, revision: events.at(-1)?.revision ?? start.revision }
    const held = cached.get(stream)
    if (!held || held.revision < loaded.revision) cached.set(stream, loaded)
    return loaded
  }
  const nothing = (aggregate: AnyAggregate): Loaded<unknown> => ({ state: aggregate.initialState, revision: -1 })

  return {
    async peek(aggregate, stream) {
      const held = cached.get(stream)
      if (held) return { ...held, fromLog: false }
      return { ...(await fold(aggregate, stream, nothing(aggregate))), fromLog: true }
    },
    async load<C, S, Ev extends DomainEvent>(aggregate: Aggregate<C, S, Ev>, stream: string) {
      const held = cached.get(stream)
      if (!held) return (await fold(aggregate, stream, nothing(aggregate))) as Loaded<S>
      const head = await log.streamHead(stream)
      return (head.revision === held.revision ? held : await fold(aggregate, stream, held)) as Loaded<S>
    },
    keep: (stream, loaded) => void cached.set(stream, loaded),
    forget: stream => void cached.delete(stream),
  }
}
