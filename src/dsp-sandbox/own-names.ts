import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/** The host of a Host header without its port, as URLs spell it; undefined if it is none. */
const hostIn = (header: string | undefined): string | undefined => {
  const url = URL.parse(`http://${header}`)
  // a user or a path would make another host of it
  return url?.href === `http://${url?.host}/` ? url.hostname.replace(/^\[|\]$/g, '') : undefined
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback')

const isSameAddress = (host: string, address: string | undefined): boolean =>
  ipaddr.isValid(host) &&
  address !== undefined &&
  ipaddr.process(host).toString() === ipaddr.process(address).toString()

type Asked = Pick<IncomingMessage, 'headers'> & { readonly socket: { readonly localAddress?: string | undefined } }

/**
 * Whether a request names the sandbox by a name of its own: one of this machine, the address that it came to, or one that it was told. A page
 * that points a name of its site to 127.0.0.1 (DNS rebinding) would otherwise read and press everything. `told`: in lower case.
 */
export const namesUs = ({ headers, socket }: Asked, told: ReadonlySet<string>): boolean => {
  const host = hostIn(headers.host)
  if (host === undefined) return false
  return isLoopback(host) || told.has(host) || isSameAddress(host, socket.localAddress)
}
