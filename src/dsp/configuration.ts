import { dspConfigurations } from '../../projections/dsp/dsp-configurations.ts'
import { dspGrants } from '../../projections/dsp/dsp-grants.ts'
import type { DspConfiguration } from '../domain/dsp/configuration-events.ts'
import { dspGrantId } from '../domain/dsp/grant.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import { parsed, readDocuments } from '../engine/read/documents.ts'
import * as TE from '../engine/task-either.ts'
import type { Ports } from '../ports/ports.ts'
import type { ReadModels, Stored } from '../ports/read-models.ts'

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

const grantOf = ({ accountId, dspPartnerId }: DspConfiguration): string => dspGrantId(accountId, dspPartnerId)

const shownConfiguration = ({ accountId, ...shown }: DspConfiguration, authorised: boolean) => {
  const own = svcAdvertiserId(accountId)
  return { ...shown, authorised, ...(own === undefined ? {} : { svcAdvertiserId: own }) }
}

/** The configurations of a page as list items (DSP-1); `authorised`: whether they can export (DSP-20). */
export const shownConfigurations = async (
  readModels: Pick<ReadModels, 'getMany'>,
  documents: readonly Stored[],
): Promise<readonly Stored[]> => {
  const read = documents.map(stored => ({ stored, view: parsed(dspConfigurations, stored) }))
  const grants = await readDocuments(readModels, dspGrants, [...new Set(read.map(({ view }) => grantOf(view)))])
  return read.map(({ stored, view }) => {
    const authorised = grants.get(grantOf(view))?.authorised ?? false
    return { ...stored, json: JSON.stringify(shownConfiguration(view, authorised)) }
  })
}
