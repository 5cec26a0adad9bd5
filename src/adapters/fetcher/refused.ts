/** Milliseconds for resolving a name, connecting and TLS. */
export const connectTimeoutMs = 10_000

/** Why a fetch was refused or aborted. It is thrown through sockets and streams; `code` is one of FetchFailure's. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: string
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Codes of Node and OpenSSL for a certificate that does not prove who the server is. */
export const isUntrusted = (code: string): boolean => /CERT|^UNABLE_TO_|ERR_TLS_/.test(code)

/** What a reset is called on sockets of the client (see `connecting`); messages name it as systems do. */
export const resetHere = 'ECONNABORTED'

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'no connection'
  if (error.name === 'HTTPParserError') return 'it speaks no HTTP'
  if (!('code' in error)) return 'no connection'
  return error.code === resetHere ? 'ECONNRESET' : String(error.code)
}

/**
 * Converts any error of an exchange. The message contains nothing of the request, since URLs may contain credentials.
 */
export const refusedBy = (error: unknown, timeoutMs: number): Refused => {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof Refused) return at
    if (at.name === 'ConnectTimeoutError') return new Refused('timeout', `no connection within ${connectTimeoutMs} ms`)
    if (/Timeout|^AbortError$/.test(at.name))
      return new Refused('timeout', `no complete response within ${timeoutMs} ms`)
  }
  const code = codeOf(error)
  if (isUntrusted(code)) return new Refused('unreachable', `the certificate of the server is not trusted (${code})`)
  return new Refused('unreachable', `the server cannot be reached (${code})`)
}
