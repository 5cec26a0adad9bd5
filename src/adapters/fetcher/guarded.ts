import { isUtf8 } from 'node:buffer'
import { Agent, request } from 'undici'
import type { Fetched, Fetcher, FetchFailure, FetchRequest } from '../../ports/fetcher.ts'
import { acceptEncoding, answerBody } from './answer-body.ts'
import { byNameServers } from './by-name-servers.ts'
import { connecting } from './connecting.ts'
import { openEgress } from './egress.ts'
import { guardedLookup, literalRefused, type Resolve } from './guarded-lookup.ts'
import { countInterim } from './interim.ts'
import { nextRequest, withoutUrlCredentials } from './next-request.ts'
import { Refused, refusedBy } from './refused.ts'

const defaultTimeoutMs = 30_000
const defaultRedirects = 5
/** Milliseconds that an idle connection is kept, whatever its server asks for. */
const idleMs = 4_000
/** Over HTTP/2 a response that its server breaks off (RST_STREAM with CANCEL or NO_ERROR) ends like one that is complete. */
const usual = { keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs, allowH2: false } as const

const deadlineOf = (asked: FetchRequest): number => asked.timeoutMs ?? defaultTimeoutMs
/** The limit named in a timeout message. */
const timeoutOf = (asked: FetchRequest): number => Math.min(deadlineOf(asked), asked.idleMs ?? Number.POSITIVE_INFINITY)

/**
 * The signal that aborts an exchange. A timeout signal and its listeners live until it fires, so none is created
 * without a deadline.
 */
const signalOf = (asked: FetchRequest): AbortSignal | undefined => {
  const deadline = deadlineOf(asked)
  if (deadline === Number.POSITIVE_INFINITY) return asked.signal
  const own = AbortSignal.timeout(deadline)
  return asked.signal ? AbortSignal.any([own, asked.signal]) : own
}
const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80))
const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

const joined = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([k, v]) => (v === undefined ? [] : [[k, Array.isArray(v) ? v.join(', ') : v]])),
  )

/** Servers also write targets in UTF-8, whose bytes arrive as one character each. */
const written = (location: string): string => {
  const bytes = Buffer.from(location, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : location
}

/** The redirect target of a response, if any. */
const redirectOf = (status: number, { location }: Record<string, string>): string | undefined =>
  location !== undefined && [301, 302, 303, 307, 308].includes(status) ? written(location) : undefined

/** Chooses the connection pool for a URL. Throws Refused if the URL is not allowed. */
const openAgents = (egressAllow: readonly string[], resolve: Resolve) => {
  const { allows } = openEgress(egressAllow)
  const guarded = new Agent({ ...usual, connect: connecting(guardedLookup(resolve)) })
  const open = new Agent({ ...usual, connect: connecting() })
  return {
    agentFor(url: URL): Agent {
      if (url.protocol !== 'http:' && url.protocol !== 'https:')
        throw new Refused('scheme-refused', `${url.protocol} is not supported; use http or https`)
      if (allows(url.hostname, portOf(url))) return open
      const refused = literalRefused(withoutBrackets(url.hostname))
      if (refused) throw refused
      return guarded
    },
    close: () => Promise.all([guarded.destroy(), open.destroy()]),
  }
}

type Options = {
  /** `host:port` or `host:*` entries that may be private, IPv6 addresses in brackets; compared before name resolution. */
  readonly egressAllow: readonly string[]
  /** How names that are not in `egressAllow` are resolved; by the name servers of the machine by default. */
  readonly lookup?: Resolve
}

/** The guarded fetcher (ARCH-33): every address is checked on connect, including redirects. No proxies. */
export const openFetcher = ({ egressAllow, lookup: resolve = byNameServers() }: Options): Fetcher => {
  const agents = openAgents(egressAllow, resolve)

  const exchange = async (given: FetchRequest, left: number, signal?: AbortSignal): Promise<Fetched> => {
    const { url, asked } = withoutUrlCredentials(given)
    const { statusCode: status, ...answered } = await request(url, {
      dispatcher: agents.agentFor(url),
      method: asked.method ?? 'GET',
      headers: { 'accept-encoding': acceptEncoding, 'user-agent': 'Endcap', ...asked.headers },
      body: asked.body ?? null,
      onInfo: countInterim(),
      ...(asked.idleMs === undefined ? {} : { headersTimeout: asked.idleMs, bodyTimeout: asked.idleMs }),
      ...(signal ? { signal } : {}),
    })
    const headers = joined(answered.headers)
    const location = redirectOf(status, headers)
    if (location !== undefined) {
      // this body is not read; an unhandled error event would end the process
      answered.body.on('error', () => undefined).destroy()
      if (left === 0)
        throw new Refused('too-many-redirects', `more than ${asked.maxRedirects ?? defaultRedirects} redirects`)
      return exchange(nextRequest(asked, url, new URL(location, url), status), left - 1, signal)
    }
    const announced = headers['content-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : 0
    const bodiless = asked.method === 'HEAD' || status === 204 || status === 304
    if (!bodiless && announced > asked.maxBytes) {
      answered.body.on('error', () => undefined).destroy()
      throw new Refused('too-large', `the response exceeds ${asked.maxBytes} bytes`)
    }
    const bounds = { maxBytes: asked.maxBytes, timeoutMs: timeoutOf(asked) }
    const encoding = bodiless || asked.isLeftPacked ? undefined : headers['content-encoding']
    const { body, unpacked } = answerBody(answered.body, encoding, bounds)
    const { 'content-encoding': _encoding, 'content-length': _length, ...others } = headers
    return { status, headers: unpacked ? others : headers, body, url: url.href }
  }

  const begin = (asked: FetchRequest): Promise<Fetched> => {
    if (!URL.canParse(asked.url)) throw new Refused('scheme-refused', 'not a URL')
    return exchange(asked, asked.maxRedirects ?? defaultRedirects, signalOf(asked))
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
