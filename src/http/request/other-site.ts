import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a page of another site made a browser send this request (CSRF): by Sec-Fetch-Site, which browsers send over https and to this
 * machine, else by Origin, which they send with every form. Programs send neither.
 */
export const isFromOtherSite = (headers: IncomingHttpHeaders, publicUrl: string): boolean => {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return headers.origin !== undefined && headers.origin !== new URL(publicUrl).origin
}
