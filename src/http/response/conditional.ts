import { rejection } from '../../domain/shared/decider.ts'
import type { Check, EndcapContext, EndcapMiddleware } from '../context.ts'
import { refuse } from './refuse.ts'

/** The entity tag of a revision (HTTP-23). */
export const etagOf = (revision: number): string => `"${revision}"`

const stale = rejection('stale', 'The object has changed since the version that If-Match names.')
const oneTag = rejection('invalid-request', 'If-Match takes one entity tag, as an ETag header gave it.')

/**
 * If-Match of a write. `*` asks for nothing that the operation does not check itself. A tag that we never gave, weak ones
 * included, is stale (RFC 9110, 13.1.1).
 */
export const precondition: Check = ctx => {
  const header = ctx.req.headers['if-match']
  if (header === undefined || header === '*') return
  if (header.includes(',')) refuse(ctx, oneTag)
  const revision = /^"(\d{1,15})"$/.exec(header)?.[1]
  if (revision === undefined) refuse(ctx, stale)
  ctx.state.ifMatch = Number(revision)
}

/** Whether If-None-Match names this entity tag; compared weakly, as GET wants it. */
export const unchanged = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch === '*' || ifNoneMatch.split(',').some(tag => tag.trim().replace(/^W\//, '') === etag)

/** A GET or HEAD whose If-None-Match names the ETag of its response: 304. */
export const conditionalGet: EndcapMiddleware = (ctx, next) => {
  const asked = ctx.req.headers['if-none-match']
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD'
  return asked !== undefined && isRead ? next().then(() => notModified(ctx, asked)) : next()
}

const notModified = (ctx: EndcapContext, asked: string): void => {
  if (ctx.status !== 200) return
  const etag = ctx.res.getHeader('ETag')
  // Koa drops the body
  if (typeof etag === 'string' && unchanged(asked, etag)) ctx.status = 304
}
