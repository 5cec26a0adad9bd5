import type { AnyAggregate } from '../../domain/shared/decider.ts'
import type { Recorded } from '../../ports/event-log.ts'
import type { AnyProjection } from '../read/projection.ts'

/** The event schema version that this release writes, and the newest one that it reads. */
export const schemaVersion = 1

type Codec = {
  readonly types?: readonly Codec[]
  readonly props?: { readonly type?: { readonly value?: unknown } }
}

/** The event names of a codec, which is one fact or a union of facts. */
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

/** Whether this release can read an event of an aggregate. */
export const readsEvent = (aggregate: AnyAggregate, event: Labelled): boolean => readable(namesReadBy(aggregate), event)

/**
 * Projections of this release, which skip events that only a newer release can read. Views are stored by name and version,
 * and a release that reads more events raises the version, so its own views are complete.
 */
export const ofKnownEvents = (aggregates: readonly AnyAggregate[]): ((projection: AnyProjection) => AnyProjection) => {
  const names = new Set(aggregates.flatMap(aggregate => [...namesReadBy(aggregate)]))
  return projection => ({
    ...projection,
    idOf: event => (readable(names, event) ? projection.idOf(event) : undefined),
  })
}
