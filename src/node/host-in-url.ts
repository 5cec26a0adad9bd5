import { isIPv6 } from 'node:net'

/** An address to listen on as URLs name it: this machine for every address, and brackets around IPv6. */
export const hostInUrl = (host: string): string => {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return isIPv6(host) ? `[${host}]` : host
}
