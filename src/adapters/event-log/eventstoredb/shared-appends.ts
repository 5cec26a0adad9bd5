import type { AppendResult } from '@eventstore/db-client'
import { type AppendStream, type Encoded, openAppendStream } from './append-stream.ts'
import type { Store } from './store.ts'
import { isAnswer } from './store-errors.ts'
import { within } from './within.ts'

/** Attempts over the call that the appends of a log share, each with its time limit in milliseconds. */
export type SharedAppends = {
  append(name: string, events: readonly Encoded[], expected: number, ms: number): Promise<AppendResult>
  /** As `AppendStream.lastRevision`. */
  lastRevision(name: string, ms: number): Promise<number>
}

/**
 * Attempts over one call that all appends share, which costs a fraction of a call each. After an attempt without a clear answer
 * no further append uses that call; the others on it still get their answers.
 */
export const sharedAppends = (store: Store): SharedAppends => {
  let shared: Promise<AppendStream> | undefined
  const leave = (used: Promise<AppendStream>) => {
    if (shared === used) shared = undefined
    used.then(
      stream => stream.leave(),
      () => undefined,
    )
  }
  const open = () => {
    shared = openAppendStream(store)
    return shared
  }
  /** The call; another one if it has ended since the last append, as it does with its connection. */
  const usable = async (): Promise<{ readonly used: Promise<AppendStream>; readonly stream: AppendStream }> => {
    const known = shared ?? open()
    const stream = await known
    if (!stream.isOver) return { used: known, stream }
    const used = shared === known || shared === undefined ? open() : shared
    return { used, stream: await used }
  }
  const attempt = async <A>(ms: number, on: (stream: AppendStream) => Promise<A>): Promise<A> => {
    let used: Promise<AppendStream> | undefined
    const send = async () => {
      const usableCall = await usable()
      used = usableCall.used
      return on(usableCall.stream)
    }
    try {
      return await within(ms, send())
    } catch (error) {
      const unclear = used ?? shared
      if (unclear && !isAnswer(error)) leave(unclear)
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
