import * as t from 'io-ts'
import type { Operation, RawReply, Reply } from '../../engine/operation.ts'
import { etagOf } from './conditional.ts'
import type { HttpResponse } from './http-response.ts'

const noStore = { 'Cache-Control': 'no-store' } as const

/** Headers of JSON: an object of one stream may be cached and revalidated by its ETag (HTTP-23); nothing else is cached. */
const cacheHeaders = (operation: Operation, revision: number | undefined): Readonly<Record<string, string>> => {
  if (revision === undefined || operation.noStore) return noStore
  return operation.kind === 'query' && !operation.showsOthers
    ? { ETag: etagOf(revision), 'Cache-Control': 'private, no-cache' }
    : { ETag: etagOf(revision), 'Cache-Control': 'no-store' }
}

const rawResponse = (reply: RawReply): HttpResponse => ({
  status: reply.status ?? 200,
  body: reply.raw,
  contentType: reply.contentType,
  ...(reply.length === undefined ? {} : { length: reply.length }),
  headers: {
    ...noStore,
    ...(reply.revision === undefined ? {} : { ETag: etagOf(reply.revision) }),
    ...reply.headers,
  },
})

/** The response for an operation's reply. The reply's codec encodes the body, so that no internal field is exposed. */
export const responseOf = (operation: Operation, reply: Reply<unknown>): HttpResponse => {
  if ('raw' in reply) return rawResponse(reply)
  const headers = cacheHeaders(operation, reply.revision)
  if ('json' in reply) return { status: 200, body: reply.json, contentType: 'application/json', headers }
  const shape = operation.reply
  const body = shape instanceof t.Type ? shape.encode(reply.body) : reply.body
  return {
    status: reply.status ?? 200,
    body: JSON.stringify(body),
    contentType: 'application/json',
    headers: reply.headers ? { ...headers, ...reply.headers } : headers,
  }
}
