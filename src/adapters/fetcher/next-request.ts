import { unescape as decoded } from 'node:querystring'
import type { FetchRequest } from '../../ports/fetcher.ts'

/** Headers that hold no credentials, whatever a server calls its own: these alone follow a redirect to another origin. */
const harmless = new Set([
  'accept',
  'accept-language',
  'content-type',
  'if-modified-since',
  'if-none-match',
  'range',
  'user-agent',
])

/** Whether the next request is a GET without a body, as browsers have it: 303, and 301 or 302 of a POST. */
const turnsToGet = (status: number, method: FetchRequest['method']): boolean =>
  status === 303 ? method !== 'HEAD' : (status === 301 || status === 302) && method === 'POST'

/** The request that a redirect with `status` leads to; credentials stay with the origin that they are for. */
export const nextRequest = (asked: FetchRequest, from: URL, to: URL, status: number): FetchRequest => {
  const toGet = turnsToGet(status, asked.method)
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

/** The request with the name and password of its URL in a header, as servers expect them; a given Authorization wins. */
export const withoutUrlCredentials = (asked: FetchRequest): { readonly url: URL; readonly asked: FetchRequest } => {
  const url = new URL(asked.url)
  const { username, password } = url
  url.username = ''
  url.password = ''
  if (username === '' && password === '') return { url, asked }
  // unlike decodeURIComponent, this takes a lone % as it stands
  const authorization = `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`
  const given = Object.keys(asked.headers ?? {}).some(name => name.toLowerCase() === 'authorization')
  return { url, asked: given ? asked : { ...asked, headers: { ...asked.headers, authorization } } }
}
