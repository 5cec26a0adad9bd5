import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate, DomainEvent, Rejection } from '../../domain/shared/decider.ts'
import { rejection } from '../../domain/shared/decider.ts'
import type { NewEvent } from '../../ports/event-log.ts'
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

/** Decides commands one after the other, each on the state that the events of those before it lead to. */
export const decideAll = (
  aggregate: Aggregate<Any, Any, Any>,
  start: Loaded<unknown>,
  jobs: readonly Job[],
): Decided[] => {
  let { state, revision } = start
  return jobs.map(job => {
    const before = state
    if (job.ifMatch !== undefined && job.ifMatch !== revision)
      return { job, before, state, revision, events: [], result: E.left(stale(revision)) }
    const ruled = E.tryCatch(
      (): E.Either<Rejection, readonly DomainEvent[]> => aggregate.decide(job.command, state),
      fault => fault ?? new Error('a rule threw undefined'),
    )
    if (E.isLeft(ruled)) return { job, before, state, revision, events: [], result: E.right(null), fault: ruled.left }
    const result = ruled.right
    const events: readonly DomainEvent[] = E.isRight(result) ? result.right : []
    for (const event of events) state = aggregate.evolve(state, event)
    revision += events.length
    return { job, before, state, revision, events, result: E.map(() => null)(result) }
  })
}

/** The events of as many jobs as fit into one append; at least one job. */
export const together = (decided: readonly Decided[]): { readonly events: NewEvent[]; readonly settled: number } => {
  const events: NewEvent[] = []
  let bytes = 0
  let settled = 0
  for (const d of decided) {
    const named = d.events.length > 0 ? d.job.name(d.events) : []
    if (decided.length > 1 && named.length > 0) bytes += Buffer.byteLength(JSON.stringify(named))
    if (settled > 0 && bytes > maxBytes) break
    events.push(...named)
    settled++
  }
  return { events, settled }
}
