import type { KeptAnswer } from '../../domain/idempotency/idempotency.ts'
import type { HttpResponse } from '../response/http-response.ts'

/** Longer answers are not kept: a repeat runs the command again under the same ids, and appends nothing new. */
const maxKeptCharacters = 65_536
/** Of the headers of an answer, those that a repeat must carry too. */
const keptHeaders = ['ETag', 'Cache-Control', 'Content-Disposition', 'Location'] as const

/** What is kept of a response for a repeat; undefined: nothing, as it may not come out the same or is too long. */
export const keptOf = (response: HttpResponse): KeptAnswer | undefined => {
  const { status, contentType, body } = response
  if (status >= 500 || typeof body !== 'string' || body.length > maxKeptCharacters) return undefined
  const headers: Record<string, string> = {}
  for (const name of keptHeaders) if (response.headers[name] !== undefined) headers[name] = response.headers[name]
  return { status, contentType, text: body, headers }
}

/** The response that a repeat gets. */
export const replayed = ({ status, contentType, text, headers }: KeptAnswer): HttpResponse => ({
  status,
  contentType,
  body: text,
  headers: { ...headers, 'Idempotency-Replayed': 'true' },
})
