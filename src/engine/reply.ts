import * as E from 'fp-ts/lib/Either.js'
import { type ProblemCode, type Rejection, rejection } from '../domain/shared/decider.ts'
import type { JsonReply, RawReply } from './operation.ts'

/** A JSON reply; `revision` becomes the ETag. */
export const reply = <R>(body: R, revision?: number): E.Either<Rejection, JsonReply<R>> =>
  E.right(revision === undefined ? { body } : { body, revision })

/** A refusal in place of a reply. */
export const refuse = (
  code: ProblemCode,
  detail: string,
  more: Omit<Rejection, 'code' | 'detail'> = {},
): E.Either<Rejection, never> => E.left(rejection(code, detail, more))

/** A reply that is not JSON. */
export const rawReply = (raw: RawReply): E.Either<Rejection, RawReply> => E.right(raw)

/**
 * 302 to an absolute URL, which learns the origin of the page and nothing else of its address. It is written in ASCII, as browsers would
 * request it: a header takes nothing else. A tracker that is no address stays as it is.
 */
export const redirectTo = (url: string): E.Either<Rejection, RawReply> =>
  rawReply({
    raw: '',
    contentType: 'text/plain',
    status: 302,
    headers: { Location: URL.parse(url)?.href ?? url, 'Referrer-Policy': 'strict-origin-when-cross-origin' },
  })

/** 204: the request was carried out; there is nothing to return. */
export const noContent = rawReply({ raw: '', contentType: '', status: 204 })

/** The same, about an object that has this revision now, which becomes the ETag. */
export const noContentAt = (revision: number): E.Either<Rejection, RawReply> =>
  rawReply({ raw: '', contentType: '', status: 204, revision })
