import ipaddr from 'ipaddr.js'

/** All public unicast addresses; the rest of IPv6 is reserved, local or unassigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** The well-known prefix of NAT64 (RFC 6052). Local-use prefixes (RFC 8215) may place the IPv4 address elsewhere. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** Azure's own service for its machines (WireServer, DNS), which has a public address but answers only within a machine. */
const azureHost = '168.63.129.16'

const isPublicIPv4 = (address: ipaddr.IPv4): boolean =>
  address.range() === 'unicast' && address.toString() !== azureHost

/** The IPv4 address embedded in an IPv6 address: mapped, 6to4 and NAT64 addresses reach it. */
const embedded = (address: ipaddr.IPv6): ipaddr.IPv4 | undefined => {
  if (address.isIPv4MappedAddress()) return address.toIPv4Address()
  const at = address.range() === '6to4' ? 2 : address.match(nat64) ? 12 : undefined
  return at === undefined ? undefined : new ipaddr.IPv4(address.toByteArray().slice(at, at + 4))
}

/** Whether an address is public: unicast, and not private, local, shared, reserved or a tunnel to such an address. */
export const isPublicAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address instanceof ipaddr.IPv4) return isPublicIPv4(address)
  const inner = embedded(address)
  return inner ? isPublicIPv4(inner) : address.range() === 'unicast' && address.match(globalUnicast)
}
