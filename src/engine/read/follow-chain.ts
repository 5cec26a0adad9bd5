import type { ChainLink, KeptChain } from '../../ports/chain.ts'
import type { EventLog } from '../../ports/event-log.ts'
import { pause } from '../pause.ts'
import { linked } from '../write/chaining.ts'

/** Milliseconds before an unavailable store is retried. */
const retryAfter = 300
/** A link is kept at most this often, in milliseconds: what a killed node has not kept is computed again. */
const keepEvery = 1_000

type Log = Pick<EventLog, 'subscribe' | 'head'>

/** One subscription after the latest link, until it fails or is halted. */
const follow = async (log: Log, chain: KeptChain, everyMs: number, halt: AbortSignal): Promise<void> => {
  await chain.look(await log.head())
  let end: ChainLink = await chain.last()
  let kept = end
  let timer: NodeJS.Timeout | undefined
  let keeping: Promise<void> = Promise.resolve()
  /** Keeps the latest link, after those that are being kept. */
  const keep = (): Promise<void> => {
    timer = undefined
    keeping = keeping.then(async () => {
      const next = end
      if (next.position > kept.position) await chain.keep(next)
      kept = next
    })
    return keeping
  }
  const following = Promise.withResolvers<void>()
  const subscription = log.subscribe({
    after: end.position,
    async handle(events) {
      end = events.reduce(linked, end)
      timer ??= setTimeout(() => keep().catch(following.reject), everyMs)
    },
    onError: following.reject,
  })
  const stop = () => following.resolve()
  halt.addEventListener('abort', stop, { once: true })
  if (halt.aborted) stop()
  try {
    await following.promise
  } finally {
    halt.removeEventListener('abort', stop)
    await subscription.stop()
    clearTimeout(timer)
  }
  await keep()
}

/**
 * Computes the hash chain of a log that is kept apart from it (ADR 0077): continues after the latest link, then follows the log.
 * Several nodes may do this at once, since all compute the same. Errors go to `onError`, and it starts again from the kept links.
 */
export const followChain = (
  log: Log,
  chain: KeptChain,
  onError: (error: unknown) => void,
  everyMs = keepEvery,
): { stop(): Promise<void> } => {
  const halt = new AbortController()
  const run = async () => {
    while (!halt.signal.aborted) {
      try {
        await follow(log, chain, everyMs, halt.signal)
      } catch (error) {
        onError(error)
        if (!halt.signal.aborted) await pause(retryAfter, halt.signal)
      }
    }
  }
  const ended = run()
  return {
    stop: async () => {
      halt.abort()
      await ended
    },
  }
}
