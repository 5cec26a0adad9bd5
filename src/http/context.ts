import type { RouterContext } from '@koa/router'
import type Koa from 'koa'
import type { Caller, UploadedFile } from '../engine/operation.ts'
import type { Row } from '../operations/row.ts'
import type { OperationMeasures } from './observe/metrics.ts'

/** A row, with what does not depend on the request worked out once. */
export type Route = {
  readonly row: Row
  /** The path as people write it: `/v2/accounts/{accountId}`. Stands in logs and problems instead of the URL. */
  readonly template: string
  readonly measures: OperationMeasures
}

/** What middleware learns of a request, for those after it. The body as sent is Koa's `ctx.request.body`. */
export type State = {
  /** 32 hex digits; the caller's own when it sent a W3C `traceparent`. */
  traceId: string
  caller: Caller
  /** Undefined while no route has taken the request. */
  route?: Route
  /** Path, query and body after their codecs. */
  params?: unknown
  query?: unknown
  body?: unknown
  /** Uploaded files by field name, and the SHA-256 of each. */
  files?: Readonly<Record<string, UploadedFile>>
  fileHashes?: Readonly<Record<string, string>>
  /** Revision that If-Match names. */
  ifMatch?: number
}

export type EndcapContext = RouterContext<State>
export type EndcapMiddleware = Koa.Middleware<State, EndcapContext>

/** What has nothing to wait for: it looks at a request, notes what it learns in the state, and throws a refusal. */
export type Check = (ctx: EndcapContext) => void

/** One middleware of several checks: a middleware each would cost as much as the check itself (ADR 0025). */
export const checking =
  (...checks: readonly Check[]): EndcapMiddleware =>
  (ctx, next) => {
    for (const check of checks) check(ctx)
    return next()
  }

/** Nobody in particular: the caller of public pages, and everybody before the key was checked. */
export const nobody: Caller = { id: 'public', permissions: [], accounts: [], organisations: [] }
