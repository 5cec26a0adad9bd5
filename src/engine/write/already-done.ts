import * as E from 'fp-ts/lib/Either.js'
import type { AnyAggregate, Rejection } from '../../domain/shared/decider.ts'
import type { EventLog } from '../../ports/event-log.ts'
import type { Executed } from './aggregate-cache.ts'
import { type Own, ownEvents } from './own-events.ts'

// biome-ignore lint/suspicious/noExplicitAny: a stream's queue does not know its aggregate's types
type Answer = E.Either<Rejection, Executed<any, any>>

/** The executions that need not go on, each with its answer. */
export type Answers<J> = ReadonlyMap<J, Answer>

type Doing = { readonly own: Own }

const always = async (): Promise<E.Either<Rejection, unknown>> => E.right(undefined)

const answersOf = <J>(jobs: readonly J[], answers: readonly (Answer | undefined)[]): Answers<J> =>
  new Map(jobs.flatMap((job, i) => (answers[i] === undefined ? [] : [[job, answers[i]] as const])))

/**
 * Finds executions whose events are in the stream already, so that none is appended twice: after a conflict, because an append may be on
 * disk although its answer was a refusal, and at any time for a command that another node may run (ADR 0034).
 */
export const alreadyDone = (log: EventLog) => {
  const own = ownEvents(log)

  /**
   * Executions of commands that have, or may have, other runs: what one of them did up to a revision of the stream, or that this run has lost
   * the command and another one does it.
   */
  const byOtherRuns = async <J extends Doing>(
    aggregate: AnyAggregate,
    stream: string,
    jobs: readonly J[],
    upTo: number,
  ): Promise<Answers<J>> => {
    const shared = jobs.filter(job => job.own.repeats !== undefined)
    if (shared.length === 0) return new Map()
    const answerOf = async (job: J): Promise<Answer | undefined> => {
      const { mayHaveRun = false, holds = always } = job.own.repeats ?? {}
      const held = await holds()
      if (E.isRight(held) && !mayHaveRun) return undefined
      const done = await own.inAnyRun(aggregate, job.own, stream, upTo)
      if (done) return E.right(done)
      return E.isLeft(held) ? held : undefined
    }
    return answersOf(shared, await Promise.all(shared.map(answerOf)))
  }

  /** Executions whose events came into the stream between two revisions. */
  const between = async <J extends Doing>(
    aggregate: AnyAggregate,
    stream: string,
    jobs: readonly J[],
    after: number,
    upTo: number,
  ): Promise<Answers<J>> => {
    if (after >= upTo) return new Map()
    const events = await log.readStream(stream, { from: after + 1, limit: upTo - after })
    const found = await Promise.all(jobs.map(job => own.among(aggregate, job.own, events)))
    return answersOf(
      jobs,
      found.map(done => done && E.right(done)),
    )
  }

  return { byOtherRuns, between }
}
