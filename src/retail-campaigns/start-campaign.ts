import { pipe } from 'fp-ts/lib/function.js'
import { campaignId } from '../domain/retail-campaigns/campaign-id.ts'
import { externalId, idOfExternalId } from '../domain/retail-campaigns/external-id.ts'
import { type RetailCampaign, retailCampaign } from '../domain/retail-campaigns/retail-campaign.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import { reply } from '../engine/reply.ts'
import * as TE from '../engine/task-either.ts'
import type { Work } from '../engine/write/execute.ts'
import { executed, loaded } from '../engine/write/steps.ts'

/** A created campaign: its number and revision. */
export type StartedCampaign = { readonly retailCampaignIdx: number; readonly revision: number }

/** Appends a new campaign, and reserves its external id if it has one. */
export const startCampaign = (
  work: Work,
  campaign: RetailCampaign,
  at: string,
): TE.TaskEither<Rejection, StartedCampaign> =>
  pipe(
    reservedIdx(work, campaign, at),
    TE.bindTo('retailCampaignIdx'),
    TE.bind('created', ({ retailCampaignIdx }) =>
      executed(work, retailCampaign, campaignId(campaign.accountId, retailCampaignIdx), {
        kind: 'CreateRetailCampaign',
        campaign: { ...campaign, retailCampaignIdx },
        at,
      }),
    ),
    TE.map(({ retailCampaignIdx, created }) => ({ retailCampaignIdx, revision: created.revision })),
  )

/** The reply of operations that create a campaign. */
export const replyStarted = ({ retailCampaignIdx, revision }: StartedCampaign) =>
  reply({ retailCampaignIdx, message: `Retail campaign ${retailCampaignIdx} was created.` }, revision)

/** The number to use: the new one, unless a crash left the external id reserved without a campaign. */
const reservedIdx = (
  work: Work,
  { accountId, retailCampaignIdx, externalId: sent }: RetailCampaign,
  at: string,
): TE.TaskEither<Rejection, number> =>
  sent === undefined
    ? TE.right(retailCampaignIdx)
    : pipe(
        executed(work, externalId, idOfExternalId(accountId, sent), { retailCampaignIdx, at }),
        TE.map(({ state }) => state ?? retailCampaignIdx),
        TE.tap(owner => (owner === retailCampaignIdx ? TE.right(owner) : mustBeUnused(work, accountId, owner))),
      )

const mustBeUnused = (work: Work, accountId: string, idx: number): TE.TaskEither<Rejection, unknown> =>
  pipe(
    loaded(work, retailCampaign, campaignId(accountId, idx)),
    TE.filterOrElse(
      ({ state }) => state === undefined,
      () => taken(idx),
    ),
  )

const taken = (retailCampaignIdx: number): Rejection =>
  rejection('external-id-taken', `Retail campaign ${retailCampaignIdx} of this account has this externalId.`, {
    extra: { retailCampaignIdx },
  })
