import { availableParallelism } from 'node:os'
import { digestOf } from '../../domain/shared/digest.ts'
import type { Composer } from '../../ports/composer.ts'
import type { Logger } from '../../ports/logger.ts'
import { LimitExceeded } from '../threads/bounded-thread.ts'
import { sharedBy, threadPool } from '../threads/thread-pool.ts'
import type { Answer, Task } from './compose-thread.ts'
import { bytesOfAd, bytesOfFacts, keptOutcomes } from './kept-outcomes.ts'

export type ComposerOptions = {
  readonly logger: Logger
  /** At least 2, so that one is always free for another account. */
  readonly threads?: number
  readonly deadlineMs?: number
  readonly heapMb?: number
  /** Bytes of composed documents that are kept. */
  readonly keptBytes?: number
}

const otherAnswer = new Error('the thread answered another task')
const adIn = (answer: Answer) => {
  if ('columns' in answer) throw otherAnswer
  return answer
}
const factsIn = (answer: Answer) => {
  if ('html' in answer) throw otherAnswer
  return answer
}

/** Bytes of what is kept of inspected templates. */
const keptFactsBytes = 8 * 1024 * 1024

/** How long a document that exceeded a limit is refused without trying: a busy machine may be the reason. */
const refusedMs = 10 * 60_000

const refusals = ({ deadlineMs, heapMb }: { readonly deadlineMs: number; readonly heapMb: number }) =>
  ({
    time: `the document was not composed and checked within ${deadlineMs / 1000} s; simplify the HTML of the ad unit`,
    memory: `composing the document needs more than ${heapMb} MiB of memory; simplify the HTML of the ad unit`,
  }) as const satisfies Record<LimitExceeded['limit'], string>

/**
 * Composes ads and inspects templates in threads: a document that takes too long or needs too much memory ends its thread,
 * never the node. The last outcomes are kept, so that serving an ad again composes nothing.
 */
export const openComposer = ({
  logger,
  threads = Math.max(2, Math.min(4, availableParallelism())),
  deadlineMs = 2_000,
  heapMb = 192,
  keptBytes = 64 * 1024 * 1024,
}: ComposerOptions): Composer => {
  const file = new URL('./compose-thread.ts', import.meta.url)
  const pool = threadPool<Task, Answer>(file, { deadlineMs, heapMb, ...sharedBy(threads) })
  const documents = keptOutcomes(keptBytes, bytesOfAd)
  const templates = keptOutcomes(keptFactsBytes, bytesOfFacts)
  const details = refusals({ deadlineMs, heapMb })

  const refused = (error: unknown, accountId: string, htmlSha256: string) => {
    if (!(error instanceof LimitExceeded)) throw error
    const { limit } = error
    logger.warn({ accountId, htmlSha256, limit }, 'an ad could not be composed within its limits')
    return { outcome: { code: 'document-too-costly', detail: details[limit] }, ttlMs: refusedMs } as const
  }
  return {
    compose: ({ html, htmlSha256, ...input }) =>
      documents.get(digestOf({ ...input, htmlSha256 }), async () => {
        const whole = async () => ({ ...input, html: await html() })
        try {
          return { outcome: adIn(await pool.ask(input.accountId, whole)) }
        } catch (error) {
          return refused(error, input.accountId, htmlSha256)
        }
      }),
    inspect: ({ accountId, htmlSha256, html }) =>
      templates.get(htmlSha256, async () => {
        const task = async () => ({ template: await html() })
        try {
          return { outcome: factsIn(await pool.ask(accountId, task)) }
        } catch (error) {
          return refused(error, accountId, htmlSha256)
        }
      }),
    close: () => pool.close(),
  }
}
