import ipaddr from 'ipaddr.js'

/** All that is assigned for unicast on the public internet; the rest of IPv6 is reserved, local, or not assigned yet. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** The well-known prefix of NAT64 (RFC 6052); those of local use (RFC 8215) place the IPv4 address where they like. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** The IPv4 address that an IPv6 address leads to: mapped, 6to4 and NAT64 reach whatever that one is. */
const embedded = (address: ipaddr.IPv6): ipaddr.IPv4 | undefined => {
  if (address.isIPv4MappedAddress()) return address.toIPv4Address()
  const at = address.range() === '6to4' ? 2 : address.match(nat64) ? 12 : undefined
  return at === undefined ? undefined : new ipaddr.IPv4(address.toByteArray().slice(at, at + 4))
}

/** Whether an address is one of the public internet: unicast, and not private, local, shared, reserved or a tunnel to such. */
export const isPublicAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast'
  const inner = embedded(address)
  return inner ? inner.range() === 'unicast' : address.range() === 'unicast' && address.match(globalUnicast)
}
