import * as E from 'fp-ts/lib/Either.js'
import type { Rejection } from '../../domain/shared/decider.ts'
import { isUndecided } from '../../domain/shared/undecided.ts'
import type { Secrets } from '../../ports/secrets.ts'
import type * as TE from '../task-either.ts'
import type { Loaded } from './execute.ts'

/** A change of an aggregate that names secrets: its state `before`, unless it is new, and the `fresh` secrets stored for the change. */
export type SecretsOfChange<S> = {
  readonly before?: Loaded<S>
  readonly fresh?: string | readonly string[] | undefined
}

/**
 * For aggregates whose states name secrets: runs a change, then destroys the secrets that are no longer used, those before the change or
 * those stored for it. If it is not known what was or will be appended, all are kept.
 */
export const keepingUsed =
  <S>(secretsIn: (state: S) => readonly string[]) =>
  <A extends Loaded<S>>(
    secrets: Secrets,
    { before, fresh = [] }: SecretsOfChange<S>,
    change: TE.TaskEither<Rejection, A>,
  ): TE.TaskEither<Rejection, A> =>
  async () => {
    const done = await change()
    if (E.isLeft(done) && isUndecided(done.left)) return done
    // a repeat after a crash returns what the first run appended; the aggregate may have changed since
    const isLatest = E.isRight(done) && done.right.revision >= (before?.revision ?? -1)
    const after = isLatest ? done.right : before
    const used = new Set(after && secretsIn(after.state))
    for (const id of new Set([...(before ? secretsIn(before.state) : []), ...[fresh].flat()]))
      if (!used.has(id)) await secrets.forget(id)
    return done
  }
