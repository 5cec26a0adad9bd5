import { unescape as decoded } from 'node:querystring'
import type { FetchRequest } from '../../ports/fetcher.ts'
import { Refused } from './refused.ts'

/** Headers that never contain credentials. Only these follow a redirect to another origin. */
const harmless = new Set([
  'accept',
  'accept-language',
  'content-type',
  'if-modified-since',
  'if-none-match',
  'range',
  'user-agent',
])

/** Whether the next request is a GET without a body, as in browsers: 303, and 301 or 302 for a POST. */
const turnsToGet = (status: number, method: FetchRequest['method']): boolean =>
  status === 303 ? method !== 'HEAD' : (status === 301 || status === 302) && method === 'POST'

/** Whether a body may be repeated: at the same origin, or when a server leads from http to https of its own name. */
const isSameServer = (from: URL, to: URL): boolean => {
  const isSecured = from.protocol === 'http:' && to.protocol === 'https:' && from.port === '' && to.port === ''
  return from.origin === to.origin || (isSecured && from.hostname === to.hostname)
}

/**
 * The request that follows a redirect with `status`; credentials are sent only to the origin they are for. Throws Refused if it would
 * repeat a body elsewhere: a body may be a login (ADR 0162).
 */
export const nextRequest = (asked: FetchRequest, from: URL, to: URL, status: number): FetchRequest => {
  const toGet = turnsToGet(status, asked.method)
  if (!toGet && asked.body?.length && !isSameServer(from, to))
    throw new Refused(
      'address-refused',
      `the server redirects to ${to.origin}, and the body of a request is sent only to the server of its own address; use the address there`,
    )
  const headers = Object.entries(asked.headers ?? {}).filter(([header]) => {
    const name = header.toLowerCase()
    return (from.origin === to.origin || harmless.has(name)) && !(toGet && name.startsWith('content-'))
  })
  const { body: _, ...rest } = asked
  return {
    ...(toGet ? { ...rest, method: 'GET' as const } : asked),
    url: to.href,
    headers: Object.fromEntries(headers),
  }
}

/**
 * Moves the user name and password of the URL into a header, as servers expect. An existing Authorization header takes
 * precedence.
 */
export const withoutUrlCredentials = (asked: FetchRequest): { readonly url: URL; readonly asked: FetchRequest } => {
  const url = new URL(asked.url)
  const { username, password } = url
  url.username = ''
  url.password = ''
  if (username === '' && password === '') return { url, asked }
  // unlike decodeURIComponent, this accepts a lone %
  const authorization = `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`
  const given = Object.keys(asked.headers ?? {}).some(name => name.toLowerCase() === 'authorization')
  return { url, asked: given ? asked : { ...asked, headers: { ...asked.headers, authorization } } }
}
