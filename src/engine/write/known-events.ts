import type { AnyAggregate } from '../../domain/shared/decider.ts'
import type { Recorded } from '../../ports/event-log.ts'
import type { AnyProjection } from '../read/projection.ts'

/** The version of events that this release writes, and the newest that it reads. */
export const schemaVersion = 1

type Codec = {
  readonly types?: readonly Codec[]
  readonly props?: { readonly type?: { readonly value?: unknown } }
}

/** Names of the events of a codec: a union of facts, or one fact. */
const namesIn = ({ types, props }: Codec): readonly unknown[] => types?.flatMap(namesIn) ?? [props?.type?.value]

const namesOf = new WeakMap<AnyAggregate, ReadonlySet<unknown>>()
const namesReadBy = (aggregate: AnyAggregate): ReadonlySet<unknown> => {
  const found = namesOf.get(aggregate) ?? new Set(namesIn(aggregate.events as Codec))
  namesOf.set(aggregate, found)
  return found
}

type Labelled = Pick<Recorded, 'type' | 'metadata'>
const readable = (names: ReadonlySet<unknown>, { type, metadata }: Labelled): boolean =>
  names.has(type) && metadata.schemaVersion <= schemaVersion

/** Whether this release knows an event of an aggregate, and so what the state is after it. */
export const readsEvent = (aggregate: AnyAggregate, event: Labelled): boolean => readable(namesReadBy(aggregate), event)

/**
 * Projections of this release, which pass over events that only a newer release can read. Views are stored by name and version, and a
 * release that reads more raises the version, so that nothing is missing from its own.
 */
export const ofKnownEvents = (aggregates: readonly AnyAggregate[]): ((projection: AnyProjection) => AnyProjection) => {
  const names = new Set(aggregates.flatMap(aggregate => [...namesReadBy(aggregate)]))
  return projection => ({
    ...projection,
    idOf: event => (readable(names, event) ? projection.idOf(event) : undefined),
  })
}
