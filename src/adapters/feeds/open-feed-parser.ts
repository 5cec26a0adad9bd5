import { type FeedLimits, feedLimits } from '../../domain/asset-sources/feed-format.ts'
import { fairSlots } from '../../engine/fair-slots.ts'
import {
  type FeedFault,
  type FeedParser,
  type FeedSample,
  isFeedFault,
  type ParsedFeed,
} from '../../ports/feed-parser.ts'
import type { Logger } from '../../ports/logger.ts'
import { type BoundedThread, LimitExceeded, openThread } from '../threads/bounded-thread.ts'
import type { FeedOutcome, FeedTask } from './feed-thread.ts'

export type FeedParserOptions = {
  readonly logger: Logger
  /** Feeds that are read at a time; one account has at most one less. */
  readonly threads?: number
  readonly heapMb?: number
  /** Milliseconds of processor time. */
  readonly sampleMs?: number
  readonly parseMs?: number
  /** Of what is read whole. */
  readonly limits?: FeedLimits
}

const lookEveryMs = 500

/** Reads feeds in threads, one thread a feed, which ends with it. */
export const openFeedParser = ({
  logger,
  threads = 2,
  heapMb = 384,
  sampleMs = 10_000,
  parseMs = 30 * 60_000,
  limits = feedLimits,
}: FeedParserOptions): FeedParser => {
  const file = new URL('./feed-thread.ts', import.meta.url)
  const slots = fairSlots({ inAll: threads, perAccount: Math.max(1, threads - 1) })
  const running = new Set<BoundedThread<FeedTask, FeedOutcome>>()
  let closed = false

  const exceeded = (limit: LimitExceeded['limit'], ms: number): FeedFault => ({
    code: 'feed-too-costly',
    detail:
      limit === 'time'
        ? `Reading the feed took more than ${ms / 1_000} s of processor time. Simplify the custom code, or split the feed.`
        : `Reading the feed needs more than ${heapMb} MiB of memory. Split the feed, or make its rows smaller.`,
  })
  const run = (accountId: string, task: FeedTask, deadlineMs: number, signal?: AbortSignal): Promise<FeedOutcome> =>
    slots.run(
      accountId,
      async () => {
        if (closed) throw new Error('the node stops')
        signal?.throwIfAborted()
        const thread = openThread<FeedTask, FeedOutcome>(file, { deadlineMs, heapMb })
        running.add(thread)
        const abort = () => void thread.end()
        signal?.addEventListener('abort', abort, { once: true })
        try {
          return await thread.ask(task)
        } catch (error) {
          signal?.throwIfAborted()
          if (!(error instanceof LimitExceeded)) throw error
          logger.warn({ accountId, limit: error.limit }, 'a feed could not be read within its limits')
          return exceeded(error.limit, deadlineMs)
        } finally {
          signal?.removeEventListener('abort', abort)
          running.delete(thread)
          await thread.end()
        }
      },
      signal,
    )
  const outcomeOf = <A extends FeedSample | ParsedFeed>(outcome: FeedOutcome): A | FeedFault => {
    if ('broken' in outcome) throw new Error(outcome.broken)
    return isFeedFault(outcome) ? outcome : (outcome as A)
  }
  return {
    sample: async (accountId, feed, cut) =>
      outcomeOf<FeedSample>(await run(accountId, { ...feed, do: 'sample', cut }, sampleMs)),
    async parse(accountId, feed, { out, keyColumn, variantColumn, columns, signal, onRows }) {
      const counted = new SharedArrayBuffer(4)
      const rows = new Int32Array(counted)
      const timer = setInterval(() => onRows?.(Atomics.load(rows, 0)), lookEveryMs)
      try {
        const task = { ...feed, do: 'parse' as const, out, keyColumn, variantColumn, columns, limits, counted }
        return outcomeOf<ParsedFeed>(await run(accountId, task, parseMs, signal))
      } finally {
        clearInterval(timer)
      }
    },
    async close() {
      closed = true
      await Promise.all([...running].map(thread => thread.end()))
    },
  }
}
