import { getHeapStatistics } from 'node:v8'
import { LRUCache } from 'lru-cache'
import type { Aggregate, AnyAggregate, DomainEvent } from '../../domain/shared/decider.ts'
import { valueBytes } from '../../domain/shared/value-bytes.ts'
import type { EventLog, Position } from '../../ports/event-log.ts'
import { noSnapshots, type Snapshots } from '../../ports/snapshots.ts'
import { WrittenByNewer } from '../../ports/store-away.ts'
import { foldFrom, type Loaded } from './fold.ts'
import { lastRevisionOf } from './last-revision.ts'
import { snapshotting } from './snapshotting.ts'

export { foldInto, type Loaded } from './fold.ts'

/** The result of a command. `events` is empty when nothing had to change; `before`: the state that it was decided on. */
export type Executed<S, Ev> = Loaded<S> & {
  readonly before: S
  readonly events: readonly Ev[]
  readonly position: Position
}

/** Folded aggregates, kept while they are in use. A cached state alone justifies only an append (ARCH-17). */
export type AggregateCache = {
  /** The cached state, otherwise that of the log. It may be stale when another node writes. */
  peek(aggregate: AnyAggregate, stream: string): Promise<Loaded<unknown> & { readonly fromLog: boolean }>
  /** The newest state in the log, cached or not. */
  load<C, S, Ev extends DomainEvent>(aggregate: Aggregate<C, S, Ev>, stream: string): Promise<Loaded<S>>
  /** Keeps a state that is in the log. `eventId`: of its last event. */
  keep(aggregate: AnyAggregate, stream: string, loaded: Loaded<unknown>, eventId: string): void
  forget(stream: string): void
}

/** Called once per event type that only a newer release can read. */
export type OnNewer = (error: WrittenByNewer) => void

export type CacheOptions = {
  readonly onNewer?: OnNewer
  readonly snapshots?: Snapshots
  /** A snapshot could not be read or written: its stream is folded whole. */
  readonly onSnapshotFault?: (error: unknown) => void
  /** Estimated bytes of the states that are kept; default: an eighth of the heap's limit. */
  readonly maxBytes?: number
}

/** An entry besides its state: key, revision and place in the list. */
const entryBytes = 300

/** Opens the cache of a node. */
export const aggregateCache = (log: EventLog, options: CacheOptions = {}): AggregateCache => {
  const { onNewer = () => {}, snapshots = noSnapshots, onSnapshotFault = () => {} } = options
  const { maxBytes = Math.floor(getHeapStatistics().heap_size_limit / 8) } = options
  const types = new Set<string>()
  const report = (error: unknown): never => {
    if (error instanceof WrittenByNewer && !types.has(error.type)) {
      types.add(error.type)
      onNewer(error)
    }
    throw error
  }
  const cached = new LRUCache<string, Loaded<unknown>>({
    maxSize: maxBytes,
    sizeCalculation: ({ state }) => entryBytes + valueBytes(state),
  })
  const long = snapshotting(log, snapshots, onSnapshotFault)
  const loading = new Map<string, Promise<Loaded<unknown>>>()

  const keepNewest = (stream: string, loaded: Loaded<unknown>): Loaded<unknown> => {
    const held = cached.get(stream)
    if (!held || held.revision < loaded.revision) cached.set(stream, loaded)
    return loaded
  }
  /** A stream that is not cached. All that wait for it share one fold. */
  const cold = (aggregate: AnyAggregate, stream: string): Promise<Loaded<unknown>> => {
    const begun = loading.get(stream)
    if (begun) return begun
    const loaded = long
      .load(aggregate, stream)
      .then(found => keepNewest(stream, found), report)
      .finally(() => loading.delete(stream))
    loading.set(stream, loaded)
    return loaded
  }
  /** What other nodes appended to a stream since. */
  const ahead = async (aggregate: AnyAggregate, stream: string, held: Loaded<unknown>): Promise<Loaded<unknown>> => {
    const { state, revision } = await foldFrom(log, aggregate, stream, held).catch(report)
    return keepNewest(stream, { state, revision })
  }

  return {
    async peek(aggregate, stream) {
      const held = cached.get(stream)
      if (held) return { ...held, fromLog: false }
      // a fold that others began may lack what was appended since
      const fromLog = !loading.has(stream)
      return { ...(await cold(aggregate, stream)), fromLog }
    },
    async load<C, S, Ev extends DomainEvent>(aggregate: Aggregate<C, S, Ev>, stream: string) {
      const isNew = !cached.has(stream) && !loading.has(stream)
      const held = cached.get(stream) ?? (await cold(aggregate, stream))
      if (isNew) return held as Loaded<S>
      const revision = await lastRevisionOf(log, stream)
      if (revision === held.revision) return held as Loaded<S>
      if (revision > held.revision) return (await ahead(aggregate, stream, held)) as Loaded<S>
      // an older copy of the log took the place of the one that this state is from
      cached.delete(stream)
      return (await cold(aggregate, stream)) as Loaded<S>
    },
    keep(aggregate, stream, loaded, eventId) {
      cached.set(stream, loaded)
      long.grown(aggregate, stream, loaded, eventId).catch(onSnapshotFault)
    },
    forget: stream => void cached.delete(stream),
  }
}
