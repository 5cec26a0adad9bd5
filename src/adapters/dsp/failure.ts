import type { DspFailure, DspFailureCode } from '../../ports/dsp.ts'
import type { FetchFailure } from '../../ports/fetcher.ts'

const transient: ReadonlySet<DspFailureCode> = new Set(['rate-limited', 'unavailable', 'timeout', 'unreachable'])

export const failure = (code: DspFailureCode, detail: string): DspFailure => ({
  code,
  detail,
  transient: transient.has(code),
})

const longestReason = 300

/** The DSP's own words, on one line and without anything that must stay secret. */
const reasonOf = (message: string, secrets: readonly string[]): string => {
  const hidden = secrets.filter(s => s !== '').reduce((text, secret) => text.replaceAll(secret, '…'), message)
  const line = hidden
    .slice(0, longestReason)
    .replace(/[\s\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g, ' ')
    .toWellFormed()
    .trim()
  return line === '' ? '' : ` It says: ${line}`
}

const codeOf = (status: number, rpc: string): DspFailureCode => {
  if (status === 429 || rpc === 'RESOURCE_EXHAUSTED') return 'rate-limited'
  if (status === 401) return 'needs-authorisation'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not-found'
  // another request is changing the same object: wait, then repeat
  if (status === 408 || status === 409 || status >= 500) return 'unavailable'
  return 'refused'
}

const sentences: Readonly<Partial<Record<DspFailureCode, string>>> = {
  'rate-limited': 'The quota of requests at the DSP is used up.',
  'needs-authorisation': 'The DSP no longer accepts the authorisation. Authorise Endcap at the DSP again.',
  forbidden: 'The person who authorised Endcap may not do this at the DSP.',
  'not-found': 'The DSP does not have this object.',
  unavailable: 'The DSP is not available.',
  refused: 'The DSP refused the request.',
}

/**
 * An error answer of the API, by its HTTP status and its google.rpc.Code.
 * https://developers.google.com/display-video/api/guides/concepts/general/errors-warnings
 */
export const failureOfStatus = (
  status: number,
  { rpc, message }: { readonly rpc: string; readonly message: string },
  secrets: readonly string[],
): DspFailure => {
  const code = codeOf(status, rpc)
  return failure(code, `${sentences[code] ?? ''} It answered ${status}.${reasonOf(message, secrets)}`)
}

/** An error answer of the token endpoint (RFC 6749, 5.2). */
export const failureOfGrant = (status: number, error: string): DspFailure => {
  if (error === 'invalid_grant') return failure('needs-authorisation', sentences['needs-authorisation']!)
  if (error === 'invalid_client' || error === 'unauthorized_client')
    return failure('client-refused', 'The DSP does not accept DSP_CLIENT_ID and DSP_CLIENT_SECRET.')
  return failureOfStatus(status === 401 ? 400 : status, { rpc: '', message: '' }, [])
}

/** What the guarded fetcher reports. */
export const failureOfFetch = ({ code }: FetchFailure): DspFailure => {
  switch (code) {
    case 'timeout':
      return failure('timeout', 'The DSP did not answer in time.')
    case 'unreachable':
      return failure('unreachable', 'The DSP cannot be reached.')
    case 'too-large':
    case 'too-many-redirects':
      return failure('unreadable', 'The DSP gave an answer that is too large, or led elsewhere.')
  }
  return failure('address-refused', 'The address of the DSP is not allowed.')
}
