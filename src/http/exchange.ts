import type { Readable } from 'node:stream'
import type Koa from 'koa'
import type { Rejection } from '../domain/shared/decider.ts'
import type { Caller, UploadedFile } from '../engine/operation.ts'
import type { Row } from '../operations/row.ts'
import type { OperationMeasures } from './observe/metrics.ts'
import type { ProblemCode } from './response/problems.ts'

/** A refusal on its way out: a rule's, or one of HTTP itself, and the headers that go with it. */
export type Refusal = Omit<Rejection, 'code'> & {
  readonly code: ProblemCode
  readonly headers?: Readonly<Record<string, string>>
  /** Template of the path where no route took the request. */
  readonly instance?: string
}

/** Builds a refusal of the HTTP layer. */
export const refusal = (code: ProblemCode, detail: string, more: Omit<Refusal, 'code' | 'detail'> = {}): Refusal => ({
  code,
  detail,
  ...more,
})

/** What is sent. A text is sent as it is; a stream is piped. */
export type Answer = {
  readonly status: number
  readonly body: string | Buffer | Readable
  /** Empty: no content. */
  readonly contentType: string
  readonly length?: number
  readonly headers: Readonly<Record<string, string>>
}

/** A row, with everything about it that does not depend on the request worked out once. */
export type Route = {
  readonly row: Row
  /** Names of the path's parameters, in their order. */
  readonly names: readonly string[]
  /** The path as people write it: `/v2/accounts/{accountId}`. Stands in logs and problems instead of the URL. */
  readonly template: string
  readonly steps: readonly Step[]
  readonly measures: OperationMeasures
}

/** One request while it is answered. Steps fill it in, in the order of the route. */
export type Exchange = {
  readonly ctx: Koa.Context
  /** Monotonic milliseconds at which the request came. */
  readonly startedAt: number
  /** 32 hex digits; the caller's own when it sent a W3C `traceparent`. */
  readonly traceId: string
  readonly method: string
  /** Path as sent, without the query and without a slash at the end. */
  readonly path: string
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>
  route: Route | undefined
  pathValues: readonly string[]
  caller: Caller
  /** Decoded. */
  params: unknown
  input: { query: unknown; body: unknown }
  /** As sent: parsed JSON, or text fields of a form. */
  sentBody: unknown
  files: Readonly<Record<string, UploadedFile>>
  /** SHA-256 of each uploaded file by field name. */
  fileHashes: Readonly<Record<string, string>>
  ifMatch: number | undefined
  /** Headers of the answer that steps have added, refused or not. */
  readonly headers: Record<string, string>
  answer: Answer | undefined
  /** Runs when the answer is on its way. */
  cleanUp: (() => Promise<void>) | undefined
}

/** One thing that is done on the way to an answer; a refusal ends the way. */
export type Step = (x: Exchange) => Refusal | undefined | Promise<Refusal | undefined>

/** Nobody in particular: the caller of public pages, and everybody before the key was checked. */
export const nobody: Caller = { id: 'public', permissions: [], accounts: [], organisations: [] }
