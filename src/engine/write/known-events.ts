import type { AnyAggregate } from '../../domain/shared/decider.ts'
import type { Recorded } from '../../ports/event-log.ts'
import type { AnyProjection } from '../read/projection.ts'

type Codec = {
  readonly types?: readonly Codec[]
  readonly props?: { readonly type?: { readonly value?: unknown } }
  readonly version?: number
}
/** The version of each event by its name: the one that this release writes, and the newest that it reads. */
type Versions = ReadonlyMap<unknown, number>

/** The versions of the events of a codec, which is one fact or a union of facts. */
const versionsIn = ({ types, props, version = 1 }: Codec): readonly (readonly [unknown, number])[] =>
  types?.flatMap(versionsIn) ?? [[props?.type?.value, version]]

const versionsBy = new WeakMap<AnyAggregate, Versions>()
const versionsOf = (aggregate: AnyAggregate): Versions => {
  const found = versionsBy.get(aggregate) ?? new Map(versionsIn(aggregate.events as Codec))
  versionsBy.set(aggregate, found)
  return found
}

/** The version of an event that this release writes. */
export const schemaVersionOf = (aggregate: AnyAggregate, type: string): number => versionsOf(aggregate).get(type) ?? 1

type Labelled = Pick<Recorded, 'type' | 'metadata'>
const readable = (versions: Versions, { type, metadata }: Labelled): boolean =>
  metadata.schemaVersion <= (versions.get(type) ?? 0)

/** Whether this release can read an event of an aggregate. */
export const readsEvent = (aggregate: AnyAggregate, event: Labelled): boolean => readable(versionsOf(aggregate), event)

/**
 * Projections of this release, which skip events that only a newer release can read. Views are stored by name and version,
 * and a release that reads more events raises the version, so its own views are complete.
 */
export const ofKnownEvents = (aggregates: readonly AnyAggregate[]): ((projection: AnyProjection) => AnyProjection) => {
  const versions = new Map(aggregates.flatMap(aggregate => [...versionsOf(aggregate)]))
  return projection => ({
    ...projection,
    idOf: event => (readable(versions, event) ? projection.idOf(event) : undefined),
  })
}
