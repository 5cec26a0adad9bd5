import { stringify } from 'csv-stringify/sync'
import { eventJson } from '../../audit/event-json.ts'
import type { AuditReader } from '../../audit/reader.ts'
import type { Recorded } from '../../ports/event-log.ts'
import { tableHeading, tableLines } from './table.ts'

/** An output format: an optional heading, and one line per event. */
export type Format = { readonly heading: string | undefined; line(event: Recorded): Promise<string> }

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
  line: async event => tableLines(await reader.shownEvent(event)),
})
const json = (reader: AuditReader): Format => ({
  heading: undefined,
  line: async event => JSON.stringify(await eventJson(event, reader)),
})
const csv = (reader: AuditReader): Format => ({
  heading: [...columns, 'eventId', 'correlationId', 'causationId', 'data'].join(','),
  async line(event) {
    const { data, metadata, id } = await eventJson(event, reader)
    const row = [...cells(event), id, metadata.correlationId, metadata.causationId, JSON.stringify(data)]
    return stringify([row], { escape_formulas: true }).trimEnd()
  },
})

/** A table for people, NDJSON (one event per line, ARCH-12) or CSV. All formats mask mail addresses. */
export const formatOf = (options: { readonly json?: boolean; readonly csv?: boolean }, reader: AuditReader): Format =>
  options.json ? json(reader) : options.csv ? csv(reader) : table(reader)
