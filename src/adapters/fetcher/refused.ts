/** Milliseconds for resolving a name, connecting and TLS. */
export const connectTimeoutMs = 10_000

/** Why a fetch was refused or aborted. It is thrown through sockets and streams; `code` is one of FetchFailure's. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: string
  readonly isUnknownHost: boolean
  constructor(code: string, message: string, options: ErrorOptions & { readonly isUnknownHost?: boolean } = {}) {
    super(message, options)
    this.code = code
    this.isUnknownHost = options.isUnknownHost ?? false
  }
}

/** Codes of Node and OpenSSL for a certificate that does not prove who the server is. */
export const isUntrusted = (code: string): boolean => /CERT|^UNABLE_TO_|ERR_TLS_/.test(code)

const certificateFaults: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  CERT_REVOKED: 'it was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its issuer is not a known authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its issuer is not a known authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its issuer is unknown, or the server does not send the certificates in between',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another host',
}

/** Why a certificate is not trusted, with the code of Node or OpenSSL. */
export const untrusted = (code: string): string => {
  const fault = certificateFaults[code]
  return `is not trusted (${code})${fault === undefined ? '' : `: ${fault}`}`
}

/** What a reset is called on sockets of the client (see `connecting`); messages name it as systems do. */
export const resetHere = 'ECONNABORTED'

/** Whether an error says that a name server was asked and does not know the host. */
const isUnknownHost = (error: unknown): boolean => /^(?:ENOTFOUND|ENODATA)$/.test(codeOf(error))

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'no connection'
  if (error.name === 'HTTPParserError') return 'it speaks no HTTP'
  if (!('code' in error)) return 'no connection'
  return error.code === resetHere ? 'ECONNRESET' : String(error.code)
}

/** Why no connection came about, or why it ended. */
export const connectionFault = (error: unknown): string => {
  const code = codeOf(error)
  const isConnecting = error instanceof Error && 'syscall' in error && error.syscall === 'connect'
  if (isUnknownHost(error)) return `the host is unknown (${code})`
  if (code === 'ECONNREFUSED' && isConnecting) return `the server refuses connections to this port (${code})`
  if (/^(?:EAI_AGAIN|ESERVFAIL|EREFUSED|ETIMEOUT|ECONNREFUSED)$/.test(code))
    return `the name of the host could not be looked up (${code})`
  if (isUntrusted(code)) return `the certificate of the server ${untrusted(code)}`
  if (/^ERR_SSL_|^EPROTO$/.test(code)) return `no TLS connection can be agreed with the server (${code})`
  if (/^Z_|^ERR_.*BROTLI/i.test(code)) return `the compressed response is damaged or incomplete (${code})`
  return `the server cannot be reached (${code})`
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
  return new Refused('unreachable', connectionFault(error), { isUnknownHost: isUnknownHost(error) })
}
