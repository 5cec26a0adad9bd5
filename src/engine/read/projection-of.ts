import type { AnyAggregate, DomainEvent } from '../../domain/shared/decider.ts'
import type { Recorded } from '../../ports/event-log.ts'
import type { Projection } from './projection.ts'

type EventOf<A> = A extends { readonly events: { readonly _A: infer Ev extends DomainEvent } } ? Ev : never

/** How the events of one aggregate change the documents of a view. `stream` is the id part of the event's stream, for example `acme:12`. */
export type Source<D> = {
  readonly category: string
  /** Whether `idOf` is always `stream`. */
  readonly byStream: boolean
  idOf(event: Recorded, stream: string): string | undefined
  evolve(document: D | undefined, event: Recorded, stream: string): D | undefined
}

type Rules<D, Ev extends DomainEvent> = {
  /** The id of the document that an event changes; default: that of the aggregate. */
  idOf?(event: Recorded<Ev>, stream: string): string | undefined
  /** The document after an event; undefined deletes it. */
  evolve(document: D | undefined, event: Recorded<Ev>, stream: string): D | undefined
}

/** The typed events of an aggregate as a source of a view. */
export const on = <D, A extends AnyAggregate>(aggregate: A, rules: Rules<D, EventOf<A>>): Source<D> => {
  // the only place that assumes that a category holds only events of its aggregate
  const { idOf, evolve } = rules as Rules<D, DomainEvent>
  return {
    category: aggregate.category,
    byStream: idOf === undefined,
    idOf: idOf ?? ((_, stream) => stream),
    evolve,
  }
}

type Described<D> = Omit<Projection<D>, 'categories' | 'byStream' | 'idOf' | 'evolve'>

/** A view that is fed by several aggregates. If two categories match a stream, the longer one applies. */
export const projectionOn = <D>(view: Described<D>, sources: readonly Source<D>[]): Projection<D> => {
  const longestFirst = sources
    .map(source => ({ prefix: `${source.category}-`, source }))
    .sort((a, b) => b.prefix.length - a.prefix.length)
  const sourceOf = ({ stream }: Recorded) => longestFirst.find(({ prefix }) => stream.startsWith(prefix))
  return {
    ...view,
    categories: sources.map(source => source.category),
    byStream: sources.every(source => source.byStream),
    idOf(event) {
      const found = sourceOf(event)
      return found?.source.idOf(event, event.stream.slice(found.prefix.length))
    },
    evolve(document, event) {
      const found = sourceOf(event)
      return found ? found.source.evolve(document, event, event.stream.slice(found.prefix.length)) : document
    },
  }
}

/** A view of one aggregate: one document per stream, unless `idOf` decides otherwise. */
export const projectionOf = <D, A extends AnyAggregate>(
  aggregate: A,
  view: Described<D> & Rules<D, EventOf<A>>,
): Projection<D> => projectionOn(view, [on(aggregate, view)])
