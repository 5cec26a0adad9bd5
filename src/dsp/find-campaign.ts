import * as E from 'fp-ts/lib/Either.js'
import { type RetailCampaignView, retailCampaigns } from '../../projections/retail-campaigns/retail-campaigns.ts'
import type { DspConfiguration } from '../domain/dsp/configuration-events.ts'
import { dspConfigurations, noConfiguration } from '../domain/dsp/configurations.ts'
import { within } from '../domain/keys/permissions.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import type { Caller } from '../engine/operation.ts'
import { findDocuments } from '../engine/read/documents.ts'
import type * as TE from '../engine/task-either.ts'
import type { Work } from '../engine/write/execute.ts'
import type { Ports } from '../ports/ports.ts'

/** Also of a campaign of an account that is not on the key: nobody learns that it exists (DSP-8). */
const noCampaign = rejection('dsp-unreadable', 'There is no such campaign on the accounts of the key.')

/**
 * The campaign with a number, on one of the accounts of the caller's key (DSP-8). The paths of `svc/serverApis` name no account, and
 * numbers of campaigns are unique among all accounts.
 */
export const callersCampaign = (
  svcCampaignId: number,
  { accounts }: Pick<Caller, 'accounts'>,
  { readModels }: Pick<Ports, 'readModels'>,
): TE.TaskEither<Rejection, RetailCampaignView> => {
  const where = { field: ['retailCampaignIdx'], is: '=', value: svcCampaignId } as const
  return async () => {
    const found = await findDocuments(readModels, retailCampaigns, { where, limit: 1 })
    const own = found.find(({ accountId }) => within(accounts, [accountId]).length > 0)
    return own ? E.right(own) : E.left(noCampaign)
  }
}

/** A configuration of an account, from the log; a refusal if the account has none with this id (DSP-8). */
export const configurationFromLog =
  (work: Pick<Work, 'load'>, accountId: string, configId: number): TE.TaskEither<Rejection, DspConfiguration> =>
  async () => {
    const { state } = await work.load(dspConfigurations, accountId)
    const found = state.get(configId)
    return found ? E.right(found) : E.left(noConfiguration)
  }
