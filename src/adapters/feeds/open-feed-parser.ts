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
import { sharedBy, type ThreadPool, threadPool } from '../threads/thread-pool.ts'
import type { FeedOutcome, FeedTask } from './feed-thread.ts'
import { parseTurns } from './parse-turns.ts'

export type FeedParserOptions = {
  readonly logger: Logger
  /** Feeds that are read whole at a time, and as many beginnings besides; one account has one of each. */
  readonly threads?: number
  /** Milliseconds after which a feed gives way to that of another account. */
  readonly sliceMs?: number
  readonly heapMb?: number
  /** Milliseconds of processor time. */
  readonly sampleMs?: number
  readonly parseMs?: number
  /** Of what is read whole. */
  readonly limits?: FeedLimits
}

type Readers = { readonly ms: number; readonly heapMb: number; readonly pool: ThreadPool<FeedTask, FeedOutcome> }

/** The limit of a sample's heap, which holds a hundred rows. */
const sampleHeapMb = 192

/** Reads feeds in threads, one thread a feed, which ends with it. Somebody waits for a sample, so it waits for no feed that is read whole. */
export const openFeedParser = ({
  logger,
  threads = 2,
  sliceMs = 60_000,
  heapMb = 384,
  sampleMs = 10_000,
  parseMs = 30 * 60_000,
  limits = feedLimits,
}: FeedParserOptions): FeedParser => {
  const file = new URL('./feed-thread.ts', import.meta.url)
  const readers = (ms: number, heapMb: number): Readers => ({
    ...{ ms, heapMb },
    pool: threadPool(file, { deadlineMs: ms, heapMb, single: true, ...sharedBy(threads) }),
  })
  const samples = readers(sampleMs, Math.min(heapMb, sampleHeapMb))
  const whole = readers(parseMs, heapMb)
  const turns = parseTurns({ inAll: threads, sliceMs })

  const exceeded = (limit: LimitExceeded['limit'], { ms, heapMb }: Readers): FeedFault => ({
    code: 'feed-too-costly',
    detail:
      limit === 'time'
        ? `Reading the feed took more than ${ms / 1_000} s of processor time. Simplify the custom code, or split the feed.`
        : `Reading the feed needs more than ${heapMb} MiB of memory. Split the feed, or make its rows smaller.`,
  })
  const run = async (accountId: string, task: FeedTask, by: Readers, signal: AbortSignal): Promise<FeedOutcome> => {
    try {
      return await by.pool.ask(accountId, task, signal)
    } catch (error) {
      if (!(error instanceof LimitExceeded)) throw error
      logger.warn({ accountId, limit: error.limit }, 'a feed could not be read within its limits')
      return exceeded(error.limit, by)
    }
  }
  const outcomeOf = <A extends FeedSample | ParsedFeed>(outcome: FeedOutcome): A | FeedFault => {
    if ('broken' in outcome) throw threadFailed(outcome.broken)
    return isFeedFault(outcome) ? outcome : (outcome as A)
  }
  return {
    sample: async (accountId, feed, { cut, signal }) =>
      outcomeOf<FeedSample>(await run(accountId, { ...feed, do: 'sample', cut }, samples, signal)),
    parse: (accountId, feed, { out, keyColumn, variantColumn, named, columns, signal, onRows }) =>
      whileCounted(onRows, async counted => {
        const task = { ...feed, do: 'parse' as const, out, keyColumn, variantColumn, named, columns, limits, counted }
        const read = (mayRead: AbortSignal) => run(accountId, task, whole, mayRead)
        return outcomeOf<ParsedFeed>(await turns.run(accountId, read, signal))
      }),
    close: async () => {
      await samples.pool.close()
      await whole.pool.close()
    },
  }
}
