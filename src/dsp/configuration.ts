import { createHash } from 'node:crypto'
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

/** Ids that are made begin here, far above those that accounts have. */
const firstMade = 2 ** 52

/**
 * Our id of the advertiser (DSP-1): accounts are advertisers, so it is the account's id where that is a number. Otherwise it is made from the
 * id, always the same, between 2^52 and 2^53: 52 bits of its SHA-256.
 */
const svcAdvertiserId = (accountId: string): number => {
  const id = Number(accountId)
  if (/^[1-9]\d*$/.test(accountId) && id < firstMade) return id
  return firstMade + Number(createHash('sha256').update(accountId).digest().readBigUInt64BE() >> 12n)
}

const grantOf = ({ accountId, dspPartnerId }: DspConfiguration): string => dspGrantId(accountId, dspPartnerId)

const shownConfiguration = ({ accountId, ...shown }: DspConfiguration, authorised: boolean) => ({
  ...shown,
  authorised,
  svcAdvertiserId: svcAdvertiserId(accountId),
})

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
