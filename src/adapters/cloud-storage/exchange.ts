import type { Readable } from 'node:stream'
import { type Fetched, type Fetcher, isFetchFailure } from '../../ports/fetcher.ts'
import { Refused } from '../fetcher/refused.ts'

/** Keys that a service is asked for at once. The clients parse pages on the thread that answers. */
export const keysAtOnce = 100
/** Maximum size of such a page: 5 KiB for each key, which has at most 1,024 characters. */
const maxListingBytes = keysAtOnce * 5_120
/** Tags of such a page in XML, which cost the most: an object of Azure has some seventy. */
const maxListingTags = keysAtOnce * 128
/** Of an error text, this much is read. */
const maxErrorBytes = 65_536
const defaultListingTimeoutMs = 20_000
/** Maximum time without data within a response. */
const defaultIdleMs = 20_000

export type Asked = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** `object`: of `maxObjectBytes`, of any duration while bytes arrive; `listing`: bounded. */
  readonly answer: 'listing' | 'object'
  readonly isLeftPacked?: true
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
  async ({ answer, signal, ...asked }) => {
    const bounds =
      answer === 'object'
        ? { maxBytes: maxObjectBytes, timeoutMs: Number.POSITIVE_INFINITY }
        : { maxBytes: maxListingBytes, timeoutMs: listingTimeoutMs }
    const fetched = await fetcher.fetch({ ...asked, ...bounds, idleMs, ...(signal ? { signal } : {}) })
    if (isFetchFailure(fetched)) throw new Refused(fetched.code, fetched.detail)
    return fetched
  }

/** The beginning of an error, which a service may make as long as an object. */
export const beginningOf = async (body: Readable): Promise<Buffer> => {
  const read: Buffer[] = []
  let left = maxErrorBytes
  for await (const chunk of body as AsyncIterable<Buffer>) {
    read.push(chunk.subarray(0, left))
    left -= chunk.length
    if (left <= 0) break
  }
  return Buffer.concat(read)
}

/** The complete text of a listing. */
export const textOf = async (body: Readable): Promise<string> =>
  Buffer.concat(await Array.fromAsync<Buffer>(body)).toString('utf8')

/** The complete text of a listing in XML. Throws Refused if no page of real objects has that many tags. */
export const xmlOf = async (body: Readable): Promise<string> => {
  const text = await textOf(body)
  if (text.split('<', maxListingTags + 2).length > maxListingTags + 1)
    throw new Refused('too-large', 'the listing is longer than a page can be')
  return text
}
