import { fairSlots } from '../../engine/fair-slots.ts'
import { type BoundedThread, type Limits, openThread } from './bounded-thread.ts'

export type ThreadSlots<In, Out> = {
  /**
   * Gives a task to a thread of its own, which ends with it, once it is the account's turn. Rejects with LimitExceeded, and with the
   * reason of `signal` when that aborts.
   */
  run(accountId: string, task: In, deadlineMs: number, signal?: AbortSignal): Promise<Out>
  /** Ends all threads. */
  close(): Promise<void>
}

/** Runs tasks in threads of a file: so many at a time, of which one account has at most one less. */
export const threadSlots = <In, Out>(
  file: URL,
  { threads, ...memory }: { readonly threads: number } & Pick<Limits, 'heapMb' | 'buffersMb'>,
): ThreadSlots<In, Out> => {
  const slots = fairSlots({ inAll: threads, perAccount: Math.max(1, threads - 1) })
  const running = new Set<BoundedThread<In, Out>>()
  let closed = false

  const inThread = async (task: In, deadlineMs: number, signal?: AbortSignal): Promise<Out> => {
    if (closed) throw new Error('the node stops')
    signal?.throwIfAborted()
    const thread = openThread<In, Out>(file, { deadlineMs, ...memory })
    running.add(thread)
    const abort = () => void thread.end()
    signal?.addEventListener('abort', abort, { once: true })
    try {
      return await thread.ask(task)
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    } finally {
      signal?.removeEventListener('abort', abort)
      running.delete(thread)
      await thread.end()
    }
  }
  return {
    run: (accountId, task, deadlineMs, signal) =>
      slots.run(accountId, () => inThread(task, deadlineMs, signal), signal),
    async close() {
      closed = true
      await Promise.all([...running].map(thread => thread.end()))
    },
  }
}
