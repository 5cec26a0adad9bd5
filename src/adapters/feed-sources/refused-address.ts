import type { FeedFault } from '../../ports/feed-parser.ts'
import type { FeedAddress } from '../../ports/feed-sources.ts'
import type { Egress } from '../fetcher/egress.ts'
import { NotFetched } from './fault.ts'
import { addressOf } from './guarded-address.ts'

/** Milliseconds for the name servers: somebody waits, and the fetch resolves the name again. */
const mostMs = 2_000

const usualPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'ftp:': 21, 'sftp:': 22 }

/** Why nothing is fetched from an address: it is private or local, or its name resolves to one that is (ARCH-33). */
export const refusedAddress = async (
  { url, urlType, portNumber = 0 }: FeedAddress,
  egress: Egress,
): Promise<FeedFault | undefined> => {
  const { protocol, hostname, port } = new URL(url)
  // its host is a bucket of Amazon
  if (protocol === 's3:') return undefined
  const ofType = urlType === 'sftp' ? portNumber : 0
  const refused = addressOf(hostname, Number(port) || ofType || (usualPorts[protocol] ?? 0), egress).then(
    () => undefined,
    error => {
      if (error instanceof NotFetched && error.code === 'address-refused') return error
      if (error instanceof NotFetched) return undefined
      throw error
    },
  )
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), mostMs)
  const found = await Promise.race([refused, late.promise]).finally(() => clearTimeout(timer))
  return found && { code: found.code, detail: found.message }
}
