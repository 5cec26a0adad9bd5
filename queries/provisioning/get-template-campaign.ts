import * as t from 'io-ts'
import { templateCampaigns } from '../../projections/provisioning/template-campaigns.ts'
import { named } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { listOf } from '../../src/codec/json.ts'
import { AccountId, Name } from '../../src/codec/names.ts'
import { Dimension } from '../../src/domain/provisioning/aggregates.ts'
import { templateCampaignId } from '../../src/domain/provisioning/template-campaign-id.ts'
import { query } from '../../src/engine/operation.ts'
import { readConfigured } from '../../src/lookups/configured.ts'

const AdUnit = fields(
  { adUnitId: integer(1), adUnitName: Name, dimension: Dimension, html: t.string },
  { durationMs: integer(0) },
)

/** GET /v2/accounts/{accountId}/template-campaigns/{templateCampaignIdx} (PROVISION-6). */
export const getTemplateCampaign = query({
  summary: 'Get a template campaign with its ad units',
  extension: true,
  params: t.type({ accountId: AccountId, templateCampaignIdx: IntegerText }),
  reply: named(
    'TemplateCampaign',
    fields({
      templateCampaignIdx: integer(1),
      templateCampaignName: Name,
      mediaChannelIdxs: listOf(integer(1)),
      adUnits: listOf(AdUnit),
    }),
  ),
  run: ({ params: { accountId, templateCampaignIdx } }, { readModels, blobs }) =>
    readConfigured(
      readModels,
      templateCampaigns,
      templateCampaignId(accountId, templateCampaignIdx),
      'There is no such template campaign.',
      async value => ({
        ...value,
        adUnits: await Promise.all(
          value.adUnits.map(async ({ htmlSha256, assets: _, ...unit }) => ({
            ...unit,
            html: (await blobs.read(htmlSha256)).toString(),
          })),
        ),
      }),
    )(),
})
