import type { FeedAddress, FeedCredentials } from '../../ports/feed-sources.ts'
import { type Fetched, type Fetcher, isFetchFailure } from '../../ports/fetcher.ts'
import { NotFetched, type Transfer } from './fault.ts'

const idleMs = 60_000

const withParams = (url: string, params: string): string => {
  const to = new URL(url)
  to.search = [to.search.slice(1), params].filter(part => part !== '').join('&')
  return to.href
}

/** Why a server that got no login refuses to answer. */
const refusedWithoutLogin = (status: 401 | 403): NotFetched =>
  new NotFetched(
    'refused',
    status === 401
      ? 'The server answered with status 401: it asks for a login, and none was sent.'
      : 'The server answered with status 403: it may keep out programs, such as by a protection against bots, or ask for a login; none was sent.',
  )

/** `loginOrigin`: where a login was to be sent; it does not follow a redirect to another origin. */
const statusFault = ({ status, url }: Fetched, loginOrigin: string | undefined): NotFetched => {
  if (status === 401 || status === 403) {
    const { origin } = new URL(url)
    if (loginOrigin === undefined) return refusedWithoutLogin(status)
    if (loginOrigin !== origin)
      return new NotFetched(
        'refused',
        `The address redirects to ${origin}, where no login is sent, and which answered with status ${status}. Use the address there.`,
      )
    return new NotFetched('login-refused', `The server refuses the username or the password (status ${status}).`)
  }
  if (status === 404 || status === 410)
    return new NotFetched('not-found', `The server has no such file (status ${status}).`)
  return new NotFetched('refused', `The server answered with status ${status}.`)
}

/** A feed over HTTP or HTTPS. Throws NotFetched. */
export const overHttp = async (
  fetcher: Fetcher,
  { url, httpMethod = 'GET', additionalParams = '' }: FeedAddress,
  { username, password }: FeedCredentials,
  mostBytes: number,
  signal?: AbortSignal,
): Promise<Transfer> => {
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
  if (isFetchFailure(answered)) throw new NotFetched(answered.code, `The feed cannot be fetched: ${answered.detail}.`)
  const { status, body, isDelimited } = answered
  if (status === 200) return { body, isWhole: isDelimited, warnings: [] }
  body.on('error', () => undefined).destroy()
  const { origin, username: inUrl } = new URL(url)
  throw statusFault(answered, login === undefined && inUrl === '' ? undefined : origin)
}
