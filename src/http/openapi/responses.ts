import * as t from 'io-ts'
import type { Schema } from '../../codec/described.ts'
import { type Definitions, schemaOf } from '../../codec/json-schema.ts'
import type { Row } from '../../operations/row.ts'
import { type ProblemCode, problems } from '../response/problems.ts'
import { codesOf } from './codes.ts'
import { hasTag } from './has-tag.ts'

const text = (description: string): Schema => ({ description, schema: { type: 'string' } })
const position = text('The log position that the response reflects; send it as Endcap-After-Position.')
const traced = text('The trace id of the request, for support and auditors: what it caused has it as correlationId.')
const unknownFields = text('Fields of the body that were ignored, each with the one that was probably meant.')
const limits = {
  'RateLimit-Policy': text('The limits of the key per minute.'),
  RateLimit: text('Requests left in this minute, and the seconds until it resets.'),
}

/** A problem with one of these codes. */
const problemOf = (codes: readonly ProblemCode[]): Schema => ({
  allOf: [
    { $ref: '#/components/schemas/Problem' },
    { type: 'object', properties: { code: { type: 'string', enum: codes } } },
  ],
})

const problemResponses = (codes: readonly ProblemCode[]): Record<string, Schema> => {
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of codes) {
    const { status } = problems[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, found]) => [
      String(status),
      {
        description: found.map(code => `\`${code}\`: ${problems[code].title}.`).join('\n\n'),
        content: { 'application/problem+json': { schema: problemOf(found) } },
      },
    ]),
  )
}

/** Responses to a Range header (RFC 9110, 14). */
const parts = (content: Schema): Record<string, Schema> => ({
  206: {
    description: 'The requested range of the file.',
    headers: { 'Content-Range': text('The range, and the size of the file.') },
    content,
  },
  416: {
    description: 'The range starts beyond the end of the file; no content.',
    headers: { 'Content-Range': text('The size of the file.') },
  },
})

/** Each event of a stream (HTML, 9.2). Before OpenAPI 3.2 there is no word for an item: the schema of the stream is that of its events. */
const eventOf = (data: Schema): Schema => ({
  type: 'object',
  description: 'An event of the stream.',
  properties: {
    id: { type: 'string', description: 'Its position; send the last one as Last-Event-ID to go on after it.' },
    event: { const: 'message' },
    data: { type: 'string', contentMediaType: 'application/json', contentSchema: data },
  },
  required: ['id', 'data'],
})

const success = (row: Row, definitions: Definitions): Record<string, Schema> => {
  const { reply, example, noStore, noContent, statuses, redirects } = row.operation
  const headers = {
    'Endcap-Position': position,
    'Endcap-Trace': traced,
    ...(row.permission === 'public' ? {} : limits),
    ...(row.operation.kind === 'command' && row.operation.body ? { 'Endcap-Unknown-Fields': unknownFields } : {}),
    ...(noStore || !(reply instanceof t.Type || (row.operation.kind === 'command' && reply.tagged))
      ? {}
      : { ETag: text('The revision of the object, if the response represents a single object.') }),
  }
  const led: Record<string, Schema> =
    redirects === undefined
      ? {}
      : { 302: { description: redirects, headers: { Location: text('The URL to follow.') } } }
  if (reply instanceof t.Type) {
    const shown = example?.reply === undefined ? {} : { example: example.reply }
    const schema = schemaOf(reply, definitions)
    const others = Object.entries(statuses ?? {}).map(([status, description]) => [
      status,
      { description, headers, content: { 'application/json': { schema } } },
    ])
    return {
      200: { description: 'Done.', headers, content: { 'application/json': { schema, ...shown } } },
      ...Object.fromEntries(others),
      ...(noContent === undefined ? {} : { 204: { description: noContent, headers } }),
      ...led,
    }
  }
  // an empty media type means a response without content
  if (reply.media === '' && reply.status === 302) return led
  if (reply.media === '') return { [reply.status ?? 204]: { description: 'Done; no content.', headers } }
  const schema = reply.events
    ? eventOf(schemaOf(reply.events, definitions))
    : { type: /json$/.test(reply.media) ? 'object' : 'string' }
  const done = { 200: { description: 'Done.', headers, content: { [reply.media]: { schema } } } }
  return {
    ...done,
    ...(reply.ranges ? parts({ [reply.media]: { schema } }) : {}),
    ...led,
  }
}

/** Operations that serve pages report errors as pages too. */
const withPages = (row: Row, responses: Record<string, Schema>): Record<string, Schema> => {
  const { reply } = row.operation
  if (reply instanceof t.Type || reply.media !== 'text/html') return responses
  const page = { 'text/html': { schema: { type: 'string' } } }
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      { ...response, content: { ...(response.content as object), ...page } },
    ]),
  )
}

/** A response with an ETag supports If-None-Match (HTTP-23). */
const unchanged = (row: Row): Record<string, Schema> =>
  hasTag(row) ? { 304: { description: 'Not changed since the version in If-None-Match.' } } : {}

/** Both sets of responses; where both have a status, it has the contents of both. */
const together = (own: Record<string, Schema>, ofProblems: Record<string, Schema>): Schema =>
  Object.fromEntries(
    [...Object.entries(ofProblems), ...Object.entries(own)].map(([status, response]) => {
      const problem = ofProblems[status]
      if (problem === undefined || own[status] === undefined) return [status, response]
      const description = `${own[status].description}\n\n${problem.description}`
      return [
        status,
        {
          ...own[status],
          description,
          content: { ...(own[status].content as object), ...(problem.content as object) },
        },
      ]
    }),
  )

/** Responses of a row by status: its own, and its possible problems. */
export const responsesOf = (row: Row, definitions: Definitions): Schema =>
  together({ ...success(row, definitions), ...unchanged(row) }, withPages(row, problemResponses(codesOf(row))))
