import type { AnyAggregate, DomainEvent } from '../../domain/shared/decider.ts'
import type { Recorded } from '../../ports/event-log.ts'
import type { Projection } from './projection.ts'

type EventOf<A> = A extends { readonly events: { readonly _A: infer Ev extends DomainEvent } } ? Ev : never

/** How the events of one aggregate change the documents of a view. `stream` is the id part of the event's stream: `acme:12`. */
export type Source<D> = {
  readonly category: string
  idOf(event: Recorded, stream: string): string | undefined
  evolve(document: D | undefined, event: Recorded, stream: string): D | undefined
}

type Rules<D, Ev extends DomainEvent> = {
  /** The document that an event concerns; default: the one named like the aggregate. */
  idOf?(event: Recorded<Ev>, stream: string): string | undefined
  /** The document after an event; undefined deletes it. */
  evolve(document: D | undefined, event: Recorded<Ev>, stream: string): D | undefined
}

/** The events of an aggregate as a source of a view, with their types. */
export const on = <D, A extends AnyAggregate>(aggregate: A, rules: Rules<D, EventOf<A>>): Source<D> => {
  // the one place that trusts a category to hold the events of its aggregate
  const { idOf = (_, stream) => stream, evolve } = rules as Rules<D, DomainEvent>
  return { category: aggregate.category, idOf, evolve }
}

type Described<D> = Omit<Projection<D>, 'categories' | 'idOf' | 'evolve'>

/** A view that is fed by several aggregates. Of two categories that fit a stream, the longer one is its own. */
export const projectionOn = <D>(view: Described<D>, sources: readonly Source<D>[]): Projection<D> => {
  const longestFirst = sources
    .map(source => ({ prefix: `${source.category}-`, source }))
    .sort((a, b) => b.prefix.length - a.prefix.length)
  const sourceOf = ({ stream }: Recorded) => longestFirst.find(({ prefix }) => stream.startsWith(prefix))
  return {
    ...view,
    categories: sources.map(source => source.category),
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

/** A view of one aggregate: a document a stream, unless `idOf` says otherwise. */
export const projectionOf = <D, A extends AnyAggregate>(
  aggregate: A,
  view: Described<D> & Rules<D, EventOf<A>>,
): Projection<D> => projectionOn(view, [on(aggregate, view)])
