import { MaxAppendSizeExceededError, StreamDeletedError, WrongExpectedVersionError } from '@eventstore/db-client'
import * as E from 'fp-ts/lib/Either.js'
import type { EventLog, Run } from '../../../ports/event-log.ts'
import { type AppendStream, encoded, openAppendStream } from './append-stream.ts'
import type { AppendAnswer } from './appends-under-way.ts'
import { deletedInStore } from './broken-streams.ts'
import { readLast } from './head.ts'
import { retrying } from './retrying.ts'
import type { Store } from './store.ts'
import { isStoreAway } from './store-errors.ts'
import { within } from './within.ts'

/** What the server answered to a run; other errors are thrown, because the run may be sent again. */
const answerOf = (
  { stream }: Run,
  settled: PromiseSettledResult<{ revision: number; position: bigint }>,
): AppendAnswer => {
  if (settled.status === 'fulfilled') return E.right(settled.value)
  const error: unknown = settled.reason
  if (error instanceof WrongExpectedVersionError) {
    const { actualVersion } = error
    return E.left({ kind: 'conflict', stream, actual: typeof actualVersion === 'bigint' ? Number(actualVersion) : -1 })
  }
  if (error instanceof MaxAppendSizeExceededError) return E.left({ kind: 'too-large', bytes: error.maxAppendSize })
  throw error
}

/**
 * Sends runs one behind the other on one call, so that they are written in order, and awaits all answers. An attempt with an
 * unknown outcome is repeated as a whole with the same ids: what was written keeps its place.
 */
export const appendRuns = (store: Store): NonNullable<EventLog['appendRuns']> => {
  let current: AppendStream | undefined
  /** Only tools append runs, so nobody waits: the store may stall for a while. */
  const { startMs } = store.patience

  const attempt = async (runs: readonly Run[]): Promise<readonly AppendAnswer[]> => {
    if (current === undefined || current.isOver) {
      // finds the leader, and learns whether there is a connection
      await readLast(store, 1)
      current = await openAppendStream(store)
    }
    const { append } = current
    const sent = runs.map(({ stream, events, expected }) =>
      append(store.names.inStore(stream), events.map(encoded), expected),
    )
    try {
      const settled = await within(startMs / 2, Promise.allSettled(sent))
      return runs.map((run, i) => answerOf(run, settled[i]!))
    } catch (error) {
      current.leave()
      current = undefined
      throw error
    }
  }

  return async runs => {
    try {
      return await retrying(store, () => attempt(runs), performance.now() + startMs)
    } catch (error) {
      if (error instanceof StreamDeletedError) throw deletedInStore(store.names.ofStore(error.streamName))
      if (isStoreAway(error)) return runs.map(() => E.left({ kind: 'unavailable', reason: error.reason }))
      throw error
    }
  }
}
