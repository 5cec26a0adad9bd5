import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { pipeline, type Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Agent, request } from 'undici'
import type { Fetched, Fetcher, FetchFailure, FetchRequest } from '../../ports/fetcher.ts'
import { isPublicAddress } from './public-address.ts'

const defaultTimeoutMs = 30_000
const defaultRedirects = 5

/** A refusal that travels as an error through sockets and streams. */
class Refused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80')
const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/** Resolves a name and refuses it when any of its addresses is not public: which one is connected to is not ours to choose. */
const guardedLookup: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '')
    if (addresses.length === 0 || !addresses.every(a => isPublicAddress(a.address)))
      return callback(new Refused('address-refused', `${hostname} leads to a private or local address`), '')
    if (options.all) return (callback as unknown as (e: null, a: typeof addresses) => void)(null, addresses)
    const [first] = addresses
    return callback(null, first?.address ?? '', first?.family ?? 4)
  })

const decoder = (encoding: string | undefined) => {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip()
  if (encoding === 'deflate') return createInflate()
  return encoding === 'br' ? createBrotliDecompress() : undefined
}

/** Lets bytes through up to a bound, counted after decompression. */
const bounded = (maxBytes: number): Transform => {
  let seen = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen > maxBytes) done(new Refused('too-large', `the answer is over ${maxBytes} bytes`))
      else done(null, chunk)
    },
  })
}

const failureOf = (error: unknown, timeoutMs: number): FetchFailure => {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof Refused) return { code: at.code, detail: at.message }
    if (at.name === 'TimeoutError' || at.name === 'AbortError' || /Timeout/.test(at.name))
      return { code: 'timeout', detail: `no whole answer within ${timeoutMs} ms` }
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no connection'
  return { code: 'unreachable', detail: `the server cannot be reached (${code})` }
}

const flat = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([k, v]) => (v === undefined ? [] : [[k, Array.isArray(v) ? v.join(', ') : v]])),
  )

const secretHeaders = new Set(['authorization', 'cookie', 'svc_apikey', 'x-api-key', 'proxy-authorization'])

/** The request after a redirect: 303, and 301 or 302 of a POST, become GET; credentials stay with their origin. */
const redirected = (asked: FetchRequest, from: URL, to: URL, status: number): FetchRequest => {
  const toGet = status === 303 || ((status === 301 || status === 302) && asked.method === 'POST')
  const { body: _, ...rest } = asked
  const headers = Object.entries(asked.headers ?? {}).filter(
    ([name]) => from.origin === to.origin || !secretHeaders.has(name.toLowerCase()),
  )
  return {
    ...(toGet ? { ...rest, method: 'GET' as const } : asked),
    url: to.href,
    headers: Object.fromEntries(headers),
  }
}

/** The guarded way out (design 8). `egressAllow` lists `host:port` that may be private; it is compared before resolution. */
export const openFetcher = ({ egressAllow }: { readonly egressAllow: readonly string[] }): Fetcher => {
  const allowed = new Set(egressAllow.map(entry => entry.toLowerCase()))
  const guarded = new Agent({ connect: { lookup: guardedLookup, timeout: 10_000 } })
  const open = new Agent({ connect: { timeout: 10_000 } })

  const agentFor = (url: URL): Agent => {
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw new Refused('scheme-refused', `${url.protocol} is not fetched; use http or https`)
    const host = bare(url.hostname).toLowerCase()
    if (allowed.has(`${url.hostname.toLowerCase()}:${portOf(url)}`) || allowed.has(`${host}:${portOf(url)}`))
      return open
    // a literal address is connected to without a look-up
    if (isIP(host) && !isPublicAddress(host))
      throw new Refused('address-refused', `${host} is a private or local address`)
    return guarded
  }

  const exchange = async (asked: FetchRequest, left: number, signal: AbortSignal): Promise<Fetched> => {
    const url = new URL(asked.url)
    const { username, password } = url
    url.username = ''
    url.password = ''
    const basic =
      username === ''
        ? {}
        : {
            authorization: `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
          }
    const answered = await request(url, {
      dispatcher: agentFor(url),
      method: asked.method ?? 'GET',
      headers: { 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'Endcap', ...basic, ...asked.headers },
      body: asked.body ?? null,
      signal,
    })
    const { statusCode: status, body } = answered
    const headers = flat(answered.headers)
    if ([301, 302, 303, 307, 308].includes(status) && headers.location !== undefined) {
      body.destroy()
      if (left === 0)
        throw new Refused('too-many-redirects', `more than ${asked.maxRedirects ?? defaultRedirects} redirects`)
      const to = new URL(headers.location, url)
      return exchange(redirected(asked, url, to, status), left - 1, signal)
    }
    const unpack = decoder(headers['content-encoding']?.toLowerCase())
    const limit = bounded(asked.maxBytes)
    // an error reaches the reader of the last stream
    const streams = unpack ? [body, unpack, limit] : [body, limit]
    pipeline(streams as [Readable, Transform], () => undefined)
    return { status, headers, body: limit, url: url.href }
  }

  const begin = (asked: FetchRequest) => {
    if (!URL.canParse(asked.url)) throw new Refused('scheme-refused', 'not a URL')
    return exchange(
      asked,
      asked.maxRedirects ?? defaultRedirects,
      AbortSignal.timeout(asked.timeoutMs ?? defaultTimeoutMs),
    )
  }

  return {
    async fetch(asked) {
      try {
        return await begin(asked)
      } catch (error) {
        return failureOf(error, asked.timeoutMs ?? defaultTimeoutMs)
      }
    },
    async fetchBytes(asked) {
      try {
        const { body, ...rest } = await begin(asked)
        const chunks: Buffer[] = []
        for await (const chunk of body) chunks.push(chunk as Buffer)
        return { ...rest, body: Buffer.concat(chunks) }
      } catch (error) {
        return failureOf(error, asked.timeoutMs ?? defaultTimeoutMs)
      }
    },
    close: async () => {
      await Promise.all([guarded.destroy(), open.destroy()])
    },
  }
}
