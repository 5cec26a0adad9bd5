import type * as t from 'io-ts'
import type { Aggregate, AnyAggregate, DomainEvent } from '../../domain/shared/decider.ts'
import type { Upcast } from '../../domain/shared/fact.ts'
import type { Recorded } from '../../ports/event-log.ts'
import type { AnyProjection } from '../read/projection.ts'

/** What this release knows of an event: the version that it writes, and how data of an older one become data of that version. */
type Known = { readonly version: number; readonly upcast?: Upcast }
type Codec = Partial<Known> & {
  readonly types?: readonly Codec[]
  readonly props?: { readonly type?: { readonly value?: unknown } }
}
/** The known events, by their names. */
type KnownEvents = ReadonlyMap<unknown, Known>

/** The events of a codec, which is one fact or a union of facts. */
const eventsIn = ({ types, props, version = 1, upcast }: Codec): readonly (readonly [unknown, Known])[] =>
  types?.flatMap(eventsIn) ?? [[props?.type?.value, upcast ? { version, upcast } : { version }]]

const knownBy = new WeakMap<AnyAggregate, KnownEvents>()
const eventsOf = (aggregate: AnyAggregate): KnownEvents => {
  const found = knownBy.get(aggregate) ?? new Map(eventsIn(aggregate.events as Codec))
  knownBy.set(aggregate, found)
  return found
}

/** The version of an event that this release writes. */
export const schemaVersionOf = (aggregate: AnyAggregate, type: string): number =>
  eventsOf(aggregate).get(type)?.version ?? 1

type Labelled = Pick<Recorded, 'type' | 'metadata'>
const isKnown = (known: Known | undefined, { metadata }: Labelled): known is Known =>
  known !== undefined && metadata.schemaVersion <= known.version

type Written = Labelled & Pick<Recorded, 'data'>
const upcastBy = <W extends Written>(known: Known | undefined, event: W): W =>
  known?.upcast && event.metadata.schemaVersion < known.version
    ? { ...event, data: known.upcast(event.data, event.metadata.schemaVersion) }
    : event

/** Whether this release can read an event of an aggregate. */
export const readsEvent = (aggregate: AnyAggregate, event: Labelled): boolean =>
  isKnown(eventsOf(aggregate).get(event.type), event)

/** An event as this release would have written it (ADR 0157). Events that it cannot read stay as they are. */
export const upcast = <W extends Written>(aggregate: AnyAggregate, event: W): W =>
  upcastBy(eventsOf(aggregate).get(event.type), event)

/** An event as the aggregate's codec reads it, whichever release wrote it. Left: this release cannot read it. */
export const decodedBy = <Ev extends DomainEvent>(
  aggregate: Pick<Aggregate<never, never, Ev>, 'events'>,
  event: Written,
): t.Validation<Ev> => {
  const { type, data } = upcast(aggregate as AnyAggregate, event)
  return aggregate.events.decode({ type, data })
}

/**
 * Projections of this release, which see events as it would have written them, and skip those that only a newer release can read. Views are
 * stored by name and version, and a release that reads more events raises the version, so its own views are complete.
 */
export const ofKnownEvents = (aggregates: readonly AnyAggregate[]): ((projection: AnyProjection) => AnyProjection) => {
  const known = new Map(aggregates.flatMap(aggregate => [...eventsOf(aggregate)]))
  const asKnown = (event: Recorded): Recorded => upcastBy(known.get(event.type), event)
  return projection => ({
    ...projection,
    idOf: event => (isKnown(known.get(event.type), event) ? projection.idOf(asKnown(event)) : undefined),
    evolve: (document, event) => projection.evolve(document, asKnown(event)),
  })
}
