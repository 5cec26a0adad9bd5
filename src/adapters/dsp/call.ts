import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { LRUCache } from 'lru-cache'
import { fields } from '../../codec/fields.ts'
import { retryAfterMs } from '../../codec/retry-after.ts'
import type { Clock } from '../../ports/clock.ts'
import { type DspAccess, type DspFailure, isDspFailure } from '../../ports/dsp.ts'
import type { Answer, Exchange } from './exchange.ts'
import { failure, failureOfStatus } from './failure.ts'
import type { Quota } from './quota/shared-quota.ts'
import type { Waited } from './retrying.ts'

export type Call<A> = {
  /** Of the path. */
  readonly advertiserId?: number
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** Below `/v4`, with its query. */
  readonly path: string
  readonly body?: object
  readonly codec: t.Type<A, unknown, unknown>
  readonly signal?: AbortSignal | undefined
}

/** Sends one authorised request to the API, once, as soon as the quota allows it. */
export type Api = <A>(access: DspAccess, call: Call<A>) => Promise<A | Waited>

/** https://developers.google.com/display-video/api/guides/concepts/general/errors-warnings */
const ApiError = fields({ error: fields({}, { message: t.string, status: t.string }) })

const errorOf = ({ body }: Answer): { readonly rpc: string; readonly message: string } => {
  const decoded = ApiError.decode(body)
  if (E.isLeft(decoded)) return { rpc: '', message: '' }
  const { status = '', message = '' } = decoded.right.error
  return { rpc: status, message }
}

const read = <A>({ body }: Answer, codec: t.Type<A, unknown, unknown>): A | DspFailure => {
  const decoded = codec.decode(body)
  return E.isRight(decoded) ? decoded.right : failure('unreadable', 'The answer of the DSP could not be read.')
}

const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300

export type ApiOptions = {
  readonly url: string
  readonly exchange: Exchange
  readonly quota: Quota
  readonly clock: Pick<Clock, 'now'>
}

/** Advertisers that are known to be those of accounts, at most, and for how long, in milliseconds. */
const known = { max: 10_000, ttl: 3_600_000 }

/**
 * Requests to the API of the DSP. An advertiser has a quota of its own once the DSP has answered for it: a request that names somebody else's
 * takes nothing of theirs. A token that it does not accept is replaced once; nothing else is repeated here, and an error never
 * shows a token.
 */
export const openApi = ({ url, exchange, quota, clock }: ApiOptions): Api => {
  const root = `${url.replace(/\/$/, '')}/v4`

  const owned = new LRUCache<string, true>({ ...known, perf: { now: () => clock.now().getTime() } })

  const send = async <A>(accountId: string, token: string, call: Call<A>): Promise<Answer | DspFailure> => {
    const { method, path, body, advertiserId, signal } = call
    const owner = JSON.stringify([accountId, advertiserId])
    const isOwn = owned.has(owner)
    const counted = { accountId, isWrite: method !== 'GET', ...(isOwn ? { advertiserId } : {}) }
    try {
      await quota.take(counted, signal)
    } catch (error) {
      if (signal?.aborted) return failure('ended', 'The request was ended.')
      throw error
    }
    const answer = await exchange({
      url: `${root}${path}`,
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal,
    })
    if (isDspFailure(answer)) return answer
    if (answer.status === 429 && isOwn === (advertiserId !== undefined)) await quota.usedUp(counted)
    if (advertiserId !== undefined && isSuccess(answer)) owned.set(owner, true)
    return answer
  }

  return async (access, call) => {
    let token = await access.token()
    if (isDspFailure(token)) return token
    let answer = await send(access.accountId, token, call)
    if (!isDspFailure(answer) && answer.status === 401) {
      token = await access.token(token)
      if (isDspFailure(token)) return token
      answer = await send(access.accountId, token, call)
    }
    if (isDspFailure(answer)) return answer
    if (isSuccess(answer)) return read(answer, call.codec)
    const askedMs = retryAfterMs(answer.headers['retry-after'], clock.now())
    return { ...failureOfStatus(answer.status, errorOf(answer), [token]), askedMs }
  }
}
