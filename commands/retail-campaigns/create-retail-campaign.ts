import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId, Name } from '../../src/codec/names.ts'
import { oneOf, text } from '../../src/codec/text.ts'
import { templateCampaign } from '../../src/domain/provisioning/aggregates.ts'
import { templateCampaignId } from '../../src/domain/provisioning/template-campaign-id.ts'
import { assetSourceTypes } from '../../src/domain/retail-campaigns/retail-campaign.ts'
import { campaignSettings, sentProducts } from '../../src/domain/retail-campaigns/settings.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { command } from '../../src/engine/operation.ts'
import * as TE from '../../src/engine/task-either.ts'
import { andThen } from '../../src/engine/write/change.ts'
import { mustHaveChannel } from '../../src/lookups/campaign-channel.ts'
import { mustNameWhatExists } from '../../src/lookups/campaign-settings.ts'
import { mustBeConfigured } from '../../src/lookups/configured.ts'
import { columnWarnings, warningsOfColumns } from '../../src/products/column-warnings.ts'
import { mustHaveProducts } from '../../src/products/product-source.ts'
import { campaignStart, replyStartedWith, startCampaign } from '../../src/retail-campaigns/start-campaign.ts'

const Body = fields(
  {
    retailCampaignName: about(Name, 'The name of the campaign.'),
    templateCampaignIdx: about(integer(1), 'The template campaign whose ad units are copied.'),
    assetSourceType: about(oneOf(...assetSourceTypes), 'Where the creatives come from; it never changes.'),
  },
  {
    ...campaignSettings,
    ...sentProducts,
    externalId: about(
      text({ min: 1, max: 255 }),
      'An id of your own, unique in the account for ever: a second campaign with it is 409, so an import can be repeated.',
    ),
  },
)

/** POST /v2/accounts/{accountId}/retail-campaigns: copies the template's current ad units (CAMPAIGN-8). */
export const createRetailCampaign = command({
  summary: 'Create a retail campaign from a template campaign',
  extension: true,
  problems: ['external-id-taken'],
  params: t.type({ accountId: AccountId }),
  body: Body,
  reply: fields({ retailCampaignIdx: integer(1), message: t.string, warnings: columnWarnings }),
  newIds: { retailCampaignIdx: 'retail-campaign', dataServiceId: 'asset-source' },
  example: { body: { retailCampaignName: 'Spring Garden', templateCampaignIdx: 1, assetSourceType: 'uploadAsset' } },
  run({ params: { accountId }, body, newIds }, work, ports) {
    const template = templateCampaignId(accountId, body.templateCampaignIdx)
    const campaign = pipe(
      mustBeConfigured(work, templateCampaign, template, unknownTemplate),
      TE.tap(() => mustHaveChannel(work, accountId, body.mediaChannelIdx)),
      TE.tap(() => mustHaveProducts(work, { accountId, ...body })),
      TE.map(({ adUnits }) => ({ accountId, ...newIds, adUnits, ...body })),
      TE.tap(created => mustNameWhatExists(work, ports, created, body)),
    )
    const own = { accountId, ...newIds, ...body }
    return pipe(
      campaignStart(work, own, startCampaign(work, own, campaign, ports.clock.now().toISOString())),
      andThen(started =>
        pipe(
          TE.fromTask(() => warningsOfColumns(work, { accountId, ...body }, body)),
          TE.flatMapEither(warnings => replyStartedWith(started, { warnings })),
        ),
      ),
    )
  },
})

const unknownTemplate = rejection('invalid-request', 'There is no such template campaign on this account.', {
  errors: [
    {
      pointer: '/templateCampaignIdx',
      code: 'unknown-template',
      detail: 'must name a template campaign of this account',
    },
  ],
})
