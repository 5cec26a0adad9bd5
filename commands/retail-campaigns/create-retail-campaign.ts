import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { answer, refuse } from '../../src/answer.ts'
import { mustHaveChannel } from '../../src/campaign-channel.ts'
import { AccountId, fields, integer, Name, oneOf, text } from '../../src/codec.ts'
import type { Rejection } from '../../src/domain/decider.ts'
import { templateCampaign } from '../../src/domain/provisioning/aggregates.ts'
import { externalId } from '../../src/domain/retail-campaigns/external-id.ts'
import {
  assetSourceTypes,
  campaignSettings,
  type RetailCampaign,
  retailCampaign,
} from '../../src/domain/retail-campaigns/retail-campaign.ts'
import { sha256 } from '../../src/domain/shared/digest.ts'
import type { Work } from '../../src/execute.ts'
import { command } from '../../src/operation.ts'

const Body = fields(
  { retailCampaignName: Name, templateCampaignIdx: integer(1), assetSourceType: oneOf(...assetSourceTypes) },
  { ...campaignSettings, externalId: text({ min: 1, max: 255 }) },
)

/** POST /v2/accounts/{accountId}/retail-campaigns: copies the template's ad units as they are now (decision 20). */
export const createRetailCampaign = command({
  summary: 'Make a retail campaign from a template campaign',
  extension: true,
  problems: ['external-id-taken'],
  params: t.type({ accountId: AccountId }),
  body: Body,
  reply: fields({ retailCampaignIdx: integer(1), message: t.string }),
  newIds: { retailCampaignIdx: 'retail-campaign', dataServiceId: 'asset-source' },
  example: { body: { retailCampaignName: 'Spring Garden', templateCampaignIdx: 1, assetSourceType: 'uploadAsset' } },
  async run({ params: { accountId }, body, newIds }, work, { clock }) {
    const template = (await work.load(templateCampaign, `${accountId}:${body.templateCampaignIdx}`)).state.value
    if (template === undefined)
      return refuse('invalid-request', 'There is no such template campaign on this account.', {
        errors: [
          {
            pointer: '/templateCampaignIdx',
            code: 'unknown-template',
            detail: 'must name a template campaign of this account',
          },
        ],
      })
    const channel = await mustHaveChannel(work, accountId, body.mediaChannelIdx)
    if (E.isLeft(channel)) return channel
    const at = clock.now().toISOString()
    const { retailCampaignIdx = 0, dataServiceId = 0 } = newIds
    const campaign = { accountId, retailCampaignIdx, dataServiceId, adUnits: template.adUnits, ...body }
    return startCampaign(work, campaign, at)
  },
})

/** Appends a new campaign, under its external id if it has one; `message` says what it is called. */
export const startCampaign = async (work: Work, campaign: RetailCampaign, at: string) => {
  const reserved = await reserveExternalId(work, campaign, at)
  if (E.isLeft(reserved)) return reserved
  const own = { ...campaign, retailCampaignIdx: reserved.right }
  const done = await work.execute(retailCampaign, `${own.accountId}:${own.retailCampaignIdx}`, {
    kind: 'CreateRetailCampaign',
    campaign: own,
    at,
  })
  if (E.isLeft(done)) return done
  return answer(
    { retailCampaignIdx: own.retailCampaignIdx, message: `Retail campaign ${own.retailCampaignIdx} was made.` },
    done.right.revision,
  )
}

/** The id to use: an external id that was taken without a campaign (a crash in between) is used as it was taken. */
const reserveExternalId = async (
  work: Work,
  campaign: RetailCampaign,
  at: string,
): Promise<E.Either<Rejection, number>> => {
  const { accountId, retailCampaignIdx } = campaign
  if (campaign.externalId === undefined) return E.right(retailCampaignIdx)
  const taken = await work.execute(externalId, `${accountId}:${sha256(campaign.externalId)}`, { retailCampaignIdx, at })
  if (E.isLeft(taken)) return taken
  const owner = taken.right.state ?? retailCampaignIdx
  if (owner === retailCampaignIdx) return E.right(owner)
  const { state } = await work.load(retailCampaign, `${accountId}:${owner}`)
  if (state === undefined) return E.right(owner)
  return refuse('external-id-taken', `Retail campaign ${owner} of this account has this externalId.`, {
    extra: { retailCampaignIdx: owner },
  })
}
