import * as E from 'fp-ts/lib/Either.js'
import { v5 as uuidv5 } from 'uuid'
import { type Aggregate, type DomainEvent, type Rejection, streamOf } from '../../domain/shared/decider.ts'
import type { Clock } from '../../ports/clock.ts'
import type { EventLog, Metadata, NewEvent, Position } from '../../ports/event-log.ts'
import { aggregateCache, type CacheOptions, type Executed, type Loaded } from './aggregate-cache.ts'
import { decideInOrder } from './decide-in-order.ts'
import { schemaVersionOf } from './known-events.ts'
import { type Own, ownEvents, type Repeats } from './own-events.ts'

export type { Executed, Loaded } from './aggregate-cache.ts'
export type { Repeats } from './own-events.ts'

/** The actor and cause of a piece of work; they become the metadata of its events (ARCH-15). */
export type WorkContext = {
  /** Key id, `approver:…` or `process:<name>`. */
  readonly actor: string
  /** operationId, or the process's name. */
  readonly operation: string
  /** A UUID. The ids of the events are derived from it, so that a repeat is the same append. */
  readonly commandId: string
  readonly correlationId: string
  /** The trace id of the caller's own system, if it sent one. */
  readonly callerTraceId?: string | undefined
  readonly causationId: string
  /** Set under an Idempotency-Key. */
  readonly repeats?: Repeats
}

/**
 * One piece of work: the appends of one request, or of one action of a process. It adds actor and cause to the metadata of
 * each event, and records the position that the read models must reach before the response is sent.
 */
export type Work = {
  readonly commandId: string
  readonly actor: string
  readonly correlationId: string
  /** Loads, decides and appends; retries up to 20 times on a conflict (ARCH-15). `ifMatch`: rejects with `stale` at once. */
  execute<C, S, Ev extends DomainEvent>(
    aggregate: Aggregate<C, S, Ev>,
    id: string,
    command: C,
    options?: { readonly ifMatch?: number | undefined },
  ): Promise<E.Either<Rejection, Executed<S, Ev>>>
  /** Whether another run of the command may have appended. */
  mayHaveRun(): boolean
  /**
   * What the next execution of this work did in an earlier run of the command; undefined if it did not run, or may not have run. It then
   * counts as executed.
   */
  recall<C, S, Ev extends DomainEvent>(aggregate: Aggregate<C, S, Ev>, id: string): Promise<Executed<S, Ev> | undefined>
  /** Loads an aggregate in its newest state: a rule may rely on it, because the head is checked in the log. */
  load<C, S, Ev extends DomainEvent>(aggregate: Aggregate<C, S, Ev>, id: string): Promise<Loaded<S>>
  /** Position of the last append of this work; undefined when nothing was appended. */
  lastPosition(): Position | undefined
}

/** Opens the executor of a node. The returned function starts a piece of work. */
export const openExecutor = (
  log: EventLog,
  clock: Clock,
  options: CacheOptions = {},
): ((context: WorkContext) => Work) => {
  const cache = aggregateCache(log, options)
  const queues = decideInOrder(log, cache)
  const found = ownEvents(log)

  return context => {
    const ownOf = ownEventsOf(context)
    const executed = new Map<string, number>()
    const timesOn = (stream: string): number => executed.get(stream) ?? 0
    const count = (stream: string): void => void executed.set(stream, timesOn(stream) + 1)
    /** What was refused because its object had changed appended nothing: the next attempt takes its place, so that a repeat finds it there. */
    const uncount = (stream: string, place: number): void => {
      if (timesOn(stream) === place + 1) executed.set(stream, place)
    }
    let last: Position | undefined
    const metadata = (): Omit<Metadata, 'schemaVersion'> => ({
      at: clock.now().toISOString(),
      actor: context.actor,
      operation: context.operation,
      correlationId: context.correlationId,
      causationId: context.causationId,
      ...(context.callerTraceId === undefined ? {} : { callerTraceId: context.callerTraceId }),
    })
    const moved = (position: Position) => {
      if (last === undefined || position > last) last = position
    }
    return {
      commandId: context.commandId,
      actor: context.actor,
      correlationId: context.correlationId,
      lastPosition: () => last,
      load: (aggregate, id) => cache.load(aggregate, streamOf(aggregate, id)),
      mayHaveRun: () => context.repeats?.mayHaveRun() === true,
      async recall(aggregate, id) {
        if (!context.repeats?.mayHaveRun()) return undefined
        const stream = streamOf(aggregate, id)
        const { revision } = await log.streamHead(stream)
        const before = await found.inAnyRun(aggregate, ownOf(stream, timesOn(stream)), stream, revision)
        if (before === undefined) return undefined
        count(stream)
        moved(before.position)
        return before
      },
      async execute(aggregate, id, command, options = {}) {
        const stream = streamOf(aggregate, id)
        const place = timesOn(stream)
        const own = ownOf(stream, place)
        count(stream)
        const name = <Ev extends DomainEvent>(events: readonly Ev[]): NewEvent[] => {
          const common = metadata()
          return events.map((event, index) => {
            const schemaVersion = schemaVersionOf(aggregate, event.type)
            return { ...event, id: own.id(index), metadata: { ...common, schemaVersion } }
          })
        }
        const result = await queues.decide(aggregate, stream, command, own, name, options.ifMatch)
        if (E.isRight(result)) moved(result.right.position)
        else if (result.left.code === 'stale') uncount(stream, place)
        return result
      },
    }
  }
}

/**
 * How the events of each execution of a command are recognised: by its stream, and its place among the executions on that stream. A
 * repeat may need more or fewer executions on another stream than the run that was interrupted.
 */
const ownEventsOf =
  ({ commandId, repeats }: WorkContext) =>
  (stream: string, place: number): Own => ({
    id: index => uuidv5(`${stream}/${place}/${index}`, commandId),
    ...(repeats ? { repeats } : {}),
  })
