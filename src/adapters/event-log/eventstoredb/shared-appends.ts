import type { AppendResult } from '@eventstore/db-client'
import { type AppendStream, type Encoded, openAppendStream } from './append-stream.ts'
import type { Store } from './store.ts'
import { isAnswer } from './store-errors.ts'
import { within } from './within.ts'

/** Attempts over the calls that the appends of a log share, each with its time limit in milliseconds. */
export type SharedAppends = {
  append(name: string, events: readonly Encoded[], expected: number, ms: number): Promise<AppendResult>
  /** As `AppendStream.lastRevision`. */
  lastRevision(name: string, ms: number): Promise<number>
}

/** So many calls at most: gRPC in Node sends one message of a call at a time, those of several calls in one write (ADR 0143). */
const mostCalls = 8

/** A call that is opened with its first attempt, and again when it has ended. `underWay`: attempts without an answer. */
type Lane = { opened?: Promise<AppendStream> | undefined; underWay: number }
const newLanes = (): readonly Lane[] => Array.from({ length: mostCalls }, () => ({ underWay: 0 }))

/** The first of those with the fewest attempts. */
const leastBusy = (lanes: readonly Lane[]): Lane =>
  lanes.reduce((least, lane) => (lane.underWay < least.underWay ? lane : least))

/**
 * Attempts over a few calls that all appends share, which costs a fraction of a call each. After an attempt without a clear answer
 * no further append uses any of these calls; the others on them still get their answers.
 */
export const sharedAppends = (store: Store): SharedAppends => {
  let current = newLanes()
  const leave = (lanes: readonly Lane[]) => {
    if (current === lanes) current = newLanes()
    for (const { opened } of lanes)
      opened?.then(
        stream => stream.leave(),
        () => undefined,
      )
  }
  const attempt = async <A>(ms: number, on: (stream: AppendStream) => Promise<A>): Promise<A> => {
    let lanes = current
    const send = async (): Promise<A> => {
      lanes = current
      const lane = leastBusy(lanes)
      lane.underWay++
      try {
        lane.opened ??= openAppendStream(store)
        const known = lane.opened
        const stream = await known
        if (!stream.isOver) return await on(stream)
        // it has ended since the last append, as it does with its connection, or was left while it was opened
        if (lane.opened === known) lane.opened = undefined
      } finally {
        lane.underWay--
      }
      return send()
    }
    try {
      return await within(ms, send())
    } catch (error) {
      if (!isAnswer(error)) leave(lanes)
      throw error
    }
  }
  return {
    append: async (name, events, expected, ms) => {
      const { revision, position } = await attempt(ms, stream => stream.append(name, events, expected))
      const commit = { commit: position, prepare: position }
      return { success: true, nextExpectedRevision: BigInt(revision), position: commit }
    },
    lastRevision: (name, ms) => attempt(ms, stream => stream.lastRevision(name)),
  }
}
