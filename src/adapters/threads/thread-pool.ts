import { fairSlots, type Shares } from '../../engine/fair-slots.ts'
import { type BoundedThread, type Limits, openThread } from './bounded-thread.ts'

export type ThreadPool<In, Out> = {
  /**
   * Gives a thread a task once it is the account's turn. Rejects with `LimitExceeded`, as the thread does, and with the reason of `signal` when
   * that aborts. `task`: or how it is read, once its turn has come, so that what waits holds nothing.
   */
  ask(accountId: string, task: In | (() => Promise<In>), signal?: AbortSignal): Promise<Out>
  /** Lends a thread for work of several tasks, one after the other. It ends when the work rejects. */
  lend<A>(accountId: string, work: (thread: BoundedThread<In, Out>) => Promise<A>, signal?: AbortSignal): Promise<A>
  /** Ends all threads. */
  close(): Promise<void>
}

export type PoolOptions = Limits &
  Shares & {
    /** A thread ends after its task: it keeps nothing of it, and its memory is given back. */
    readonly single?: boolean
  }

/** So many threads, of which one account has at most one less. */
export const sharedBy = (threads: number): Shares => ({ inAll: threads, perAccount: Math.max(1, threads - 1) })

/** Threads of a file that are opened when they are needed, replaced when one had to be stopped, and shared fairly by accounts. */
export const threadPool = <In, Out>(
  file: URL,
  { inAll, perAccount, single = false, ...limits }: PoolOptions,
): ThreadPool<In, Out> => {
  const slots = fairSlots({ inAll, perAccount })
  const idle: BoundedThread<In, Out>[] = []
  const all = new Set<BoundedThread<In, Out>>()
  let closed = false

  const opened = (): BoundedThread<In, Out> => {
    const thread = openThread<In, Out>(file, limits)
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
  const lent = async <A>(work: (thread: BoundedThread<In, Out>) => Promise<A>, signal?: AbortSignal): Promise<A> => {
    if (closed) throw new Error('the node stops')
    signal?.throwIfAborted()
    const thread = kept() ?? opened()
    const abort = () => void thread.end()
    signal?.addEventListener('abort', abort, { once: true })
    let isWhole = false
    try {
      const answer = await work(thread)
      isWhole = !single
      return answer
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    } finally {
      signal?.removeEventListener('abort', abort)
      // its slot is free only when it has ended, so that there are never more threads than slots
      if (isWhole && !signal?.aborted) idle.push(thread)
      else await ended(thread)
    }
  }
  return {
    ask: (accountId, task, signal) =>
      slots.run(
        accountId,
        async () => {
          const read = typeof task === 'function' ? await (task as () => Promise<In>)() : task
          return lent(thread => thread.ask(read), signal)
        },
        signal,
      ),
    lend: (accountId, work, signal) => slots.run(accountId, () => lent(work, signal), signal),
    async close() {
      closed = true
      await Promise.all([...all].map(ended))
    },
  }
}
