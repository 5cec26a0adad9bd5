import { fairSlots } from '../../engine/fair-slots.ts'
import { atMost } from '../../engine/pause.ts'

/** Requests on their way at a time, for all accounts and for one. Slow ones wait for answers, which costs little but memory. */
const shares = { prompt: { inAll: 32, perAccount: 4 }, slow: { inAll: 64, perAccount: 4 } } as const

/** `isLarge`: the event holds much memory while it is on its way. */
type Sending = { readonly isLarge: boolean; readonly signal: AbortSignal }

export type Turns = {
  /** Sends as soon as it is the turn of the account; rejects as `send` does, and with the reason of a signal that aborts before. */
  run<A>(send: () => Promise<A>, sending: Sending): Promise<A>
}

type Options = {
  readonly promptMs: number
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}

/**
 * The turns of all webhooks of a node. A request whose answer takes longer than `promptMs` gives up its place, and the next ones of its webhook
 * have places apart until one is answered sooner; one with a large event takes such a place at once. So slow receivers wait for each other, and nobody waits for them (ADR 0158).
 */
export const sendingTurns = ({ promptMs, now = () => performance.now() }: Options) => {
  const prompt = fairSlots(shares.prompt)
  const slow = fairSlots(shares.slow)

  /** Waits until a request that is on its way has one of the slow places, or is answered. */
  const moved = async (accountId: string, sent: Promise<unknown>): Promise<void> => {
    const answered = new AbortController()
    const placed = Promise.withResolvers<void>()
    const kept = slow.run(
      accountId,
      async () => {
        placed.resolve()
        await sent
      },
      answered.signal,
    )
    // what it rejects with is the error of the request, which its caller gets, or the end of this wait
    kept.catch(() => undefined)
    try {
      await Promise.race([sent, placed.promise])
    } finally {
      answered.abort()
    }
  }

  /** The turns of one webhook, which sends one event after the other. */
  return (accountId: string): Turns => {
    let isSlow = false
    const measured = async <A>(send: () => Promise<A>): Promise<A> => {
      const from = now()
      try {
        return await send()
      } finally {
        isSlow = now() - from >= promptMs
      }
    }
    return {
      async run(send, { isLarge, signal }) {
        if (isSlow) return slow.run(accountId, () => measured(send), signal)
        // in an object, because a promise that an async function returns is waited for
        const { sent } = await prompt.run(
          accountId,
          async () => {
            const sent = measured(send)
            await atMost(promptMs, sent)
            if (isLarge) await moved(accountId, sent)
            return { sent }
          },
          signal,
        )
        return sent
      },
    }
  }
}
