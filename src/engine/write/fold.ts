import type { AnyAggregate } from '../../domain/shared/decider.ts'
import type { EventLog, Recorded } from '../../ports/event-log.ts'
import { WrittenByNewer } from '../../ports/store-away.ts'
import { readsEvent, upcast } from './known-events.ts'

/** An aggregate as it is in the log. revision -1: the stream does not exist yet. */
export type Loaded<S> = { readonly state: S; readonly revision: number }

/** A state after folding, with the id of the last event that was folded, if any. */
export type Folded = Loaded<unknown> & { readonly lastId: string | undefined }

/** The state after these events. Throws WrittenByNewer, because a decision on an incomplete state could be wrong. */
export const foldInto = <S>(aggregate: AnyAggregate, start: S, events: readonly Recorded[]): S =>
  events.reduce<S>((state, event) => {
    if (!readsEvent(aggregate, event)) throw new WrittenByNewer(event)
    return aggregate.evolve(state, upcast(aggregate, event))
  }, start)

/** Lets everything else that is due run first, between parts of long work. */
export const othersFirst = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

/** Folds the events of a stream from a revision on, page by page. Other work runs between the pages. */
export const foldFrom = async (
  log: Pick<EventLog, 'readStreamPages'>,
  aggregate: AnyAggregate,
  stream: string,
  start: Loaded<unknown>,
): Promise<Folded> => {
  let { state, revision } = start
  let lastId: string | undefined
  for await (const events of log.readStreamPages(stream, { from: start.revision + 1 })) {
    if (lastId !== undefined) await othersFirst()
    state = foldInto(aggregate, state, events)
    const last = events.at(-1)
    revision = last?.revision ?? revision
    lastId = last?.id
  }
  return { state, revision, lastId }
}
