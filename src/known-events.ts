import { type AnyAggregate, aggregates } from './domain/aggregates.ts'
import type { Recorded } from './ports/event-log.ts'
import type { AnyProjection } from './projection.ts'

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

type Told = Pick<Recorded, 'type' | 'metadata'>
const readable = (names: ReadonlySet<unknown>, { type, metadata }: Told): boolean =>
  names.has(type) && metadata.schemaVersion <= schemaVersion

/** Whether this release knows an event of an aggregate, and so what the state is after it. */
export const readsEvent = (aggregate: AnyAggregate, event: Told): boolean => readable(namesReadBy(aggregate), event)

const all = new Set(aggregates.flatMap(aggregate => [...namesReadBy(aggregate)]))

/**
 * A projection that passes over what a newer release wrote. Views are kept by name and version, and a release that reads more
 * raises the version, so that nothing is missing from its own.
 */
export const ofKnownEvents = (projection: AnyProjection): AnyProjection => ({
  ...projection,
  idOf: event => (readable(all, event) ? projection.idOf(event) : undefined),
})
