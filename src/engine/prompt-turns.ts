import { type FairSlots, fairSlots, type Shares } from './fair-slots.ts'
import { atMost } from './pause.ts'

/** `isLarge`: whether the task holds much memory; asked once it has become slow. */
type Task = { readonly isLarge: () => boolean; readonly signal: AbortSignal }

export type Turns = {
  /** Begins as soon as it is the turn of the account; rejects as the task does, and with the reason of a signal that aborts before. */
  run<A>(task: () => Promise<A>, of: Task): Promise<A>
}

type Options = {
  /** Tasks at a time. Slow ones wait for others, which costs little but memory. */
  readonly prompt: Shares
  readonly slow: Shares
  readonly promptMs: number
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}

/** Waits until a task that runs has one of the slow places, or ends. */
const moved = async (slow: FairSlots, accountId: string, running: Promise<unknown>): Promise<void> => {
  const ended = new AbortController()
  const placed = Promise.withResolvers<void>()
  const kept = slow.run(
    accountId,
    async () => {
      placed.resolve()
      await running
    },
    ended.signal,
  )
  // what it rejects with is the error of the task, which its caller gets, or the end of this wait
  kept.catch(() => undefined)
  try {
    await Promise.race([running, placed.promise])
  } finally {
    ended.abort()
  }
}

/**
 * Turns of tasks that wait for somebody else, such as a receiver of webhooks. A task that takes longer than `promptMs` gives up its place, a
 * large one as soon as a slow place is free, and the next ones of the same source have slow places until one is prompt again. So slow
 * tasks wait for each other, and nobody waits for them (ADR 0158).
 */
export const promptTurns = ({ promptMs, now = () => performance.now(), ...shares }: Options) => {
  const prompt = fairSlots(shares.prompt)
  const slow = fairSlots(shares.slow)

  /** The turns of one source of tasks, which has one task at a time. `isSlow`: its last one was. */
  return (accountId: string, isSlow = false): Turns => {
    const measured = async <A>(task: () => Promise<A>): Promise<A> => {
      const from = now()
      try {
        return await task()
      } finally {
        isSlow = now() - from >= promptMs
      }
    }
    return {
      async run(task, { isLarge, signal }) {
        if (isSlow) return slow.run(accountId, () => measured(task), signal)
        // in an object, because a promise that an async function returns is waited for
        const { running } = await prompt.run(
          accountId,
          async () => {
            const running = measured(task)
            await atMost(promptMs, running)
            if (isLarge()) await moved(slow, accountId, running)
            return { running }
          },
          signal,
        )
        return running
      },
    }
  }
}
