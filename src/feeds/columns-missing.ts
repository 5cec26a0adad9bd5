import * as E from 'fp-ts/lib/Either.js'
import type { Rejection } from '../domain/shared/decider.ts'
import { settled } from '../engine/react/settled.ts'
import type { FeedFault } from '../ports/feed-parser.ts'

/** Rows that lack a column with a role (SOURCE-20), as the refusal of their load names it. */
export const lackingColumns = ({ errors, detail }: Rejection): FeedFault => {
  const named = errors?.map(error => `${error.pointer.slice(1)}: ${error.detail}`)
  return { code: 'columns-missing', detail: named?.join(' ') ?? detail }
}

/**
 * Why a load was refused: its rows lack a column with a role (SOURCE-20). Undefined: they are served. Throws for what is no fault of the rows,
 * such as a log that is away.
 */
export const columnsMissing = (loaded: E.Either<Rejection, unknown>): FeedFault | undefined => {
  if (E.isLeft(loaded) && loaded.left.code === 'invalid-request') return lackingColumns(loaded.left)
  settled(loaded)
  return undefined
}
