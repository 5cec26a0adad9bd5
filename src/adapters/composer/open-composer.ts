import { availableParallelism } from 'node:os'
import type { ComposeFailure } from '../../domain/creatives/compose.ts'
import type { AdInput } from '../../domain/creatives/composed-ad.ts'
import { digestOf } from '../../domain/shared/digest.ts'
import type { Composer } from '../../ports/composer.ts'
import type { Logger } from '../../ports/logger.ts'
import { LimitExceeded, openThread } from '../threads/bounded-thread.ts'
import { threadPool } from '../threads/thread-pool.ts'
import { keptDocuments, type Outcome } from './kept-documents.ts'

export type ComposerOptions = {
  readonly logger: Logger
  /** At least 2, so that one is always free for another account. */
  readonly threads?: number
  readonly deadlineMs?: number
  readonly heapMb?: number
  /** Bytes of composed documents that are kept. */
  readonly keptBytes?: number
}

/** How long a document that exceeded a limit is refused without trying: a busy machine may be the reason. */
const refusedMs = 10 * 60_000

const refusals = ({ deadlineMs, heapMb }: { readonly deadlineMs: number; readonly heapMb: number }) =>
  ({
    time: `the document was not composed and checked within ${deadlineMs / 1000} s; simplify the HTML of the ad unit`,
    memory: `composing the document needs more than ${heapMb} MiB of memory; simplify the HTML of the ad unit`,
  }) as const satisfies Record<LimitExceeded['limit'], string>

/**
 * Composes ads in threads: a document that takes too long or needs too much memory ends its thread, never the node. The
 * last documents are kept, so that serving an ad again composes nothing.
 */
export const openComposer = ({
  logger,
  threads = Math.max(2, Math.min(4, availableParallelism())),
  deadlineMs = 2_000,
  heapMb = 192,
  keptBytes = 64 * 1024 * 1024,
}: ComposerOptions): Composer => {
  const file = new URL('./compose-thread.ts', import.meta.url)
  const open = () => openThread<AdInput, Outcome>(file, { deadlineMs, heapMb })
  const pool = threadPool(open, { inAll: threads, perAccount: Math.max(1, threads - 1) })
  const documents = keptDocuments(keptBytes)
  const details = refusals({ deadlineMs, heapMb })

  const refused = (error: unknown, accountId: string, htmlSha256: string): ComposeFailure => {
    if (!(error instanceof LimitExceeded)) throw error
    const { limit } = error
    logger.warn({ accountId, htmlSha256, limit }, 'an ad could not be composed within its limits')
    return { code: 'document-too-costly', detail: details[limit] }
  }
  return {
    compose({ html, htmlSha256, ...input }) {
      return documents.get(digestOf({ ...input, htmlSha256 }), async () => {
        const whole = { ...input, html: await html() }
        try {
          return { outcome: await pool.ask(input.accountId, whole) }
        } catch (error) {
          return { outcome: refused(error, input.accountId, htmlSha256), ttlMs: refusedMs }
        }
      })
    },
    close: () => pool.close(),
  }
}
