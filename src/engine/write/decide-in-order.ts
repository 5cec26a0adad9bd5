import * as E from 'fp-ts/lib/Either.js'
import { tooLargeToAppend } from '../../domain/shared/append-limit.ts'
import type { Aggregate, DomainEvent, Rejection } from '../../domain/shared/decider.ts'
import { rejection } from '../../domain/shared/decider.ts'
import type { EventLog, NewEvent, Position } from '../../ports/event-log.ts'
import type { AggregateCache, Executed, Loaded } from './aggregate-cache.ts'
import { type Any, busy, type Decided, decideTogether, type Job } from './decide-jobs.ts'
import { lastRevisionOf } from './last-revision.ts'
import { type Own, ownEvents } from './own-events.ts'

const maxTries = 20
const maxTogether = 64
const unavailable = (reason: string) =>
  rejection(
    'store-unavailable',
    `The event store is unavailable (${reason}). The outcome is unknown. Retry with the same Idempotency-Key.`,
  )
/**
 * Decides the commands of one stream in order, in memory, and appends their events together, so that many commands on a busy
 * stream cost one commit. A result that depends on events not yet on disk is returned after those events are synced, and is
 * decided again if the sync fails. This includes rejections (ARCH-16).
 */
export const decideInOrder = (log: EventLog, cache: AggregateCache) => {
  const queues = new Map<string, Job[]>()
  const found = ownEvents(log)

  const drain = async (aggregate: Aggregate<Any, Any, Any>, stream: string, queue: Job[]): Promise<void> => {
    while (queue.length > 0) {
      const jobs = queue.splice(0, maxTogether)
      try {
        await settle(aggregate, stream, jobs)
      } catch (error) {
        for (const job of jobs) job.reject(error)
      }
    }
    queues.delete(stream)
  }

  const settle = async (aggregate: Aggregate<Any, Any, Any>, stream: string, jobs: Job[]): Promise<void> => {
    let verified = false
    let conflictAt: number | undefined
    /** Since the last append that succeeded. */
    let tried = 0
    while (jobs.length > 0) {
      if (tried > maxTries) return refuseAll(jobs, busy)
      const start: Loaded<unknown> = verified
        ? await cache.load(aggregate, stream)
        : await cache.peek(aggregate, stream)
      const fresh = verified || ('fromLog' in start && start.fromLog === true)
      await answerRepeats(aggregate, stream, jobs, start.revision)
      if (conflictAt !== undefined && conflictAt < start.revision) {
        // an append may be on disk although its answer was a refusal
        const events = await log.readStream(stream, { from: conflictAt + 1, limit: start.revision - conflictAt })
        await answerDone(jobs, own => found.among(aggregate, own, events))
      }
      conflictAt = undefined
      const decided = await decideTogether(aggregate, start, jobs)
      const needsHead = decided.some(d => E.isLeft(d.result) || d.events.length === 0)
      if (needsHead && !fresh && !(await isHead(stream, start.revision))) {
        verified = true
        tried++
        continue
      }
      const outcome = await appendAll(aggregate, stream, start, decided)
      if (outcome === 'conflict') {
        conflictAt = start.revision
        verified = true
        await jitter(tried++)
        continue
      }
      jobs.splice(0, decided.length)
      verified = false
      tried = 0
    }
  }

  const isHead = async (stream: string, revision: number) => (await lastRevisionOf(log, stream)) === revision

  /** Appends the decided events and settles their jobs. `conflict`: another writer was first. */
  const appendAll = async (
    aggregate: Aggregate<Any, Any, Any>,
    stream: string,
    start: Loaded<unknown>,
    decided: readonly Decided[],
  ): Promise<'settled' | 'conflict'> => {
    const events = decided.flatMap(d => d.named)
    let position: Position = 0n
    if (events.length > 0) {
      const appended = await log.append(stream, events, start.revision)
      if (E.isLeft(appended)) {
        if (appended.left.kind === 'conflict') return 'conflict'
        cache.forget(stream)
        const why =
          appended.left.kind === 'too-large'
            ? tooLargeToAppend(String(appended.left.bytes))
            : unavailable(appended.left.reason)
        for (const d of decided) d.job.resolve(E.left(why))
        return 'settled'
      }
      position = appended.right.position
      const last = decided.at(-1)
      const eventId = events.at(-1)?.id
      if (last && eventId) cache.keep(aggregate, stream, { state: last.state, revision: last.revision }, eventId)
      const own = decided.filter(d => d.events.length > 0).map(d => d.job)
      // another run may have appended the same ids first, with a later time and other seals: the log says what was done
      await answerRepeats(aggregate, stream, own, appended.right.revision).catch(error => {
        cache.forget(stream)
        for (const job of own) job.reject(error)
      })
    } else if (decided.some(d => E.isRight(d.result))) {
      position = (await log.streamHead(stream)).position
    }
    for (const { job, fault, result, before, state, revision, events } of decided) {
      if (fault !== undefined) job.reject(fault)
      else job.resolve(E.map(() => ({ before, state, revision, events, position }))(result))
    }
    return 'settled'
  }

  /** Answers the jobs of commands that may have other runs, by what one of them did up to a revision (ADR 0034). */
  const answerRepeats = async (
    aggregate: Aggregate<Any, Any, Any>,
    stream: string,
    jobs: Job[],
    upTo: number,
  ): Promise<void> => {
    const mayBeDone = ({ repeats }: Own) => repeats?.mayHaveRun() === true
    if (!jobs.some(({ own }) => mayBeDone(own))) return
    const answered = await answerDone(jobs, async own =>
      mayBeDone(own) ? found.inAnyRun(aggregate, own, stream, upTo) : undefined,
    )
    if (answered) cache.forget(stream)
  }

  return {
    /** Decides a command on the newest state of its stream and appends its events. Resolves when they are on disk. */
    decide<C, S, Ev extends DomainEvent>(
      aggregate: Aggregate<C, S, Ev>,
      stream: string,
      command: C,
      own: Own,
      name: (events: readonly DomainEvent[]) => NewEvent[],
      ifMatch: number | undefined,
    ): Promise<E.Either<Rejection, Executed<S, Ev>>> {
      return new Promise((resolve, reject) => {
        const job: Job = { command, ifMatch, own, name, resolve, reject }
        const queue = queues.get(stream)
        if (queue) queue.push(job)
        else {
          const started = [job]
          queues.set(stream, started)
          void drain(aggregate, stream, started)
        }
      })
    },
  }
}

/** Answers the jobs that are done, and takes them from the list. The first answer of a job counts. Whether there were any. */
const answerDone = async (
  jobs: Job[],
  find: (own: Own) => Promise<Executed<Any, Any> | undefined>,
): Promise<boolean> => {
  const asked = [...jobs]
  const outcomes = await Promise.all(asked.map(({ own }) => find(own)))
  for (const [i, job] of asked.entries()) {
    const done = outcomes[i]
    if (done === undefined) continue
    job.resolve(E.right(done))
    jobs.splice(jobs.indexOf(job), 1)
  }
  return outcomes.some(done => done !== undefined)
}

const refuseAll = (jobs: readonly Job[], why: Rejection) => {
  for (const job of jobs) job.resolve(E.left(why))
}

const jitter = (tried: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, Math.random() * Math.min(50, 2 ** tried)))
