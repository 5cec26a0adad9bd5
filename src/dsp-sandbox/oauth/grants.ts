import { createHash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** What a person consented to. */
type Consent = {
  readonly redirectUri: string
  readonly challenge: string | undefined
  /** Whether a refresh token is asked for. */
  readonly isOffline: boolean
}
export type Granted = {
  readonly accessToken: string
  readonly refreshToken: string | undefined
  readonly seconds: number
}

const codeMs = 10 * 60_000
/** The oldest ones are forgotten. */
const most = { max: 1_000 }

const drawn = (kind: string): string => `${kind}-${randomBytes(32).toString('base64url')}`
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** Codes, access tokens and refresh tokens. A code is good once, for ten minutes; an access token for `tokenSeconds`. */
export const openGrants = ({ now, tokenSeconds }: { readonly now: () => number; readonly tokenSeconds: number }) => {
  const codes = new LRUCache<string, Consent & { readonly at: number }>(most)
  const access = new LRUCache<string, number>(most)
  const refresh = new LRUCache<string, true>(most)

  const accessToken = (): string => {
    const token = drawn('access')
    access.set(token, now() + tokenSeconds * 1000)
    return token
  }
  return {
    code({ redirectUri, challenge, isOffline }: Consent): string {
      const code = drawn('code')
      codes.set(code, { redirectUri, challenge, isOffline, at: now() })
      return code
    },
    /** Undefined: the code is unknown, used, too old, or somebody else's. */
    exchange(code: string, redirectUri: string, verifier: string): Granted | undefined {
      const consent = codes.get(code)
      codes.delete(code)
      if (consent === undefined || consent.redirectUri !== redirectUri || now() > consent.at + codeMs) return undefined
      if (consent.challenge !== undefined && consent.challenge !== challengeOf(verifier)) return undefined
      const refreshToken = consent.isOffline ? drawn('refresh') : undefined
      if (refreshToken !== undefined) refresh.set(refreshToken, true)
      return { accessToken: accessToken(), refreshToken, seconds: tokenSeconds }
    },
    refresh(refreshToken: string): Granted | undefined {
      if (!refresh.has(refreshToken)) return undefined
      return { accessToken: accessToken(), refreshToken: undefined, seconds: tokenSeconds }
    },
    isValid: (token: string): boolean => (access.get(token) ?? 0) > now(),
    /** Ends all access tokens; refresh tokens give new ones. */
    expireTokens: (): void => access.clear(),
    /** What happens when a person withdraws the consent. */
    revoke(): void {
      codes.clear()
      access.clear()
      refresh.clear()
    },
  }
}
