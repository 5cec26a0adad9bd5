import { fairSlots, type Shares } from '../../engine/fair-slots.ts'
import type { BoundedThread } from './bounded-thread.ts'

export type ThreadPool<In, Out> = {
  /**
   * Runs as soon as the account's turn comes; rejects with `LimitExceeded`, or as the thread does. `message`: or how it is read, once its turn
   * has come, so that what waits holds nothing.
   */
  ask(accountId: string, message: In | (() => Promise<In>)): Promise<Out>
  close(): Promise<void>
}

/** Threads that are opened when they are needed, replaced when one had to be stopped, and shared fairly by accounts. */
export const threadPool = <In, Out>(open: () => BoundedThread<In, Out>, shares: Shares): ThreadPool<In, Out> => {
  const slots = fairSlots(shares)
  const idle: BoundedThread<In, Out>[] = []
  const all = new Set<BoundedThread<In, Out>>()
  let closed = false

  const opened = (): BoundedThread<In, Out> => {
    const thread = open()
    all.add(thread)
    return thread
  }
  const ended = async (thread: BoundedThread<In, Out>): Promise<void> => {
    all.delete(thread)
    await thread.end()
  }
  /** A thread that nobody uses. One that broke after its answer, which was another account's, must not fail this one's. */
  const kept = (): BoundedThread<In, Out> | undefined => {
    for (let thread = idle.pop(); thread !== undefined; thread = idle.pop()) {
      if (!thread.hasEnded()) return thread
      all.delete(thread)
    }
    return undefined
  }
  return {
    ask: (accountId, message) =>
      slots.run(accountId, async () => {
        const read = typeof message === 'function' ? await (message as () => Promise<In>)() : message
        if (closed) throw new Error('the node stops')
        const thread = kept() ?? opened()
        try {
          const answer = await thread.ask(read)
          idle.push(thread)
          return answer
        } catch (error) {
          // its slot is free only when it has ended, so that there are never more threads than slots
          await ended(thread)
          throw error
        }
      }),
    async close() {
      closed = true
      await Promise.all([...all].map(ended))
    },
  }
}
