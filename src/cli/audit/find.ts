import { mentioning } from '../../audit/mentioning.ts'
import { streamsNamedBy } from '../../audit/named-by-campaign.ts'
import { eventsAbout } from '../../audit/people/events-about.ts'
import { type OpenedPeople, openedPeople } from '../../audit/people/opened-people.ts'
import { openPeople } from '../../audit/people/people.ts'
import type { Person } from '../../audit/people/person.ts'
import type { AuditReader } from '../../audit/reader.ts'
import { streamsOf } from '../../audit/streams-of.ts'
import type { Stores } from '../../node/stores/open-stores.ts'
import type { EventLog, LogFilter, OfStreams, Position, Recorded } from '../../ports/event-log.ts'
import type { SayingMany } from '../say.ts'
import { type AuditOptions, campaignIn, matching, periodIn } from './criteria.ts'
import type { Format } from './lines.ts'

export type Search = AuditOptions & { readonly person?: string }

/** How events are found and printed: shared by reading the log and by following it. */
export type Finder = {
  /** Events beyond it cannot match, except those of keys that a person gets while the log is followed. */
  readonly filter: LogFilter
  /** Prints the event if it matches; says whether it did. */
  print(event: Recorded): Promise<boolean>
}

const someone = async (people: readonly Person[], wanted: string, opened: OpenedPeople): Promise<boolean> => {
  for (const person of people) if (await opened.is(person, wanted)) return true
  return false
}

const streamsFor = (options: Search, named: ReadonlySet<string>): OfStreams => {
  if (options.account === undefined) return {}
  const { streams, prefixes } = streamsOf(options.account, campaignIn(options)?.idx)
  return { streams: [...streams, ...named], prefixes }
}

const periodFor = (options: Search, now: Date): Pick<LogFilter, 'period'> => {
  const [from, to] = periodIn(options, now)
  const isoOf = (ms: number) => new Date(ms).toISOString()
  return {
    period: {
      ...(Number.isFinite(from) ? { from: isoOf(from) } : {}),
      ...(Number.isFinite(to) ? { to: isoOf(to) } : {}),
    },
  }
}

/** The filter for an id, the rarest that is asked for. Undefined if none is. */
const idsFilter = ({ correlation, key, type, actor, operation }: Search): Pick<LogFilter, 'among'> | undefined => {
  const id = correlation ?? key
  if (id !== undefined) return mentioning([id])
  if (type !== undefined) return { among: { types: [type] } }
  const name = actor ?? operation
  return name === undefined ? undefined : mentioning([name])
}

/** Opens a search. A campaign includes the media plans and asset sources that it has named. */
export const openFinder = async (
  stores: Stores,
  options: Search,
  { format, reader, say }: { readonly format: Format; readonly reader: AuditReader } & Pick<SayingMany, 'say'>,
  now: Date,
): Promise<Finder> => {
  const asked = campaignIn(options)
  const named = asked ? await streamsNamedBy(stores.log, asked.account, asked.idx) : new Set<string>()
  const wanted = matching(options, now, named)
  const people = openPeople(stores.log)
  const opened = openedPeople(reader, stores.secrets)
  const { person } = options
  const among = idsFilter(options) ?? (person === undefined ? {} : await eventsAbout(stores.log, person, opened))
  return {
    filter: {
      ...streamsFor(options, named),
      ...((options.since ?? options.until) ? periodFor(options, now) : {}),
      ...among,
    },
    async print(event) {
      if (!wanted(event)) {
        people.seen(event)
        return false
      }
      const named = await people.of(event)
      if (person !== undefined && !(await someone(named, person, opened))) return false
      const shown = await Promise.all(named.map(opened.shown))
      await say(await format.line(event, shown))
      return true
    },
  }
}

/** The events to look through: of one stream, or of the log after a position. */
export const eventsToRead = async function* (
  log: EventLog,
  { stream }: Search,
  after: Position,
  filter: LogFilter,
  onScanned: (position: Position) => Promise<void>,
): AsyncGenerator<Recorded> {
  if (stream === undefined) yield* log.readAll({ after, ...filter, onScanned })
  else
    for await (const page of log.readStreamPages(stream))
      for (const event of page) if (event.position > after) yield event
}
