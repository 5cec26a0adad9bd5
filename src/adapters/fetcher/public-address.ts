import ipaddr from 'ipaddr.js'

/** Embeds an IPv4 address: 6to4 and NAT64 reach whatever that address is. */
const embedded = (address: ipaddr.IPv6): ipaddr.IPv4 | undefined => {
  if (address.isIPv4MappedAddress()) return address.toIPv4Address()
  const bytes = address.toByteArray()
  const at = address.range() === '6to4' ? 2 : address.range() === 'rfc6052' ? 12 : undefined
  return at === undefined ? undefined : new ipaddr.IPv4(bytes.slice(at, at + 4))
}

/** Whether an address is one of the public internet: unicast, and not private, local, shared, reserved or a tunnel to such. */
export const isPublicAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast'
  const inner = embedded(address)
  return inner ? inner.range() === 'unicast' : address.range() === 'unicast'
}
