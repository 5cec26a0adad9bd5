import type { DspConfiguration } from '../domain/dsp/configuration-events.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import * as TE from '../engine/task-either.ts'
import type { Ports } from '../ports/ports.ts'

const names = 'DSP_URL, DSP_AUTH_URL, DSP_TOKEN_URL, DSP_CLIENT_ID, DSP_CLIENT_SECRET and DSP_REDIRECT_URL'

/** Refuses while the environment names no DSP (DSP-4). */
export const mustHaveDsp = ({ dsp }: Pick<Ports, 'dsp'>): TE.TaskEither<Rejection, unknown> =>
  dsp.issuer === undefined
    ? TE.left(rejection('dsp-not-configured', `No DSP is configured. An operator has to set ${names}.`))
    : TE.right(undefined)

/** Our id of the advertiser: accounts are advertisers, so it is the account's id when that is a number (DSP-1). */
const svcAdvertiserId = (accountId: string): number | undefined => {
  const id = Number(accountId)
  return /^[1-9]\d*$/.test(accountId) && Number.isSafeInteger(id) ? id : undefined
}

/** A configuration as replies show it (DSP-1). */
export const shownConfiguration = ({ accountId, ...shown }: DspConfiguration) => {
  const own = svcAdvertiserId(accountId)
  return own === undefined ? shown : { ...shown, svcAdvertiserId: own }
}
