import type { Readable } from 'node:stream'
import { type Fetched, type Fetcher, isFetchFailure } from '../../ports/fetcher.ts'
import { Refused } from '../fetcher/refused.ts'

/** Maximum size of a listing or an error text; a page of 1,000 keys of maximum length is a tenth of it. */
const maxListingBytes = 16 * 1024 * 1024
const defaultListingTimeoutMs = 20_000
/** Maximum time without data within a response. */
const defaultIdleMs = 20_000

export type Asked = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** `object`: of `maxObjectBytes`, of any duration while bytes arrive; `listing`: bounded. */
  readonly answer: 'listing' | 'object'
  readonly signal?: AbortSignal | undefined
}

/** Sends the requests of all cloud clients through the guarded fetcher (ARCH-33). Throws Refused if that refuses. */
export type Exchange = (asked: Asked) => Promise<Fetched>

export type Patience = { readonly listingTimeoutMs?: number; readonly idleMs?: number }
export type ObjectBound = { readonly maxObjectBytes: number }

/** The exchange through the node's fetcher. Read-only: nothing is ever written to a customer's cloud. */
export const guardedExchange =
  (
    fetcher: Fetcher,
    { maxObjectBytes }: ObjectBound,
    { listingTimeoutMs = defaultListingTimeoutMs, idleMs = defaultIdleMs }: Patience = {},
  ): Exchange =>
  async ({ url, headers, answer, signal }) => {
    const bounds =
      answer === 'object'
        ? { maxBytes: maxObjectBytes, timeoutMs: Number.POSITIVE_INFINITY }
        : { maxBytes: maxListingBytes, timeoutMs: listingTimeoutMs }
    const fetched = await fetcher.fetch({ url, headers, ...bounds, idleMs, ...(signal ? { signal } : {}) })
    if (isFetchFailure(fetched)) throw new Refused(fetched.code, fetched.detail)
    return fetched
  }

/** The complete text of a listing or an error. */
export const textOf = async (body: Readable): Promise<string> =>
  Buffer.concat(await Array.fromAsync<Buffer>(body)).toString('utf8')
