import * as E from 'fp-ts/lib/Either.js'
import { type ProblemCode, type Rejection, rejection } from '../domain/shared/decider.ts'
import type { JsonReply, RawReply } from './operation.ts'

/** A JSON answer; `revision` becomes the ETag. */
export const answer = <R>(body: R, revision?: number): E.Either<Rejection, JsonReply<R>> =>
  E.right(revision === undefined ? { body } : { body, revision })

/** A refusal as an answer. */
export const refuse = (
  code: ProblemCode,
  detail: string,
  more: Omit<Rejection, 'code' | 'detail'> = {},
): E.Either<Rejection, never> => E.left(rejection(code, detail, more))

/** An answer that is no JSON. */
export const raw = (reply: RawReply): E.Either<Rejection, RawReply> => E.right(reply)

/** 204: done, and nothing to say. */
export const noContent = raw({ raw: '', contentType: '', status: 204 })
