import { pipe } from 'fp-ts/lib/function.js'
import type { Rejection } from '../../domain/shared/decider.ts'
import * as TE from '../task-either.ts'
import { busy } from './decide-jobs.ts'

const maxTries = 10

/**
 * Runs a change that depends on what it has read; it is run again, at most ten times in all, while others change that meanwhile (`stale`).
 * Then it is `busy`, because the caller named no version that could be stale.
 */
export const untilFresh = <A>(attempt: TE.TaskEither<Rejection, A>, tries = maxTries): TE.TaskEither<Rejection, A> =>
  pipe(
    attempt,
    TE.orElse(why => {
      if (why.code !== 'stale') return TE.left(why)
      return tries > 1 ? untilFresh(attempt, tries - 1) : TE.left(busy)
    }),
  )
