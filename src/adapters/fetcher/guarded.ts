import { isUtf8 } from 'node:buffer'
import { Agent, request } from 'undici'
import type { Fetched, Fetcher, FetchFailure, FetchRequest } from '../../ports/fetcher.ts'
import { acceptEncoding, answerBody } from './answer-body.ts'
import { byNameServers } from './by-name-servers.ts'
import { connecting } from './connecting.ts'
import { openCookies } from './cookies.ts'
import { type Egress, openEgress } from './egress.ts'
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
const openAgents = (egress: Egress, resolve: Resolve) => {
  const guarded = new Agent({ ...usual, connect: connecting(guardedLookup(resolve)) })
  const open = new Agent({ ...usual, connect: connecting() })
  return {
    agentFor(url: URL): Agent {
      if (url.protocol !== 'http:' && url.protocol !== 'https:')
        throw new Refused('scheme-refused', `${url.protocol} is not supported; use http or https`)
      if (egress.allows(url.hostname, portOf(url))) return open
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
  /** The variable that lists them, for messages of refused addresses in development. */
  readonly egressSetting?: string | undefined
  /** How names that are not in `egressAllow` are resolved; by the name servers of the machine by default. */
  readonly lookup?: Resolve
}

/**
 * The bytes that a response announces, as they are sent; undefined without Content-Length. `isDelimited`: whether its end can be told from the
 * end of the connection.
 */
const lengthOf = ({ 'content-length': length, 'transfer-encoding': coding }: Record<string, string>) => ({
  announced: length === undefined ? undefined : Number(length),
  isDelimited: length !== undefined || /\bchunked\b/i.test(coding ?? ''),
})

/** The guarded fetcher (ARCH-33): every address is checked on connect, including redirects. No proxies. */
export const openFetcher = ({ egressAllow, egressSetting, lookup: resolve = byNameServers() }: Options): Fetcher => {
  const egress = openEgress(egressAllow, egressSetting)
  const agents = openAgents(egress, resolve)

  const send = async (
    url: URL,
    asked: FetchRequest,
    cookies: { readonly cookie?: string },
    signal: AbortSignal | undefined,
  ) => {
    try {
      return await request(url, {
        dispatcher: agents.agentFor(url),
        method: asked.method ?? 'GET',
        headers: { 'accept-encoding': acceptEncoding, 'user-agent': 'Endcap', ...cookies, ...asked.headers },
        body: asked.body ?? null,
        onInfo: countInterim(),
        ...(asked.idleMs === undefined ? {} : { headersTimeout: asked.idleMs, bodyTimeout: asked.idleMs }),
        ...(signal ? { signal } : {}),
      })
    } catch (error) {
      throw egress.refusal(refusedBy(error, timeoutOf(asked)), url.hostname, portOf(url))
    }
  }

  const exchange = async (
    given: FetchRequest,
    left: number,
    cookies: ReturnType<typeof openCookies>,
    signal?: AbortSignal,
  ): Promise<Fetched> => {
    const { url, asked } = withoutUrlCredentials(given)
    const { statusCode: status, ...answered } = await send(url, asked, await cookies.headerFor(url), signal)
    const headers = joined(answered.headers)
    const location = redirectOf(status, headers)
    if (location !== undefined) {
      // this body is not read; an unhandled error event would end the process
      answered.body.on('error', () => undefined).destroy()
      if (left === 0)
        throw new Refused('too-many-redirects', `more than ${asked.maxRedirects ?? defaultRedirects} redirects`)
      await cookies.keep(url, answered.headers['set-cookie'])
      return exchange(nextRequest(asked, url, new URL(location, url), status), left - 1, cookies, signal)
    }
    const { announced, isDelimited } = lengthOf(headers)
    const bodiless = asked.method === 'HEAD' || status === 204 || status === 304
    if (!bodiless && headers['content-encoding'] === undefined && (announced ?? 0) > asked.maxBytes) {
      answered.body.on('error', () => undefined).destroy()
      throw new Refused('too-large', `the response exceeds ${asked.maxBytes} bytes`)
    }
    const bounds = {
      maxBytes: asked.maxBytes,
      timeoutMs: timeoutOf(asked),
      announced: bodiless ? undefined : announced,
    }
    const encoding = bodiless || asked.isLeftPacked ? undefined : headers['content-encoding']
    const { body, unpacked } = answerBody(answered.body, encoding, bounds)
    const { 'content-encoding': _encoding, 'content-length': _length, ...others } = headers
    return { status, headers: unpacked ? others : headers, body, isDelimited, url: url.href }
  }

  const begin = (asked: FetchRequest): Promise<Fetched> => {
    if (!URL.canParse(asked.url)) throw new Refused('scheme-refused', 'not a URL')
    return exchange(asked, asked.maxRedirects ?? defaultRedirects, openCookies(), signalOf(asked))
  }
  const failure = (error: unknown, asked: FetchRequest): FetchFailure => {
    const { code, message, isUnknownHost } = refusedBy(error, timeoutOf(asked))
    return { code, detail: message, ...(isUnknownHost ? { isUnknownHost } : {}) }
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
