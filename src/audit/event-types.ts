import * as t from 'io-ts'
import { type Described, described } from '../codec/described.ts'
import { aggregates } from '../domain/aggregates.ts'
import { wordingsIn } from '../domain/shared/fact.ts'

/** Every type of event that a stream of this release may hold. */
export const eventTypes: readonly string[] = aggregates
  .flatMap(({ events }) => wordingsIn(events).map(({ type }) => type))
  .sort()

const known = new Set(eventTypes)
const isTypes = (u: unknown): u is ReadonlySet<string> => u instanceof Set

/** Types of events in a query, separated by commas. A type that does not exist is a fault, since it would never be seen. */
export const EventTypes: Described<ReadonlySet<string>, unknown> = described(
  new t.Type<ReadonlySet<string>, unknown>(
    'event types',
    isTypes,
    (u, context) => {
      if (typeof u !== 'string') return t.failure(u, context, 'must be given once')
      const types = u.split(',').map(type => type.trim())
      const unknown = types.find(type => !known.has(type))
      return unknown === undefined
        ? t.success(new Set(types))
        : t.failure(u, context, `names a type of event that does not exist: ${unknown.slice(0, 64)}`)
    },
    types => [...types].join(','),
  ),
  {
    type: 'array',
    items: { type: 'string' },
    description: 'Types of events, separated by commas, for example `ApprovalRequested`; default: all.',
  },
)
