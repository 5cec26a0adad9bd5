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
  route: Route | undefined
  /** Path, query and body after their codecs. */
  params: unknown
  query: unknown
  body: unknown
  files: Readonly<Record<string, UploadedFile>>
  /** SHA-256 of each uploaded file by field name. */
  fileHashes: Readonly<Record<string, string>>
  /** Revision that If-Match names. */
  ifMatch: number | undefined
}

export type EndcapContext = RouterContext<State>
export type EndcapMiddleware = Koa.Middleware<State, EndcapContext>

const nothing = Object.freeze({})

/** Nobody in particular: the caller of public pages, and everybody before the key was checked. */
const nobody: Caller = { id: 'public', permissions: [], accounts: [], organisations: [] }

/** The state of a request of which nothing is known yet. */
export const newState = (traceId: string): State => ({
  traceId,
  caller: nobody,
  route: undefined,
  params: nothing,
  query: nothing,
  body: undefined,
  files: nothing,
  fileHashes: nothing,
  ifMatch: undefined,
})
