import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Aggregate, AnyAggregate, DomainEvent, Rejection } from '../../domain/shared/decider.ts'
import type { Secrets } from '../../ports/secrets.ts'
import * as TE from '../task-either.ts'
import type { Executed, Work } from './execute.ts'
import { keepingUsed } from './used-secrets.ts'

/** The aggregate that holds the outcome of a change: the one with this id, or one of these. */
type Outcome = { readonly aggregate: AnyAggregate; readonly ids: TE.TaskEither<Rejection, string | readonly string[]> }

/**
 * What a command does, and which aggregate holds its outcome. When an earlier run of the command has left its outcome there, `run`, with all
 * its checks, is skipped: a command that is done is not refused because something has changed since (HTTP-22).
 */
export type Change<R> = {
  readonly outcome?: Outcome
  readonly run: TE.TaskEither<Rejection, unknown>
  // biome-ignore lint/suspicious/noExplicitAny: the functions below check that it takes what `run` gives
  readonly reply: (done: any) => TE.TaskEither<Rejection, R> | Change<R>
}

/**
 * A change whose outcome an aggregate holds. `run` checks and executes it; `reply` follows from what that gives, or from what an earlier run
 * did, and may be a further change.
 */
export const changeOf = <C, S, Ev extends DomainEvent, A, R>(
  aggregate: Aggregate<C, S, Ev>,
  id: string | TE.TaskEither<Rejection, string | readonly string[]>,
  run: TE.TaskEither<Rejection, A>,
  reply: (done: A | Executed<S, Ev>) => TE.TaskEither<Rejection, R> | Change<R>,
): Change<R> => ({ outcome: { aggregate, ids: typeof id === 'string' ? TE.right(id) : id }, run, reply })

/** A change that follows from what its caller sent and may reach, which is looked up every time. */
export const checkedFirst = <A, R>(
  check: TE.TaskEither<Rejection, A>,
  change: (checked: A) => TE.TaskEither<Rejection, R> | Change<R>,
): Change<R> => ({ run: check, reply: change })

/** Goes on with what a change gives. */
export const andThen =
  <A, B>(next: (a: A) => TE.TaskEither<Rejection, B>) =>
  (change: Change<A>): Change<B> => ({
    ...change,
    reply(done) {
      const given = change.reply(done)
      return isChange(given) ? andThen(next)(given) : pipe(given, TE.flatMap(next))
    },
  })

const isChange = <R>(one: TE.TaskEither<Rejection, R> | Change<R>): one is Change<R> => typeof one === 'object'

/** What an earlier run of the command did. The secrets that it replaced are destroyed, as its node may have ended before that. */
const recalled = async (
  work: Work,
  secrets: Secrets,
  { aggregate, ids }: Outcome,
): Promise<E.Either<Rejection, unknown> | undefined> => {
  const found = await ids()
  for (const id of E.isRight(found) ? [found.right].flat() : []) {
    const done = await work.recall(aggregate, id)
    if (done) return keepingUsed(aggregate)(secrets, {}, async () => E.right(done))()
  }
  return undefined
}

/** Carries out a change, unless an earlier run of the command did, and gives its reply. */
export const carriedOut = async <R>(
  change: Change<R>,
  work: Work,
  secrets: Secrets,
): Promise<E.Either<Rejection, R>> => {
  const { outcome, run, reply } = change
  const before = outcome && work.mayHaveRun() ? await recalled(work, secrets, outcome) : undefined
  const done = before ?? (await run())
  if (E.isLeft(done)) return done
  const next = reply(done.right)
  return isChange(next) ? carriedOut(next, work, secrets) : next()
}
