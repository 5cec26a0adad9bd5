import type * as t from 'io-ts'
import type { Schema } from '../../codec/described.ts'
import { type Definitions, schemaOf } from '../../codec/json-schema.ts'
import type { Row } from '../../operations/row.ts'
import { hasTag } from './has-tag.ts'

const header = (name: string, description: string, schema: Schema): Schema => ({
  name,
  in: 'header',
  description,
  schema,
})

const idempotencyKey = header(
  'Idempotency-Key',
  'A request repeated with the same key and body within 24 hours returns the first response again.',
  {
    type: 'string',
    minLength: 1,
    maxLength: 255,
  },
)
const ifMatch = header(
  'If-Match',
  'The ETag of the version that the change is based on; 412 if the object has changed since.',
  {
    type: 'string',
    pattern: '^(\\*|"\\d{1,15}")$',
  },
)
const ifNoneMatch = header(
  'If-None-Match',
  'The ETag of the version that the client has; 304 if it is still current.',
  {
    type: 'string',
  },
)
// without a pattern: what is no range is ignored (RFC 9110, 14.2)
const range = header(
  'Range',
  'A single byte range of the file, such as `bytes=0-999`; anything else gets the whole file.',
  {
    type: 'string',
  },
)
const afterPosition = header(
  'Endcap-After-Position',
  'The value of an Endcap-Position header. The response reflects that position, or is 503 after 5 seconds.',
  {
    type: 'string',
    pattern: '^\\d{1,19}$',
  },
)
const lastEventId = header(
  'Last-Event-ID',
  'The id of the last event that the client has received; the stream continues after it.',
  { type: 'string', pattern: '^\\d{1,19}$' },
)
const traceparent = header('traceparent', 'W3C trace context.', { type: 'string' })

const takesRanges = ({ operation: { reply } }: Row): boolean => 'ranges' in reply && reply.ranges === true

const isEventStream = ({ operation: { reply } }: Row): boolean =>
  'media' in reply && reply.media === 'text/event-stream'

const headersOf = (row: Row): readonly Schema[] => {
  const keyed = row.permission === 'public' ? [] : [idempotencyKey]
  const conditional = row.operation.kind === 'command' && row.operation.takesIfMatch ? [ifMatch] : []
  switch (row.method) {
    case 'GET':
      if (row.operation.kind === 'command') return [traceparent]
      return [
        ...(takesRanges(row) ? [range] : []),
        ...(isEventStream(row) ? [lastEventId] : []),
        ...(hasTag(row) ? [ifNoneMatch] : []),
        ...(row.hasData === false ? [] : [afterPosition]),
        traceparent,
      ]
    case 'POST':
      return [...keyed, ...conditional, traceparent]
    case 'PUT':
    case 'DELETE':
      return [...conditional, traceparent]
  }
}

const membersOf = (
  codec: t.Mixed | undefined,
  place: 'path' | 'query',
  definitions: Definitions,
): readonly Schema[] => {
  if (codec === undefined) return []
  const schema = schemaOf(codec, definitions)
  const required = new Set((schema.required as readonly string[] | undefined) ?? [])
  return Object.entries((schema.properties as Record<string, Schema> | undefined) ?? {}).map(([name, member]) => {
    const { description, ...rest } = member
    return {
      name,
      in: place,
      required: place === 'path' || required.has(name),
      ...(description === undefined ? {} : { description }),
      // lists in a query are separated by commas
      ...(rest.type === 'array' ? { style: 'form', explode: false } : {}),
      schema: rest,
    }
  })
}

/** Parameters of a row: path, query, and the headers that its method takes. */
export const parametersOf = (row: Row, definitions: Definitions): readonly Schema[] => [
  ...membersOf(row.operation.params as t.Mixed, 'path', definitions),
  ...membersOf(row.operation.query as t.Mixed | undefined, 'query', definitions),
  ...headersOf(row),
]
