import type { LogFilter } from '../../../ports/event-log.ts'
import type { EventRow } from '../../event-log/sqlite/event-row.ts'
import type { AsyncReads } from '../reading/reads.ts'

/** Events of the log, and the position up to which it was looked through for them. */
export type Pages = { readonly rows: readonly EventRow[]; readonly scanned: number }

/** The log after a position, in commit order, page by page; at most `limit` events. */
export const logPages = async function* (
  reads: Pick<AsyncReads, 'readPage'>,
  after = 0,
  filter: LogFilter = {},
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<Pages> {
  let left = limit
  let next = left > 0 ? reads.readPage(after, filter) : undefined
  while (next) {
    const { rows, scanned, more } = await next
    const wanted = rows.slice(0, left)
    left -= rows.length
    // the next page is read while this one is used
    next = more && left > 0 ? reads.readPage(scanned, filter) : undefined
    // a consumer that stops early leaves it unanswered
    next?.catch(() => undefined)
    yield { rows: wanted, scanned }
  }
}
