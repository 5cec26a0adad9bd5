import { type Aggregate, type AnyAggregate, type DomainEvent, streamOf } from '../../domain/shared/decider.ts'
import { foldInto, type Loaded, othersFirst } from '../../engine/write/fold.ts'
import type { EventLog, Recorded } from '../../ports/event-log.ts'

/** Loads aggregates as they were at a moment. Lookups that read from the log take it in place of the executor. */
export type PastWork = {
  load<C, S, Ev extends DomainEvent>(aggregate: Aggregate<C, S, Ev>, id: string): Promise<Loaded<S>>
}

/** The beginning of a page: its events up to the first that had not happened. */
const untilThen = (page: readonly Recorded[], had: (event: Recorded) => boolean): readonly Recorded[] => {
  const end = page.findIndex(event => !had(event))
  return end < 0 ? page : page.slice(0, end)
}

/**
 * Aggregates as they were when only these events had happened. Each stream is folded once, page by page. Throws WrittenByNewer for events
 * that this release cannot read.
 */
export const pastWork = (log: EventLog, had: (event: Recorded) => boolean): PastWork => {
  const folded = new Map<string, Promise<Loaded<unknown>>>()
  const fold = async (aggregate: AnyAggregate, stream: string): Promise<Loaded<unknown>> => {
    let state: unknown = aggregate.initialState
    let revision = -1
    for await (const page of log.readStreamPages(stream)) {
      const past = untilThen(page, had)
      state = foldInto(aggregate, state, past)
      revision = past.at(-1)?.revision ?? revision
      if (past.length < page.length) break
      await othersFirst()
    }
    return { state, revision }
  }
  return {
    load<C, S, Ev extends DomainEvent>(aggregate: Aggregate<C, S, Ev>, id: string) {
      const stream = streamOf(aggregate, id)
      const loaded = folded.get(stream) ?? fold(aggregate, stream)
      folded.set(stream, loaded)
      return loaded as Promise<Loaded<S>>
    },
  }
}
