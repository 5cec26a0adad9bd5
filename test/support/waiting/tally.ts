import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { type Aggregate, type Rejection, rejection } from '../../../src/domain/shared/decider.ts'
import { type Change, carriedOut } from '../../../src/engine/write/change.ts'
import { openExecutor, type Repeats, type Work, type WorkContext } from '../../../src/engine/write/execute.ts'
import type { EventLog } from '../../../src/ports/event-log.ts'
import type { Secrets } from '../../../src/ports/secrets.ts'
import { stillClock } from '../service/http.ts'

export type TallyCommand = {
  readonly by: number
  /** Refused if the sum would exceed it. */
  readonly atMost?: number
  readonly note?: string
}
export type Added = { readonly type: 'Added'; readonly data: { readonly by: number; readonly note?: string } }

/** A sum with an upper bound: the smallest aggregate whose refusals depend on its state. Adding zero changes nothing; NaN is a bug. */
export const tally: Aggregate<TallyCommand, number, Added> = {
  category: 'tally',
  subject: 'none',
  events: t.type({ type: t.literal('Added'), data: t.type({ by: t.number }) }),
  initialState: 0,
  decide({ by, atMost = Number.POSITIVE_INFINITY, note }, sum) {
    if (Number.isNaN(by)) throw new Error('a bug in a rule')
    if (sum + by > atMost) return E.left(rejection('creative-exists', `${sum} and ${by} exceed ${atMost}`))
    return E.right(by === 0 ? [] : [{ type: 'Added', data: { by, ...(note === undefined ? {} : { note }) } }])
  },
  evolve: (sum, { data }) => sum + data.by,
}

/** A run of a command under an Idempotency-Key: a repeat, or the first one; `isHeld`: whether no other run can have begun. */
export const runOf = (isRepeat: boolean, isHeld: () => boolean = () => true, since = 0n): Repeats => ({
  mayHaveRun: () => isRepeat || !isHeld(),
  since,
})

/** What a command gives that is run by itself, as the pipeline runs it. */
export const outcomeOf = async <R>(
  given: Promise<E.Either<Rejection, R>> | Change<R>,
  work: Work,
  secrets: Partial<Secrets> = {},
): Promise<E.Either<Rejection, R>> => ('reply' in given ? carriedOut(given, work, secrets as Secrets) : given)

/** A node's executor on a log, and the work of one request. */
export const nodeOn = (log: EventLog) => {
  const newWork = openExecutor(log, stillClock())
  const work = (more: Partial<WorkContext> = {}): Work =>
    newWork({
      actor: 'key1',
      operation: 'addToTally',
      commandId: randomUUID(),
      correlationId: 'request',
      causationId: 'request',
      ...more,
    })
  return { newWork, work, add: (command: TallyCommand, id = 'a') => work().execute(tally, id, command) }
}
