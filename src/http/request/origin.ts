import type { IncomingHttpHeaders } from 'node:http'

const first = (value: string | string[] | undefined): string | undefined =>
  (Array.isArray(value) ? value[0] : value)?.split(',')[0]?.trim()

/**
 * Scheme and host that links in an answer start with (HTTP-9): what the caller or a proxy says, when it names a host
 * that is trusted, else `publicUrl`. `trusted` holds hosts in lower case, with their port where it is not the default one.
 */
export const originOf = (headers: IncomingHttpHeaders, trusted: ReadonlySet<string>, publicUrl: string): string => {
  if (trusted.size === 0) return publicUrl
  const host = (first(headers['x-forwarded-host']) ?? headers.host)?.toLowerCase()
  if (host === undefined || !trusted.has(host)) return publicUrl
  const proto = first(headers['x-forwarded-proto'])?.toLowerCase()
  const scheme = proto === 'http' || proto === 'https' ? proto : new URL(publicUrl).protocol.slice(0, -1)
  return `${scheme}://${host}`
}
