import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, request } from 'undici'
import type { Fetched, Fetcher, FetchFailure, FetchRequest } from '../../ports/fetcher.ts'
import { acceptEncoding, answerBody } from './answer-body.ts'
import { nextRequest, withoutUrlCredentials } from './next-request.ts'
import { isPublicAddress } from './public-address.ts'
import { Refused, refusedBy } from './refused.ts'

const defaultTimeoutMs = 30_000
const defaultRedirects = 5
const connectTimeoutMs = 10_000

type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

const timeoutOf = (asked: FetchRequest): number => asked.timeoutMs ?? defaultTimeoutMs
const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80')
const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/** Resolves a name and refuses it when any of its addresses is not public: which one is connected to is not ours to choose. */
const guardedLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const [first] = addresses
      if (!first || !addresses.every(a => isPublicAddress(a.address)))
        return callback(new Refused('address-refused', `${hostname} leads to a private or local address`), '')
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
    })

const joined = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([k, v]) => (v === undefined ? [] : [[k, Array.isArray(v) ? v.join(', ') : v]])),
  )

/** Where an answer sends its reader, if it does. */
const redirectOf = (status: number, headers: Record<string, string>): string | undefined =>
  [301, 302, 303, 307, 308].includes(status) ? headers.location : undefined

/** The connections: which one a URL may take. Throws Refused for one that may take none. */
const openAgents = (egressAllow: readonly string[], resolve: Resolve) => {
  const allowed = new Set(egressAllow.map(entry => entry.toLowerCase()))
  const guarded = new Agent({ connect: { lookup: guardedLookup(resolve), timeout: connectTimeoutMs } })
  const open = new Agent({ connect: { timeout: connectTimeoutMs } })
  return {
    agentFor(url: URL): Agent {
      if (url.protocol !== 'http:' && url.protocol !== 'https:')
        throw new Refused('scheme-refused', `${url.protocol} is not fetched; use http or https`)
      if (allowed.has(`${url.hostname}:${portOf(url)}`)) return open
      const host = withoutBrackets(url.hostname)
      // a literal address is connected to without a look-up
      if (isIP(host) && !isPublicAddress(host))
        throw new Refused('address-refused', `${host} is a private or local address`)
      return guarded
    },
    close: () => Promise.all([guarded.destroy(), open.destroy()]),
  }
}

type Options = {
  /** `host:port` entries that may be private, an IPv6 address in brackets; compared before resolution. */
  readonly egressAllow: readonly string[]
  /** Resolves names; the machine's own way unless given. */
  readonly lookup?: Resolve
}

/** The guarded way out (design 8): every address is checked when it is connected to, redirects included. No proxies. */
export const openFetcher = ({ egressAllow, lookup: resolve = lookup }: Options): Fetcher => {
  const agents = openAgents(egressAllow, resolve)

  const exchange = async (given: FetchRequest, left: number, signal: AbortSignal): Promise<Fetched> => {
    const { url, asked } = withoutUrlCredentials(given)
    const { statusCode: status, ...answered } = await request(url, {
      dispatcher: agents.agentFor(url),
      method: asked.method ?? 'GET',
      headers: { 'accept-encoding': acceptEncoding, 'user-agent': 'Endcap', ...asked.headers },
      body: asked.body ?? null,
      signal,
    })
    const headers = joined(answered.headers)
    const location = redirectOf(status, headers)
    if (location !== undefined) {
      // nobody reads this body: that it breaks off is no news, but unheard it would end the process
      answered.body.on('error', () => undefined).destroy()
      if (left === 0)
        throw new Refused('too-many-redirects', `more than ${asked.maxRedirects ?? defaultRedirects} redirects`)
      return exchange(nextRequest(asked, url, new URL(location, url), status), left - 1, signal)
    }
    const bodiless = asked.method === 'HEAD' || status === 204 || status === 304
    const bounds = { maxBytes: asked.maxBytes, timeoutMs: timeoutOf(asked) }
    const { body, unpacked } = answerBody(answered.body, bodiless ? undefined : headers['content-encoding'], bounds)
    const { 'content-encoding': _encoding, 'content-length': _length, ...others } = headers
    return { status, headers: unpacked ? others : headers, body, url: url.href }
  }

  const begin = (asked: FetchRequest): Promise<Fetched> => {
    if (!URL.canParse(asked.url)) throw new Refused('scheme-refused', 'not a URL')
    return exchange(asked, asked.maxRedirects ?? defaultRedirects, AbortSignal.timeout(timeoutOf(asked)))
  }
  const failure = (error: unknown, asked: FetchRequest): FetchFailure => {
    const { code, message } = refusedBy(error, timeoutOf(asked))
    return { code, detail: message }
  }

  return {
    async fetch(asked) {
      try {
        return await begin(asked)
      } catch (error) {
        return failure(error, asked)
      }
    },
    async fetchBytes(asked) {
      try {
        const { body, ...rest } = await begin(asked)
        return { ...rest, body: Buffer.concat(await Array.fromAsync<Buffer>(body)) }
      } catch (error) {
        return failure(error, asked)
      }
    },
    close: async () => {
      await agents.close()
    },
  }
}
