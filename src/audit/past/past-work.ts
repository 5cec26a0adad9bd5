import { type Aggregate, type AnyAggregate, type DomainEvent, streamOf } from '../../domain/shared/decider.ts'
import { foldInto, type Loaded, othersFirst } from '../../engine/write/fold.ts'
import type { EventLog, Recorded } from '../../ports/event-log.ts'

/** Loads aggregates as they were at a moment. Lookups that read from the log take it in place of the executor. */
export type PastWork = {
  load<C, S, Ev extends DomainEvent>(aggregate: Aggregate<C, S, Ev>, id: string): Promise<Loaded<S>>
  /** The events of a stream by then, page by page. */
  pages(stream: string): AsyncGenerator<readonly Recorded[]>
}

/** The pages of a stream up to its first event that had not happened: those after it had not either, though they may have been decided before. */
export const pagesThen = async function* (
  log: Pick<EventLog, 'readStreamPages'>,
  stream: string,
  had: (event: Recorded) => boolean,
): AsyncGenerator<readonly Recorded[]> {
  for await (const page of log.readStreamPages(stream)) {
    const end = page.findIndex(event => !had(event))
    yield end < 0 ? page : page.slice(0, end)
    if (end >= 0) return
  }
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
    for await (const page of pagesThen(log, stream, had)) {
      state = foldInto(aggregate, state, page)
      revision = page.at(-1)?.revision ?? revision
      await othersFirst()
    }
    return { state, revision }
  }
  return {
    pages: stream => pagesThen(log, stream, had),
    load<C, S, Ev extends DomainEvent>(aggregate: Aggregate<C, S, Ev>, id: string) {
      const stream = streamOf(aggregate, id)
      const loaded = folded.get(stream) ?? fold(aggregate, stream)
      folded.set(stream, loaded)
      return loaded as Promise<Loaded<S>>
    },
  }
}
