import type { DspFailure } from '../../ports/dsp.ts'
import { type Fetcher, type FetchRequest, isFetchFailure } from '../../ports/fetcher.ts'
import { failure, failureOfFetch } from './failure.ts'

/** A page of 200 creatives without their tags is a hundredth of it; a page of 50 with tags of 64 KiB nearly all of it. */
const maxAnswerBytes = 4 * 1024 * 1024

export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The parsed JSON; undefined if it is none. */
  readonly body: unknown
}
export type Asked = Pick<FetchRequest, 'url' | 'method' | 'headers' | 'body'> & {
  readonly signal?: AbortSignal | undefined
}

/** One request to the DSP; an answer of any status is an Answer. */
export type Exchange = (asked: Asked) => Promise<Answer | DspFailure>

const jsonOf = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Requests through the guarded fetcher (ARCH-33). No redirect is followed, as it would take a token elsewhere. */
export const guardedExchange =
  (fetcher: Fetcher, timeoutMs: number): Exchange =>
  async ({ signal, ...asked }) => {
    const fetched = await fetcher.fetchBytes({
      ...asked,
      maxBytes: maxAnswerBytes,
      maxRedirects: 0,
      timeoutMs,
      ...(signal ? { signal } : {}),
    })
    if (signal?.aborted) return failure('ended', 'The request was ended.')
    if (isFetchFailure(fetched)) return failureOfFetch(fetched)
    return { status: fetched.status, headers: fetched.headers, body: jsonOf(fetched.body) }
  }
