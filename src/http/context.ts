import type { RouterContext } from '@koa/router'
import type Koa from 'koa'
import type { Caller, UploadedFile } from '../engine/operation.ts'
import type { Row } from '../operations/row.ts'
import type { OperationMeasures } from './observe/metrics.ts'
import type { HttpResponse } from './response/http-response.ts'

/** A row, with the values that do not depend on the request computed once. */
export type Route = {
  readonly row: Row
  /** The path as documentation writes it: `/v2/accounts/{accountId}`. Logs and problems contain it instead of the URL. */
  readonly template: string
  readonly measures: OperationMeasures
}

/** What middleware has found out about a request, for the middleware after it. Koa's `ctx.request.body` is the body as sent. */
export type State = {
  /** 32 hex digits, different for every request; the correlation id of its events. */
  traceId: string
  /** The trace id in the caller's W3C `traceparent`, if it sent one. */
  callerTraceId?: string | undefined
  /** Milliseconds of the monotonic clock. */
  startedAt: number
  caller: Caller
  /** Headers of the response, whichever it will be; its own come before these. */
  headers: Record<string, string>
  /** The response; it is sent when all steps have seen it (`response/send.ts`). */
  response?: HttpResponse
  /** Undefined until a route matches. */
  route?: Route
  /** Decoded path, query and body. */
  params?: unknown
  query?: unknown
  body?: unknown
  /** Uploaded files by field name, and the SHA-256 of each file. */
  files?: Readonly<Record<string, UploadedFile>>
  fileHashes?: Readonly<Record<string, string>>
  /** The revision in If-Match. */
  ifMatch?: number
}

export type EndcapContext = RouterContext<State>
export type EndcapMiddleware = Koa.Middleware<State, EndcapContext>

/** A synchronous step: it inspects a request, stores the result in the state, or throws a refusal. */
export type Check = (ctx: EndcapContext) => void

/** Several checks as one middleware: a middleware for each would cost as much as the check itself (ADR 0025). */
export const checking =
  (...checks: readonly Check[]): EndcapMiddleware =>
  (ctx, next) => {
    for (const check of checks) check(ctx)
    return next()
  }

/** The anonymous caller: of public pages, and of every request until its key is checked. */
export const anonymous: Caller = { id: 'public', permissions: [], accounts: [], organisations: [] }
