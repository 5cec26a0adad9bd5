import { LRUCache } from 'lru-cache'
import { type DspAuthorisation, dspGrant, dspGrantId } from '../../domain/dsp/grant.ts'
import { type DspAccess, type DspFailure, isDspFailure } from '../../ports/dsp.ts'
import type { DspAccesses } from '../../ports/dsp-access.ts'
import { needsAuthorisation } from './needs-authorisation.ts'
import { type Authorised, accessContext, type RefreshPorts, refreshGrant } from './refresh-grant.ts'
import type { Granted } from './refresh-token.ts'

/** An access token of a consent. `until`: when another one is fetched, by the monotonic clock. */
type Held = { readonly stateHash: string; readonly accessToken: string; readonly until: number }

const mostHeld = 1_000
/** Milliseconds before its end at which a token is replaced; one that lasts less than two minutes is used for half of that time. */
const early = 60_000

/**
 * Keeps the access tokens of this node (DSP-7, ADR 0059). Each call looks at the grant in the log, so a new consent, or one that was
 * lost, counts on all nodes at once.
 */
export const openDspAccess = (ports: RefreshPorts): DspAccesses => {
  const { clock, newWork } = ports
  const tokens = new LRUCache<string, Held>({ max: mostHeld })
  const refreshing = new Map<string, Promise<string | DspFailure>>()

  const refreshed = async (granted: Granted, authorised: Authorised): Promise<string | DspFailure> => {
    const fresh = await refreshGrant(ports, granted, authorised)
    if (isDspFailure(fresh)) return fresh
    const { accessToken, expiresAt, stateHash } = fresh
    const lasts = Date.parse(expiresAt) - clock.now().getTime()
    const until = clock.monotonic() + lasts - Math.min(early, lasts / 2)
    tokens.set(dspGrantId(granted.accountId, granted.partnerId), { stateHash, accessToken, until })
    return accessToken
  }
  /** All callers that need a token for one consent share a refresh. */
  const refreshedOnce = (granted: Granted, authorised: Authorised): Promise<string | DspFailure> => {
    const id = `${dspGrantId(granted.accountId, granted.partnerId)} ${authorised.stateHash}`
    const begun = refreshing.get(id)
    if (begun) return begun
    const refresh = refreshed(granted, authorised).finally(() => refreshing.delete(id))
    refreshing.set(id, refresh)
    return refresh
  }
  const heldFor = (id: string, { stateHash }: Authorised, refused: string | undefined): string | undefined => {
    const held = tokens.get(id)
    const isGood = held?.stateHash === stateHash && held.accessToken !== refused && held.until > clock.monotonic()
    return isGood ? held.accessToken : undefined
  }
  const authorisationOf = async (id: string): Promise<DspAuthorisation> =>
    (await newWork(accessContext()).load(dspGrant, id)).state.authorisation

  return {
    of: (accountId, partnerId): DspAccess => {
      const granted = { accountId, partnerId }
      const id = dspGrantId(accountId, partnerId)
      return {
        accountId,
        async token(refused) {
          const authorisation = await authorisationOf(id)
          if (authorisation.status !== 'authorised') return needsAuthorisation(authorisation.status, partnerId)
          return heldFor(id, authorisation, refused) ?? refreshedOnce(granted, authorisation)
        },
      }
    },
  }
}
