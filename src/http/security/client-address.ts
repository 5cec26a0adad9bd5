import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/** The bits of an IPv6 address that a network assigns to one customer, who chooses the others. */
const customerBits = 64

/** Removes a port, which some proxies append: `192.0.2.1:443`, `[2001:db8::1]:443`. */
const withoutPort = (text: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text

/** An address in one spelling; of IPv6 only the part that its holder cannot choose. Undefined if it is none. */
const normalised = (text: string): string | undefined => {
  const plain = withoutPort(text.trim())
  if (!ipaddr.isValid(plain)) return undefined
  const address = ipaddr.process(plain)
  if (address instanceof ipaddr.IPv4) return address.toString()
  const network = address.toByteArray().map((byte, i) => (i < customerBits / 8 ? byte : 0))
  return `${new ipaddr.IPv6(network).toString()}/${customerBits}`
}

type Asked = Pick<IncomingMessage, 'headers'> & { readonly socket: { readonly remoteAddress?: string | undefined } }

/** The client's address that the outermost of our proxies saw; each proxy appends the address of its own client. */
const forwarded = (header: string | string[] | undefined, proxies: number): string | undefined => {
  const hops = [header ?? []].flat().join(',').split(',')
  const hop = hops.at(-proxies)
  return hop === undefined ? undefined : normalised(hop)
}

/**
 * The address that a request came from, for rate limits (HTTP-19). `proxies`: the number of proxies in front of the node that
 * append to X-Forwarded-For. Earlier entries were sent by the client, who may write anything.
 */
export const addressOf = ({ headers, socket }: Asked, proxies: number): string => {
  const ofClient = proxies > 0 ? forwarded(headers['x-forwarded-for'], proxies) : undefined
  return ofClient ?? normalised(socket.remoteAddress ?? '') ?? 'unknown'
}
