import { type Fetcher, isFetchFailure } from '../../ports/fetcher.ts'
import type { GenerativeService, ServiceFailure } from '../../ports/generative-service.ts'

export type GenerativeServiceOptions = {
  /** The root of its API; the name of the operation is appended. */
  readonly url: string
  /** A fetcher of its own, which may reach the host of the URL. */
  readonly fetcher: Pick<Fetcher, 'fetchBytes'>
  readonly timeoutMs?: number
}

const mostAnswerBytes = 1024 * 1024

const failure = (code: ServiceFailure['code'], detail: string): ServiceFailure => ({
  code,
  detail,
  transient: code === 'unavailable' || code === 'timeout',
})
const failureOfFetch = (code: string): ServiceFailure => {
  if (code === 'timeout') return failure('timeout', 'The generative service did not answer in time.')
  if (code === 'unreachable') return failure('unavailable', 'The generative service cannot be reached.')
  if (code === 'too-large' || code === 'too-many-redirects')
    return failure('unreadable', 'The generative service gave an answer that is too large, or led elsewhere.')
  return failure('refused', 'The address of the generative service is not allowed.')
}
const jsonOf = (bytes: Buffer): { readonly json: unknown } | undefined => {
  try {
    return { json: JSON.parse(bytes.toString('utf8')) }
  } catch {
    return undefined
  }
}

/**
 * Passes start operations on to a generative service (TEMPLATE-2): JSON to `<url>/<operation>`, no redirects, at most 1 MiB in 30
 * seconds. Statuses below 500 are answers; what they mean is decided by who asked.
 */
export const openGenerativeService = ({
  url,
  fetcher,
  timeoutMs = 30_000,
}: GenerativeServiceOptions): GenerativeService => ({
  async start(operation, body, signal) {
    if (signal.aborted) return failure('ended', 'The request was ended.')
    const fetched = await fetcher.fetchBytes({
      url: `${url.replace(/\/$/, '')}/${operation}`,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      ...{ maxBytes: mostAnswerBytes, maxRedirects: 0, timeoutMs, signal },
    })
    if (signal.aborted) return failure('ended', 'The request was ended.')
    if (isFetchFailure(fetched)) return failureOfFetch(fetched.code)
    if (fetched.status >= 500 || fetched.status === 429)
      return failure('unavailable', `The generative service is not available, it answered ${fetched.status}.`)
    const answer = jsonOf(fetched.body)
    return answer
      ? { status: fetched.status, body: answer.json }
      : failure('unreadable', 'The generative service gave an answer that is not JSON.')
  },
})
