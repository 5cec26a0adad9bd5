import { dspGrant, dspGrantId } from '../../domain/dsp/grant.ts'
import { keepingUsed } from '../../engine/write/used-secrets.ts'
import type { Secrets } from '../../ports/secrets.ts'

/** Whose consent a token is: an account and a partner of the DSP. */
export type Granted = { readonly accountId: string; readonly partnerId: number }

const contextOf = ({ accountId, partnerId }: Granted): string => `dsp:${dspGrantId(accountId, partnerId)}`

/** Stores a refresh token, sealed; returns the id that events contain (DSP-7). `uuid`: see `Secrets.store`. */
export const storeRefreshToken = (
  secrets: Pick<Secrets, 'store'>,
  granted: Granted,
  token: string,
  uuid: string,
): Promise<string> => secrets.store(token, contextOf(granted), uuid)

/** A stored refresh token; undefined if it was destroyed. */
export const loadRefreshToken = (
  secrets: Pick<Secrets, 'load'>,
  granted: Granted,
  secretId: string,
): Promise<string | undefined> => secrets.load(secretId, contextOf(granted))

/** Runs a change of a grant, then destroys the refresh tokens that are no longer used. */
export const keepingUsedToken = keepingUsed(dspGrant)
