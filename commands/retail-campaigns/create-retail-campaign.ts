import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId, Name } from '../../src/codec/names.ts'
import { oneOf, text } from '../../src/codec/text.ts'
import { templateCampaign } from '../../src/domain/provisioning/aggregates.ts'
import { templateCampaignId } from '../../src/domain/provisioning/template-campaign-id.ts'
import { assetSourceTypes, campaignSettings } from '../../src/domain/retail-campaigns/retail-campaign.ts'
import { command } from '../../src/engine/operation.ts'
import { refuse } from '../../src/engine/reply.ts'
import { mustHaveChannel } from '../../src/lookups/campaign-channel.ts'
import { startCampaign } from '../../src/retail-campaigns/start-campaign.ts'

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
    const template = (await work.load(templateCampaign, templateCampaignId(accountId, body.templateCampaignIdx))).state
      .value
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
    const { retailCampaignIdx, dataServiceId } = newIds
    const campaign = { accountId, retailCampaignIdx, dataServiceId, adUnits: template.adUnits, ...body }
    return startCampaign(work, campaign, at)
  },
})
