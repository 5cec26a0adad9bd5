import * as E from 'fp-ts/lib/Either.js'
import type { Rejection } from '../domain/shared/decider.ts'
import { settled } from '../engine/react/settled.ts'
import type { FeedFault } from '../ports/feed-parser.ts'

/**
 * Why a load was refused: its rows lack a column with a role (SOURCE-20). Undefined: they are served. Throws for what is no fault of the rows,
 * such as a log that is away.
 */
export const columnsMissing = (loaded: E.Either<Rejection, unknown>): FeedFault | undefined => {
  if (E.isLeft(loaded) && loaded.left.code === 'invalid-request') {
    const { errors, detail } = loaded.left
    const named = errors?.map(({ pointer }) => `${pointer.slice(1)} names a column that the feed does not have`)
    return { code: 'columns-missing', detail: named?.join('; ') ?? detail }
  }
  settled(loaded)
  return undefined
}
