import type { KeptAnswer } from '../../domain/idempotency/idempotency.ts'
import type { HttpResponse } from '../response/http-response.ts'

/** Longer responses are not stored: a repeated request runs the command again under the same ids and appends nothing new. */
const maxKeptCharacters = 65_536
/** The headers of a response that are stored for repeated requests. */
const keptHeaders = ['ETag', 'Cache-Control', 'Content-Disposition', 'Location', 'X-Operation-Status'] as const

/**
 * What is stored of a response for repeated requests; undefined: nothing, because it may differ next time or is too long. `traceId`: of the
 * request that ran, so that repeats lead to its events (HTTP-30).
 */
export const keptOf = (response: HttpResponse, traceId: string): KeptAnswer | undefined => {
  const { status, contentType, body, problem } = response
  if (status === 429 || status >= 500 || typeof body !== 'string' || body.length > maxKeptCharacters) return undefined
  const headers: Record<string, string> = { 'Endcap-Trace': traceId }
  for (const name of keptHeaders) if (response.headers[name] !== undefined) headers[name] = response.headers[name]
  return { status, contentType, text: body, headers, ...(problem === undefined ? {} : { problem }) }
}

/** The response to a repeated request. */
export const replayed = ({ text, headers, ...answer }: KeptAnswer): HttpResponse => ({
  ...answer,
  body: text,
  headers: { ...headers, 'Idempotency-Replayed': 'true' },
})
