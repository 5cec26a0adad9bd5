import type { Readable } from 'node:stream'
import { type Fetched, type Fetcher, isFetchFailure } from '../../ports/fetcher.ts'
import { Refused } from '../fetcher/refused.ts'

/** Bytes of a listing or an error text; a page of 1,000 keys of the longest kind is a tenth of it. */
const maxListingBytes = 16 * 1024 * 1024
const defaultListingTimeoutMs = 20_000
/** The longest silence within an answer. */
const defaultIdleMs = 20_000

export type Asked = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** `object`: of any length and as long as bytes come; `listing`: bounded. */
  readonly answer: 'listing' | 'object'
  readonly signal?: AbortSignal | undefined
}

/** How the clients of all services reach them: by the one guarded way out (design 8). Throws Refused where it is refused. */
export type Exchange = (asked: Asked) => Promise<Fetched>

export type Patience = { readonly listingTimeoutMs?: number; readonly idleMs?: number }

/** The exchange over the node's fetcher. Only reads: nothing is ever written to a customer's cloud. */
export const guardedExchange =
  (fetcher: Fetcher, { listingTimeoutMs = defaultListingTimeoutMs, idleMs = defaultIdleMs }: Patience = {}): Exchange =>
  async ({ url, headers, answer, signal }) => {
    const bounds =
      answer === 'object'
        ? { maxBytes: Number.POSITIVE_INFINITY, timeoutMs: Number.POSITIVE_INFINITY }
        : { maxBytes: maxListingBytes, timeoutMs: listingTimeoutMs }
    const fetched = await fetcher.fetch({ url, headers, ...bounds, idleMs, ...(signal ? { signal } : {}) })
    if (isFetchFailure(fetched)) throw new Refused(fetched.code, fetched.detail)
    return fetched
  }

/** The whole text of a listing or an error. */
export const textOf = async (body: Readable): Promise<string> =>
  Buffer.concat(await Array.fromAsync<Buffer>(body)).toString('utf8')
