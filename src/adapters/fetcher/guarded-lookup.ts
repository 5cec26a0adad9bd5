import type { LookupAddress, LookupAllOptions } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'
import { Refused } from './refused.ts'

/** Resolves a name to all its addresses, as `dns.lookup` does. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Resolves a name and refuses it if any of its addresses is not public, since we do not choose which one is used. */
export const guardedLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const [first] = addresses
      if (!first || !addresses.every(a => isPublicAddress(a.address)))
        return callback(new Refused('address-refused', `${hostname} resolves to a private or local address`), '')
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
    })

/** Why a literal IP address is refused (it needs no lookup); undefined for a name or a public address. */
export const literalRefused = (host: string): Refused | undefined =>
  isIP(host) !== 0 && !isPublicAddress(host)
    ? new Refused('address-refused', `${host} is a private or local address`)
    : undefined
