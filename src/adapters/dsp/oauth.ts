import { createHash } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { retryAfterMs } from '../../codec/retry-after.ts'
import type { Clock } from '../../ports/clock.ts'
import { type Dsp, type DspFailure, type DspTokens, isDspFailure } from '../../ports/dsp.ts'
import type { Answer, Exchange } from './exchange.ts'
import { failure, failureOfGrant } from './failure.ts'
import { type Patience, retrying, type Waited } from './retrying.ts'
import type { DspSettings } from './settings.ts'

const scope = 'https://www.googleapis.com/auth/display-video'

/** https://developers.google.com/identity/protocols/oauth2/web-server */
const TokenAnswer = fields(
  { access_token: t.string, expires_in: t.number },
  { refresh_token: t.string, scope: t.string },
)
const TokenError = fields({ error: t.string })

const challengeOf = (codeVerifier: string): string => createHash('sha256').update(codeVerifier).digest('base64url')

type OAuth = Pick<Dsp, 'issuer' | 'authorizationUrl' | 'exchangeCode' | 'refreshTokens'>
type Options = { readonly exchange: Exchange; readonly patience: Patience; readonly clock: Pick<Clock, 'now'> }

/** Consent and tokens by OAuth 2.0 with PKCE S256 (DSP-5, DSP-7). Consent is asked for each time, as only then a refresh token is given. */
export const oauth = (settings: DspSettings, { exchange, patience, clock }: Options): OAuth => {
  const { authUrl, tokenUrl, clientId, clientSecret } = settings

  const tokensOf = ({ status, body }: Answer, known: string | undefined): DspTokens | DspFailure => {
    if (status !== 200) {
      const refused = TokenError.decode(body)
      return failureOfGrant(status, E.isRight(refused) ? refused.right.error : '')
    }
    const decoded = TokenAnswer.decode(body)
    if (E.isLeft(decoded)) return failure('unreadable', 'The answer of the DSP could not be read.')
    const {
      access_token: accessToken,
      expires_in: seconds,
      refresh_token: refreshToken = known,
      scope: granted,
    } = decoded.right
    if (granted !== undefined && !granted.split(' ').includes(scope))
      return failure(
        'consent-incomplete',
        'The consent does not cover Display & Video 360. Give it again, with that part.',
      )
    if (refreshToken === undefined)
      return failure('consent-incomplete', 'The DSP gave no token that lasts. Authorise Endcap at the DSP again.')
    const lasts = Math.min(Math.max(seconds, 0), 86_400)
    return { accessToken, refreshToken, expiresAt: new Date(clock.now().getTime() + lasts * 1000).toISOString() }
  }

  const { longestPauseMs } = patience
  /** Until when the token endpoint asks to wait. Its limits are those of a client, so it counts for all accounts. */
  let waitUntil = 0
  /** Milliseconds; a clock that was set back leaves none. */
  const leftToWait = (): number => {
    const leftMs = waitUntil - clock.now().getTime()
    return leftMs > longestPauseMs ? 0 : Math.max(0, leftMs)
  }

  const askOnce = async (
    body: string,
    known: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<DspTokens | Waited> => {
    const waitMs = leftToWait()
    if (waitMs > 0) return { ...failureOfGrant(429, ''), askedMs: waitMs }
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
    const answer = await exchange({ url: tokenUrl, method: 'POST', headers, body, signal })
    if (isDspFailure(answer)) return answer
    const tokens = tokensOf(answer, known)
    if (!isDspFailure(tokens)) return tokens
    const askedMs = Math.min(retryAfterMs(answer.headers['retry-after'], clock.now()), longestPauseMs)
    // an answer that names no time, or a shorter one, does not end a wait that another one has asked for
    waitUntil = clock.now().getTime() + Math.max(askedMs, leftToWait())
    return { ...tokens, askedMs }
  }

  const askForTokens = (
    grant: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
    known?: string,
  ): Promise<DspTokens | DspFailure> => {
    const body = String(new URLSearchParams({ ...grant, client_id: clientId, client_secret: clientSecret }))
    return retrying(patience, signal, () => askOnce(body, known, signal))
  }

  return {
    issuer: new URL(authUrl).origin,
    async authorizationUrl({ state, codeVerifier, redirectUri }) {
      const url = new URL(authUrl)
      const query = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope,
        state,
        code_challenge: challengeOf(codeVerifier),
        code_challenge_method: 'S256',
        access_type: 'offline',
        prompt: 'consent',
      }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      return url.href
    },
    exchangeCode: (code, { codeVerifier, redirectUri }, signal) =>
      askForTokens(
        { grant_type: 'authorization_code', code, code_verifier: codeVerifier, redirect_uri: redirectUri },
        signal,
      ),
    refreshTokens: (refreshToken, signal) =>
      askForTokens({ grant_type: 'refresh_token', refresh_token: refreshToken }, signal, refreshToken),
  }
}
