import type { Aggregate, DomainEvent } from '../../domain/shared/decider.ts'
import type { EventLog, Position, Recorded } from '../../ports/event-log.ts'
import type { Executed } from './aggregate-cache.ts'
import { foldInto, othersFirst } from './fold.ts'

/** That a command may run several times, on several nodes, and what it did in one of them counts for all (ADR 0034). */
export type Repeats = {
  /** Whether another run may have appended events of the command. */
  mayHaveRun(): boolean
  /** Position of the record of the command: the events of every run come later. */
  readonly since: Position
}

/** How the events of one execution are recognised in the log (ADR 0034). */
export type Own = {
  /** The id of the event at a place of the append, starting at 0. */
  id(index: number): string
  /** Set if the command may run several times, on this node or another. */
  readonly repeats?: Repeats
}

/** What an execution did; undefined if it appended nothing. */
type Did<S, Ev> = Promise<Executed<S, Ev> | undefined>

const pageSize = 50

/** The events of a stream after a position, up to a revision; read backwards, so that a long stream costs no more. */
const eventsSince = async (
  log: EventLog,
  stream: string,
  since: Position,
  upTo: number,
): Promise<readonly Recorded[]> => {
  const found: Recorded[] = []
  for (let from = upTo; from >= 0; from -= pageSize) {
    const page = await log.readStream(stream, { from, backwards: true, limit: pageSize })
    const later = page.filter(({ position }) => position > since)
    found.push(...later)
    if (later.length < pageSize) break
  }
  return found
}

/**
 * The outcome of the execution whose first event this is, as it was at that time. The stream is folded page by page, because it may
 * be long.
 */
const outcomeFrom = async <C, S, Ev extends DomainEvent>(
  log: EventLog,
  aggregate: Aggregate<C, S, Ev>,
  { stream, revision: first, position: found }: Recorded,
  own: Own,
): Promise<Executed<S, Ev>> => {
  let outcome: Executed<S, Ev> = {
    ...{ before: aggregate.initialState, state: aggregate.initialState, revision: first, position: found },
    events: [],
  }
  for await (const page of log.readStreamPages(stream)) {
    const upTo = page.filter(({ id, revision }) => revision < first || id === own.id(revision - first))
    const { revision, position } = upTo.at(-1) ?? outcome
    const earlier = upTo.filter(event => event.revision < first)
    const events = upTo.slice(earlier.length) as unknown as readonly Recorded<Ev>[]
    const before = foldInto(aggregate, outcome.before, earlier)
    const state = foldInto(aggregate, outcome.events.length === 0 ? before : outcome.state, events)
    outcome = { before, state, revision, position, events: [...outcome.events, ...events] }
    if (upTo.length < page.length) break
    await othersFirst()
  }
  return outcome
}

/** Finds what executions did already, by the ids of their events. */
export const ownEvents = (log: EventLog) => {
  /** What an execution did by one of these events. */
  const among = async <C, S, Ev extends DomainEvent>(
    aggregate: Aggregate<C, S, Ev>,
    own: Own,
    events: readonly Recorded[],
  ): Did<S, Ev> => {
    const id = own.id(0)
    const first = events.find(event => event.id === id)
    return first && outcomeFrom(log, aggregate, first, own)
  }
  return {
    among,
    /** What an execution did in any run, by the events of its stream up to a revision. */
    inAnyRun: async <C, S, Ev extends DomainEvent>(
      aggregate: Aggregate<C, S, Ev>,
      own: Own,
      stream: string,
      upTo: number,
    ): Did<S, Ev> => among(aggregate, own, await eventsSince(log, stream, own.repeats?.since ?? 0n, upTo)),
  }
}
