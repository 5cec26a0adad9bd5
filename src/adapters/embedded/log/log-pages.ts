import type { EventRow } from '../../event-log/sqlite/event-row.ts'
import type { AsyncReads } from '../reading/reads.ts'

/** The log after a position, in commit order, page by page; at most `limit` events. */
export const logPages = async function* (
  reads: Pick<AsyncReads, 'readPage'>,
  after = 0,
  prefixes?: readonly string[],
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<readonly EventRow[]> {
  let left = limit
  let next = left > 0 ? reads.readPage(after, prefixes) : undefined
  while (next) {
    const { rows, scanned, more } = await next
    const wanted = rows.slice(0, left)
    left -= rows.length
    // the next page is read while this one is used
    next = more && left > 0 ? reads.readPage(scanned, prefixes) : undefined
    // a consumer that stops early leaves it unanswered
    next?.catch(() => undefined)
    yield wanted
  }
}
