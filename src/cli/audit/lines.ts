import { stringify } from 'csv-stringify/sync'
import { eventJson } from '../../audit/event-json.ts'
import type { PersonShown } from '../../audit/people/person.ts'
import type { AuditReader } from '../../audit/reader.ts'
import type { Recorded } from '../../ports/event-log.ts'
import { tableHeading, tableLines } from './table.ts'

/** An output format: an optional heading, and the lines of an event with the people whom it names. */
export type Format = {
  readonly heading: string | undefined
  line(event: Recorded, people: readonly PersonShown[]): Promise<string>
}

const columns = ['position', 'at', 'stream', 'revision', 'type', 'actor', 'operation'] as const
const cells = ({ position, stream, revision, type, metadata }: Recorded): readonly string[] => [
  String(position),
  metadata.at,
  stream,
  String(revision),
  type,
  metadata.actor,
  metadata.operation,
]

const table = (reader: AuditReader): Format => ({
  heading: tableHeading,
  line: async (event, people) => tableLines(await reader.shownEvent(event), people),
})
const json = (reader: AuditReader): Format => ({
  heading: undefined,
  line: async (event, people) => JSON.stringify({ ...(await eventJson(event, reader)), people }),
})
const csv = (reader: AuditReader): Format => ({
  heading: [...columns, 'eventId', 'correlationId', 'causationId', 'data', 'people'].join(','),
  async line(event, people) {
    const { data, metadata, id } = await eventJson(event, reader)
    const { correlationId, causationId } = metadata
    const row = [...cells(event), id, correlationId, causationId, JSON.stringify(data), JSON.stringify(people)]
    return stringify([row], { escape_formulas: true }).trimEnd()
  },
})

/** A table for people, NDJSON (one event per line, ARCH-12) or CSV. All formats mask mail addresses. */
export const formatOf = (options: { readonly json?: boolean; readonly csv?: boolean }, reader: AuditReader): Format =>
  options.json ? json(reader) : options.csv ? csv(reader) : table(reader)
