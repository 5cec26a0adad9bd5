import type { Readable } from 'node:stream'
import type { FeedAddress, FeedCredentials } from '../../ports/feed-sources.ts'
import { type Fetcher, isFetchFailure } from '../../ports/fetcher.ts'
import { NotFetched } from './fault.ts'

const idleMs = 60_000

const withParams = (url: string, params: string): string => {
  const to = new URL(url)
  to.search = [to.search.slice(1), params].filter(part => part !== '').join('&')
  return to.href
}

const statusFault = (status: number): NotFetched => {
  if (status === 401 || status === 403)
    return new NotFetched('login-refused', `The server refuses the username or the password (status ${status}).`)
  if (status === 404 || status === 410)
    return new NotFetched('not-found', `The server has no such file (status ${status}).`)
  return new NotFetched('refused', `The server answered with status ${status}.`)
}

/** The bytes of a feed over HTTP or HTTPS. Throws NotFetched. */
export const overHttp = async (
  fetcher: Fetcher,
  { url, httpMethod = 'GET', additionalParams = '' }: FeedAddress,
  { username, password }: FeedCredentials,
  mostBytes: number,
  signal?: AbortSignal,
): Promise<Readable> => {
  const isPost = httpMethod === 'POST'
  const login = username === undefined && password === undefined ? undefined : `${username ?? ''}:${password ?? ''}`
  const answered = await fetcher.fetch({
    url: isPost ? url : withParams(url, additionalParams),
    method: httpMethod,
    headers: {
      ...(login === undefined ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
      ...(isPost ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(isPost ? { body: additionalParams } : {}),
    maxBytes: mostBytes,
    timeoutMs: Number.POSITIVE_INFINITY,
    idleMs,
    ...(signal ? { signal } : {}),
  })
  if (isFetchFailure(answered)) {
    const remedy =
      answered.code === 'address-refused' ? ' A file of the asset library is sent as fileId, its path.' : ''
    throw new NotFetched(answered.code, `The feed cannot be fetched: ${answered.detail}.${remedy}`)
  }
  if (answered.status === 200) return answered.body
  answered.body.on('error', () => undefined).destroy()
  throw statusFault(answered.status)
}
