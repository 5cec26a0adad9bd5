import { stringify } from 'csv-stringify/sync'
import { eventJson } from '../../audit/event-json.ts'
import { told } from '../../audit/told.ts'
import type { Recorded } from '../../ports/event-log.ts'
import type { Secrets } from '../../ports/secrets.ts'

/** How events are written: a heading, if there is one, and a line an event. */
export type Format = { readonly heading: string | undefined; line(event: Recorded): Promise<string> }

const columns = [
  ['position', 10],
  ['at', 24],
  ['stream', 34],
  ['revision', 8],
  ['type', 26],
  ['actor', 20],
  ['operation', 22],
] as const
type Column = (typeof columns)[number][0]

const cells = ({ position, stream, revision, type, metadata }: Recorded): Readonly<Record<Column, string>> => ({
  position: String(position),
  at: metadata.at,
  stream,
  revision: String(revision),
  type,
  actor: metadata.actor,
  operation: metadata.operation,
})
const padded = (values: Readonly<Record<Column, string>>): string =>
  columns.map(([name, width]) => values[name].padEnd(width)).join('  ')

const table: Format = {
  heading: `${padded(Object.fromEntries(columns.map(([name]) => [name, name])) as Record<Column, string>)}  what`,
  line: async event => `${padded(cells(event))}  ${told(event)}`,
}
const json = (secrets: Secrets): Format => ({
  heading: undefined,
  line: async event => JSON.stringify(await eventJson(event, secrets)),
})
const csv = (secrets: Secrets): Format => ({
  heading: [...columns.map(([name]) => name), 'eventId', 'correlationId', 'causationId', 'data'].join(','),
  async line(event) {
    const { data, metadata, id } = await eventJson(event, secrets)
    const row = [...Object.values(cells(event)), id, metadata.correlationId, metadata.causationId, JSON.stringify(data)]
    return stringify([row], { escape_formulas: true }).trimEnd()
  },
})

/** A table for people, NDJSON (one event a line, design 4) or CSV; mail addresses masked in each. */
export const formatOf = (options: { readonly json?: boolean; readonly csv?: boolean }, secrets: Secrets): Format =>
  options.json ? json(secrets) : options.csv ? csv(secrets) : table
