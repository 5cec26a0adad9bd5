import { hash, timingSafeEqual } from 'node:crypto'
import { parseApiKey } from '../../domain/keys/api-key.ts'
import { lastUsedKey } from '../../domain/keys/last-used.ts'
import type { Caller } from '../../engine/operation.ts'
import { recentlyUsed } from '../../engine/recently-used.ts'
import type { FindKey } from '../../lookups/find-key.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ReadModels } from '../../ports/read-models.ts'
import type { Secrets } from '../../ports/secrets.ts'
import type { EndcapContext, EndcapMiddleware } from '../context.ts'
import { type Refusal, refusal, refuse } from '../response/refuse.ts'
import type { AddressLimit } from './address-limit.ts'

export type AuthenticateDeps = {
  readonly findKey: FindKey
  readonly secrets: Pick<Secrets, 'isApiKey'>
  readonly volatile: Pick<ReadModels['volatile'], 'set'>
  readonly clock: Clock
  readonly adminApiKey: string | undefined
  /** Limits wrong keys by address; undefined: unlimited. */
  readonly limit: Pick<AddressLimit, 'unknownKey' | 'wrongKey'> | undefined
  onError(error: unknown): void
}

/** Milliseconds that a verified key stays cached; a revoked key stops working within 5 s (KEYS-5). */
const cachedMs = 2_000
/** Minimum milliseconds between two writes of `lastUsedAt`, which is kept for 400 days. */
const usedEvery = 60_000
const usedTtlSeconds = 400 * 86_400

type Verified = { readonly caller: Caller; readonly until: number }
/** A caller, and the milliseconds until its key expires. */
type Known = { readonly caller: Caller; readonly left: number }

const admin: Known = {
  caller: { id: 'admin', permissions: '*', accounts: '*', organisations: '*' },
  left: Number.POSITIVE_INFINITY,
}
const challenge = { 'WWW-Authenticate': 'ApiKey realm="endcap", header="svc_apikey"' }
const refused = (code: 'key-missing' | 'key-invalid' | 'key-in-query', detail: string): Refusal => ({
  ...refusal(code, detail),
  headers: challenge,
})
const missing = refused('key-missing', 'Send an API key in the svc_apikey header.')
/** The refusal of a key that is unknown, revoked or expired. */
export const invalidKey = refused('key-invalid', 'The API key is unknown, revoked or expired.')
const inQuery = refused(
  'key-in-query',
  'An API key in a URL is not accepted. Send it in the svc_apikey header, and revoke this one.',
)

const hasKeyInQuery = ({ querystring }: EndcapContext): boolean =>
  querystring !== '' && new URLSearchParams(querystring).keys().some(name => name.toLowerCase() === 'svc_apikey')

/** Checks the key of a request (KEYS-3): 401 if it is missing, unknown, revoked, expired or in the query. */
export const authenticate = (deps: AuthenticateDeps): EndcapMiddleware => {
  // by digest: key texts are not kept in memory, and the timing of the lookup reveals nothing. What is no longer current stays:
  // a key that worked before is verified again even when its address has sent too many wrong ones
  const verified = recentlyUsed<Verified>(10_000)
  const used = recentlyUsed<number>(10_000)
  const adminDigest = deps.adminApiKey === undefined ? undefined : hash('sha256', deps.adminApiKey, 'buffer')

  const noteUse = (keyId: string): void => {
    const now = deps.clock.now()
    if (now.getTime() - (used.get(keyId) ?? 0) < usedEvery) return
    used.set(keyId, now.getTime())
    deps.volatile.set(lastUsedKey(keyId), now.toISOString(), usedTtlSeconds).catch(deps.onError)
  }

  const callerOf = async (presented: string): Promise<Known | undefined> => {
    const keyId = parseApiKey(presented)?.keyId
    const stored = keyId === undefined ? undefined : await deps.findKey(keyId)
    if (keyId === undefined || stored === undefined) return undefined
    if (!deps.secrets.isApiKey(presented, stored.hash)) return undefined
    if (stored.revokedAt !== undefined) return undefined
    const { expiresAt } = stored.caller
    const left = expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - deps.clock.now().getTime()
    if (left <= 0) return undefined
    noteUse(keyId)
    return { caller: stored.caller, left }
  }

  const isAdmin = (digest: string): boolean =>
    adminDigest !== undefined && timingSafeEqual(adminDigest, Buffer.from(digest, 'base64'))

  const verify = async (presented: string, digest: string): Promise<Caller | undefined> => {
    const known = isAdmin(digest) ? admin : await callerOf(presented)
    if (known === undefined) {
      verified.delete(digest)
      return undefined
    }
    const { caller, left } = known
    verified.set(digest, { caller, until: deps.clock.monotonic() + Math.min(cachedMs, left) })
    return caller
  }

  const callerBehind = async (ctx: EndcapContext, presented: string, digest: string): Promise<Caller> => {
    if (!verified.has(digest) && !isAdmin(digest)) deps.limit?.unknownKey(ctx)
    const caller = await verify(presented, digest)
    if (caller !== undefined) return caller
    deps.limit?.wrongKey(ctx)
    return refuse(ctx, invalidKey)
  }

  return (ctx, next) => {
    if (hasKeyInQuery(ctx)) return refuse(ctx, inQuery)
    const presented = ctx.req.headers.svc_apikey
    if (typeof presented !== 'string' || presented === '') return refuse(ctx, missing)
    const digest = hash('sha256', presented, 'base64')
    const goOn = (caller: Caller) => {
      ctx.state.caller = caller
      return next()
    }
    const known = verified.get(digest)
    const isCurrent = known !== undefined && known.until > deps.clock.monotonic()
    return isCurrent ? goOn(known.caller) : callerBehind(ctx, presented, digest).then(goOn)
  }
}
