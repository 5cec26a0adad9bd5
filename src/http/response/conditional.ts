import { rejection } from '../../domain/shared/decider.ts'
import type { Exchange, Refusal } from '../exchange.ts'

/** The entity tag of a revision (decision 13). */
export const etagOf = (revision: number): string => `"${revision}"`

const stale = rejection('stale', 'The object has changed since the version that If-Match names.')
const oneTag = rejection('invalid-request', 'If-Match takes one entity tag, as an ETag header gave it.')

/**
 * If-Match of a write. `*` asks for nothing that the operation does not check itself. A tag that we never gave, weak ones
 * included, is stale (RFC 9110, 13.1.1).
 */
export const precondition = (x: Exchange): Refusal | undefined => {
  const header = x.ctx.req.headers['if-match']
  if (header === undefined || header === '*') return undefined
  if (header.includes(',')) return oneTag
  const revision = /^"(\d{1,15})"$/.exec(header)?.[1]
  if (revision === undefined) return stale
  x.ifMatch = Number(revision)
  return undefined
}

/** Whether If-None-Match names this entity tag; compared weakly, as GET wants it. */
export const unchanged = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch === '*' || ifNoneMatch.split(',').some(tag => tag.trim().replace(/^W\//, '') === etag)
