import * as E from 'fp-ts/lib/Either.js'
import type { Rejection } from '../../domain/shared/decider.ts'
import { StoreAway } from '../../ports/store-away.ts'
import { AttemptFailed } from './attempt-failed.ts'
import { ClaimLost } from './process.ts'

/** A rejection as an error: its detail is for people. An unavailable log is an outage, which is logged where it is detected. */
export const errorOf = ({ code, detail }: Rejection): Error =>
  code === 'store-unavailable' ? new StoreAway('event log', detail) : new AttemptFailed(detail)

/** The result of an append of a process. A lost claim ends the work silently; any other rejection fails the attempt. */
export const settled = <A>(result: E.Either<Rejection, A>): A => {
  if (E.isRight(result)) return result.right
  if (result.left.code === 'claim-lost') throw new ClaimLost(result.left.detail)
  throw errorOf(result.left)
}
