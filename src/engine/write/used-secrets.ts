import * as E from 'fp-ts/lib/Either.js'
import type { Rejection } from '../../domain/shared/decider.ts'
import { isUndecided } from '../../domain/shared/undecided.ts'
import type { Secrets } from '../../ports/secrets.ts'
import type * as TE from '../task-either.ts'
import type { Loaded } from './execute.ts'

/** A change of an aggregate that names secrets: its state `before` as it was read, unless it is new, and the `fresh` secrets stored for the change. */
export type SecretsOfChange<S> = {
  readonly before?: Loaded<S>
  readonly fresh?: string | readonly string[] | undefined
}

/**
 * For aggregates whose states name secrets: runs a change, then destroys the secrets that are no longer used, those before the change (as
 * it was read, and as it was decided on) or those stored for it. If it is not known what was or will be appended, all are kept.
 */
export const keepingUsed =
  <S>({ secretsIn = () => [] }: { secretsIn?(state: S): readonly string[] }) =>
  <A extends Loaded<S> & { readonly before: S }>(
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
    // others may have changed the aggregate since it was read: what this change replaced are the secrets that it was decided on
    const replaced = [
      ...(before ? secretsIn(before.state) : []),
      ...(E.isRight(done) ? secretsIn(done.right.before) : []),
    ]
    for (const id of new Set([...replaced, ...[fresh].flat()])) if (!used.has(id)) await secrets.forget(id)
    return done
  }
