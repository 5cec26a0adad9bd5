import type { FeedFault, ParsedFeed } from '../../ports/feed-parser.ts'
import type { Logger } from '../../ports/logger.ts'
import type { Recommender } from '../../ports/recommender.ts'
import { LimitExceeded } from '../threads/bounded-thread.ts'
import { whileCounted } from '../threads/counted.ts'
import { threadFailed } from '../threads/thread-failed.ts'
import { sharedBy, threadPool } from '../threads/thread-pool.ts'
import type { RecommendOutcome, RecommendTask } from './recommend-thread.ts'

export type RecommenderOptions = {
  readonly logger: Logger
  /** Tasks of each kind at a time; one account has at most one less. */
  readonly threads?: number
  readonly recommendHeapMb?: number
  readonly checkHeapMb?: number
  /** Milliseconds of processor time. */
  readonly recommendMs?: number
  readonly checkMs?: number
}

/**
 * Computes recommendations, and checks view events, in threads, one thread a task, which ends with it. The two kinds do not share their
 * threads: a request waits for its check, and must not wait for a computation.
 */
export const openRecommender = ({
  logger,
  threads = 2,
  recommendHeapMb = 384,
  checkHeapMb = 128,
  recommendMs = 15 * 60_000,
  checkMs = 2 * 60_000,
}: RecommenderOptions): Recommender => {
  const file = new URL('./recommend-thread.ts', import.meta.url)
  const within = (ms: number, heapMb: number) => {
    const limits = { deadlineMs: ms, heapMb, single: true, ...sharedBy(threads) }
    return { ms, heapMb, pool: threadPool<RecommendTask, RecommendOutcome>(file, limits) }
  }
  const computing = within(recommendMs, recommendHeapMb)
  const checking = within(checkMs, checkHeapMb)

  const run = async (
    { pool, heapMb, ms }: typeof computing,
    accountId: string,
    task: RecommendTask,
    signal?: AbortSignal,
  ): Promise<ParsedFeed | FeedFault> => {
    try {
      const outcome = await pool.ask(accountId, task, signal)
      if ('broken' in outcome) throw threadFailed(outcome.broken)
      return outcome
    } catch (error) {
      if (!(error instanceof LimitExceeded)) throw error
      logger.warn({ accountId, limit: error.limit }, 'recommendations could not be made within their limits')
      const needed =
        error.limit === 'time'
          ? `took more than ${ms / 1_000} s of processor time`
          : `needs more than ${heapMb} MiB of memory`
      return { code: 'too-costly', detail: `This ${needed}. Use fewer rows or columns.` }
    }
  }
  return {
    recommend: (accountId, work, { out, signal, onRows }) =>
      whileCounted(onRows, counted => run(computing, accountId, { ...work, do: 'recommend', out, counted }, signal)),
    checkViews: (accountId, view, out) => run(checking, accountId, { ...view, do: 'check-views', out }),
    async close() {
      await computing.pool.close()
      await checking.pool.close()
    },
  }
}
