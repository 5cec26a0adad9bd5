import { Readable } from 'node:stream'
import { rejection } from '../../domain/shared/decider.ts'
import type { Check, EndcapContext } from '../context.ts'
import { refuse } from './refuse.ts'

/** The entity tag of a revision (HTTP-23). */
export const etagOf = (revision: number): string => `"${revision}"`

const stale = rejection('stale', 'The object has changed since the version that If-Match names.')
const oneTag = rejection('invalid-request', 'If-Match takes one entity tag: the value of an ETag header.')

/**
 * If-Match of a write that takes it. `*` requires nothing that the operation does not check itself. A tag that we never issued, including a
 * weak one, is stale (RFC 9110, 13.1.1).
 */
export const precondition: Check = ctx => {
  const operation = ctx.state.route?.row.operation
  if (operation?.kind !== 'command' || !operation.takesIfMatch) return
  const header = ctx.req.headers['if-match']
  if (header === undefined || header === '*') return
  if (header.includes(',')) refuse(ctx, oneTag)
  const revision = /^"(\d{1,15})"$/.exec(header)?.[1]
  if (revision === undefined) refuse(ctx, stale)
  ctx.state.ifMatch = Number(revision)
}

/** Whether If-None-Match contains this entity tag, by the weak comparison that GET requires. */
export const unchanged = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch === '*' || ifNoneMatch.split(',').some(tag => tag.trim().replace(/^W\//, '') === etag)

/** Responds with 304 to a GET or HEAD whose If-None-Match contains the current ETag. */
export const conditionalGet: Check = ctx => {
  const ifNoneMatch = ctx.req.headers['if-none-match']
  if (ifNoneMatch !== undefined && (ctx.method === 'GET' || ctx.method === 'HEAD')) notModified(ctx, ifNoneMatch)
}

const notModified = (ctx: EndcapContext, ifNoneMatch: string): void => {
  const { response } = ctx.state
  if (response?.status !== 200) return
  const { body, headers } = response
  if (headers.ETag === undefined || ctx.state.route?.row.operation.showsOthers) return
  if (!unchanged(ifNoneMatch, headers.ETag)) return
  if (body instanceof Readable) body.destroy()
  ctx.state.response = { status: 304, body: '', contentType: '', headers }
}
