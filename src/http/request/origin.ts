import type { IncomingHttpHeaders } from 'node:http'

const first = (value: string | string[] | undefined): string | undefined =>
  (Array.isArray(value) ? value[0] : value)?.split(',')[0]?.trim()

/**
 * Scheme and host of links in a response (HTTP-9): those that the caller or a proxy sent if the host is trusted, else
 * `publicUrl`. `trusted` contains hosts in lower case, with the port unless it is the default one.
 */
export const originOf = (headers: IncomingHttpHeaders, trusted: ReadonlySet<string>, publicUrl: string): string => {
  if (trusted.size === 0) return publicUrl
  const host = (first(headers['x-forwarded-host']) ?? headers.host)?.toLowerCase()
  if (host === undefined || !trusted.has(host)) return publicUrl
  const proto = first(headers['x-forwarded-proto'])?.toLowerCase()
  const scheme = proto === 'http' || proto === 'https' ? proto : new URL(publicUrl).protocol.slice(0, -1)
  return `${scheme}://${host}`
}
