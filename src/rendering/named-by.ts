import { adHost } from '../domain/creatives/ad-host.ts'
import { assetData, type Creative } from '../domain/creatives/creative.ts'

/** What an address leads to: a file of the library by its path, whatever host is before it. */
const targetOf = (address: string): string | undefined => {
  const url = URL.parse(address.trim(), adHost)
  if (url === null) return undefined
  return url.pathname.startsWith('/assets/') || url.origin === adHost ? url.pathname : url.href
}

/** The column whose value names an address, or a part of it, to follow the address in a message; empty if none does. */
export const namedBy = (creative: Creative, address: string): string => {
  const asked = targetOf(address)
  const columns = Object.entries(assetData(creative)).filter(([, value]) => value.trim() !== '')
  const [name] =
    columns.find(([, value]) => targetOf(value) === asked) ??
    columns.find(([, value]) => value.trim().length > 3 && address.includes(value.trim())) ??
    []
  return name === undefined ? '' : ` (column ${name})`
}
