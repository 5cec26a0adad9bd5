import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { LogFilter } from '../../../ports/event-log.ts'
import type { HashedPage, LogPage } from '../../event-log/sqlite/read-pages.ts'
import type { AsyncReads } from '../reading/reads.ts'

/** Pages from a position on. The next one is read while one is used. `enough` is asked once about each: whether it is the last that is wanted. */
async function* pagesFrom<P extends LogPage>(
  after: number,
  read: (position: number) => Promise<P>,
  enough: (page: P) => boolean = () => false,
): AsyncGenerator<P> {
  let next: Promise<P> | undefined = read(after)
  while (next) {
    const page: P = await next
    next = !enough(page) && page.more ? read(page.scanned) : undefined
    // a consumer that stops early leaves it unanswered
    next?.catch(() => undefined)
    // reads are sent at the end of a turn; without this the thread would wait until the page is used
    await endOfTurn()
    yield page
  }
}

/** The log after a position, in commit order, page by page; at most `limit` events. */
export async function* logPages(
  reads: Pick<AsyncReads, 'readPage'>,
  after = 0,
  filter: LogFilter = {},
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<Pick<LogPage, 'rows' | 'scanned'>> {
  if (limit <= 0) return
  let left = limit
  const enough = ({ rows }: LogPage): boolean => {
    left -= rows.length
    return left <= 0
  }
  for await (const { rows, scanned } of pagesFrom(after, position => reads.readPage(position, filter), enough))
    yield { rows: left < 0 ? rows.slice(0, left) : rows, scanned }
}

/** The whole log in commit order, page by page, with the hash of each event. */
export const hashedPages = (reads: Pick<AsyncReads, 'readHashed'>): AsyncGenerator<HashedPage> =>
  pagesFrom(0, position => reads.readHashed(position))
