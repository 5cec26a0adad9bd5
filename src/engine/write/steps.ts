import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { v5 as uuidv5 } from 'uuid'
import type { Aggregate, DomainEvent, Rejection } from '../../domain/shared/decider.ts'
import * as TE from '../task-either.ts'
import { stale } from './decide-jobs.ts'
import type { Executed, Loaded, Work } from './execute.ts'

/**
 * The executor for pipes: a step runs when the pipe is called, and a refusal ends the pipe. Commands use these; processes,
 * which tell a lost claim from a failure, call `Work` itself.
 */

/** Decides a command on an aggregate and appends its events (`Work.execute`). */
export const executed =
  <C, S, Ev extends DomainEvent>(
    work: Pick<Work, 'execute'>,
    aggregate: Aggregate<C, S, Ev>,
    id: string,
    command: NoInfer<C>,
    options?: { readonly ifMatch?: number | undefined },
  ): TE.TaskEither<Rejection, Executed<S, Ev>> =>
  () =>
    work.execute(aggregate, id, command, options)

/** The newest state of an aggregate and its revision (`Work.load`); never refuses. */
export const loaded =
  <C, S, Ev extends DomainEvent>(
    work: Pick<Work, 'load'>,
    aggregate: Aggregate<C, S, Ev>,
    id: string,
  ): TE.TaskEither<Rejection, Loaded<S>> =>
  async () =>
    E.right(await work.load(aggregate, id))

/** An aggregate that exists, from the log; `missing` when there is no such aggregate. */
export const requireLoaded =
  <C, S, Ev extends DomainEvent>(
    work: Pick<Work, 'load'>,
    aggregate: Aggregate<C, S, Ev>,
    id: string,
    missing: Rejection,
  ): TE.TaskEither<Rejection, Loaded<NonNullable<S>>> =>
  async () => {
    const { state, revision } = await work.load(aggregate, id)
    return state ? E.right({ state, revision }) : E.left(missing)
  }

/** Its state alone. */
export const requireState = <C, S, Ev extends DomainEvent>(
  ...asked: Parameters<typeof requireLoaded<C, S, Ev>>
): TE.TaskEither<Rejection, NonNullable<S>> =>
  pipe(
    requireLoaded(...asked),
    TE.map(({ state }) => state),
  )

/** Refuses a revision other than that in If-Match, for operations that do something before they change the object itself. */
export const mustBeAt = (revision: number, ifMatch: number | undefined): E.Either<Rejection, number> =>
  ifMatch === undefined || ifMatch === revision ? E.right(revision) : E.left(stale(revision))
/** An id that a command gives to something new: the same in every run of the command, on any node. `what` tells several apart. */
export const drawnId = ({ commandId }: Pick<Work, 'commandId'>, what: string): string => uuidv5(what, commandId)

/** Whether a command changed anything; false: the object already was as the caller wants it. */
export const hasChanged = ({ events }: { readonly events: readonly unknown[] }): boolean => events.length > 0
