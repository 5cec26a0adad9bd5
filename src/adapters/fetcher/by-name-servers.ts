import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Resolve } from './guarded-lookup.ts'

/** Milliseconds that a name server has for the first of its tries; it has twice as many for the next one. */
const patience = { timeout: 2_500, tries: 2 } as const

/** What connections take for an address of this machine without asking a name server; undefined for other names. */
const withoutAsking = (hostname: string): string | undefined => {
  // as browsers read numbers: 127.1 and 0x7f000001 are addresses, too
  const url = `http://${hostname}`
  const host = URL.canParse(url) ? new URL(url).hostname : hostname
  if (isIP(host) !== 0) return host
  return /^(?:.*\.)?localhost\.?$/i.test(host) ? '127.0.0.1' : undefined
}

/** Names that are made to exist nowhere, also where no name server answers (RFC 6761). */
const existsNowhere = (hostname: string): boolean => /\.invalid\.?$/i.test(hostname)

const asked = async (hostname: string, servers: readonly string[] | undefined): Promise<LookupAddress[]> => {
  if (existsNowhere(hostname)) throw Object.assign(new Error(`${hostname} does not exist`), { code: 'ENOTFOUND' })
  // a new one for each name: it reads which servers the machine has now
  const resolver = new Resolver(patience)
  if (servers) resolver.setServers(servers)
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const [four, six] = answers.map(answer => (answer.status === 'fulfilled' ? answer.value : []))
  const found = [
    ...(four ?? []).map(address => ({ address, family: 4 })),
    ...(six ?? []).map(address => ({ address, family: 6 })),
  ]
  if (found.length === 0 && answers[0].status === 'rejected') throw answers[0].reason
  return found
}

/**
 * Resolves names of accounts by the name servers of the machine, or by `servers` (`address:port`). Node's own way (getaddrinfo, which also reads
 * `/etc/hosts`) has two threads for all names: six whose server is silent kept the node from connecting to anything for 30 s (ADR 0149).
 */
export const byNameServers =
  (servers?: readonly string[]): Resolve =>
  (hostname, _options, done) => {
    const address = withoutAsking(hostname)
    if (address !== undefined) return done(null, [{ address, family: isIP(address) }])
    asked(hostname, servers).then(
      found => done(null, found),
      error => done(error, []),
    )
  }
