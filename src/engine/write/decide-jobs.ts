import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate, DomainEvent, Rejection } from '../../domain/shared/decider.ts'
import { rejection } from '../../domain/shared/decider.ts'
import type { NewEvent } from '../../ports/event-log.ts'
import { turns } from '../turns.ts'
import type { Executed, Loaded } from './aggregate-cache.ts'
import type { Own } from './own-events.ts'

// biome-ignore lint/suspicious/noExplicitAny: a stream's queue does not know its aggregate's types
export type Any = any
/** A command that waits for its decision. */
export type Job = {
  readonly command: Any
  readonly ifMatch: number | undefined
  readonly own: Own
  name(events: readonly DomainEvent[]): NewEvent[]
  resolve(result: E.Either<Rejection, Executed<Any, Any>>): void
  reject(error: unknown): void
}
/** A job and its decision, before the append. */
export type Decided = {
  readonly job: Job
  readonly before: unknown
  readonly state: unknown
  readonly revision: number
  readonly events: readonly DomainEvent[]
  /** The events as they are appended. */
  readonly named: readonly NewEvent[]
  readonly result: E.Either<Rejection, null>
  /** The rule threw, which is a bug; only this command fails. */
  readonly fault?: unknown
}

/** Less than one append may hold (ARCH-12), because checksums are added. */
const maxBytes = 850_000

/** The refusal after too many tries. */
export const busy = rejection('busy', 'Too many writers are changing this object at the same time. Retry.')

/** The refusal of a command for another revision than the present one. */
export const stale = (revision: number): Rejection =>
  rejection('stale', `The object has changed: its ETag is now "${revision}". Read it again and repeat the change.`)

const decideOne = (aggregate: Aggregate<Any, Any, Any>, { state, revision }: Loaded<unknown>, job: Job): Decided => {
  const unchanged = { job, before: state, state, revision, events: [], named: [] }
  if (job.ifMatch !== undefined && job.ifMatch !== revision) return { ...unchanged, result: E.left(stale(revision)) }
  const ruled = E.tryCatch(
    (): E.Either<Rejection, readonly DomainEvent[]> => aggregate.decide(job.command, state),
    fault => fault ?? new Error('a rule threw undefined'),
  )
  if (E.isLeft(ruled)) return { ...unchanged, result: E.right(null), fault: ruled.left }
  const result = E.map(() => null)(ruled.right)
  const events = E.isRight(ruled.right) ? ruled.right.right : []
  if (events.length === 0) return { ...unchanged, result }
  const after = events.reduce<unknown>((before, event) => aggregate.evolve(before, event), state)
  return {
    job,
    before: state,
    state: after,
    revision: revision + events.length,
    events,
    named: job.name(events),
    result,
  }
}

/**
 * Decides commands one after the other, each on the state that the events of those before it lead to: as many as fit into one append, and at
 * least one. The others are decided after it, because each of a burst of large changes would otherwise be decided again after every append.
 * Other requests run between commands that take long.
 */
export const decideTogether = async (
  aggregate: Aggregate<Any, Any, Any>,
  start: Loaded<unknown>,
  jobs: readonly Job[],
): Promise<readonly Decided[]> => {
  const giveWay = turns()
  const decided: Decided[] = []
  let [last, bytes] = [start, 0]
  for (const job of jobs) {
    const others = decided.length === 0 ? undefined : giveWay()
    if (others) await others
    const next = decideOne(aggregate, last, job)
    if (jobs.length > 1 && next.named.length > 0) bytes += Buffer.byteLength(JSON.stringify(next.named))
    if (decided.length > 0 && bytes > maxBytes) break
    decided.push(next)
    last = next
    // the next one may be as large, and would be decided twice
    if (bytes > maxBytes / 2) break
  }
  return decided
}
