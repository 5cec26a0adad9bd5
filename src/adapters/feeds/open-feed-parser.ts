import { type FeedLimits, feedLimits } from '../../domain/asset-sources/feed-format.ts'
import {
  type FeedFault,
  type FeedParser,
  type FeedSample,
  isFeedFault,
  type ParsedFeed,
} from '../../ports/feed-parser.ts'
import type { Logger } from '../../ports/logger.ts'
import { LimitExceeded } from '../threads/bounded-thread.ts'
import { whileCounted } from '../threads/counted.ts'
import { threadFailed } from '../threads/thread-failed.ts'
import { threadSlots } from '../threads/thread-slots.ts'
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
  const slots = threadSlots<FeedTask, FeedOutcome>(file, { threads, heapMb })

  const exceeded = (limit: LimitExceeded['limit'], ms: number): FeedFault => ({
    code: 'feed-too-costly',
    detail:
      limit === 'time'
        ? `Reading the feed took more than ${ms / 1_000} s of processor time. Simplify the custom code, or split the feed.`
        : `Reading the feed needs more than ${heapMb} MiB of memory. Split the feed, or make its rows smaller.`,
  })
  const run = async (accountId: string, task: FeedTask, ms: number, signal?: AbortSignal): Promise<FeedOutcome> => {
    try {
      return await slots.run(accountId, task, ms, signal)
    } catch (error) {
      if (!(error instanceof LimitExceeded)) throw error
      logger.warn({ accountId, limit: error.limit }, 'a feed could not be read within its limits')
      return exceeded(error.limit, ms)
    }
  }
  const outcomeOf = <A extends FeedSample | ParsedFeed>(outcome: FeedOutcome): A | FeedFault => {
    if ('broken' in outcome) throw threadFailed(outcome.broken)
    return isFeedFault(outcome) ? outcome : (outcome as A)
  }
  return {
    sample: async (accountId, feed, { cut, signal }) =>
      outcomeOf<FeedSample>(await run(accountId, { ...feed, do: 'sample', cut }, sampleMs, signal)),
    parse: (accountId, feed, { out, keyColumn, variantColumn, columns, signal, onRows }) =>
      whileCounted(onRows, async counted => {
        const task = { ...feed, do: 'parse' as const, out, keyColumn, variantColumn, columns, limits, counted }
        return outcomeOf<ParsedFeed>(await run(accountId, task, parseMs, signal))
      }),
    close: slots.close,
  }
}
