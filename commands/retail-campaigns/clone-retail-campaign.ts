import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId, Name } from '../../src/codec/names.ts'
import { text } from '../../src/codec/text.ts'
import { creatives } from '../../src/domain/creatives/creatives.ts'
import { campaignId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { command } from '../../src/engine/operation.ts'
import { contentFromLog } from '../../src/lookups/campaign-from-log.ts'
import { startCampaign } from '../../src/retail-campaigns/start-campaign.ts'

/** POST …/clone: a new campaign with the settings, ad units and creatives of this one, not its approval or activation. */
export const cloneRetailCampaign = command({
  summary: 'Make a copy of a retail campaign',
  extension: true,
  problems: ['external-id-taken'],
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  body: fields({}, { retailCampaignName: Name, externalId: text({ min: 1, max: 255 }) }),
  reply: fields({ retailCampaignIdx: integer(1), message: t.string }),
  newIds: { retailCampaignIdx: 'retail-campaign', dataServiceId: 'asset-source' },
  example: { body: { retailCampaignName: 'Spring Garden, second wave' } },
  async run({ params, body, newIds }, work, { clock }) {
    const content = await contentFromLog(work, params.accountId, params.retailCampaignIdx)
    if (E.isLeft(content)) return content
    const at = clock.now().toISOString()
    const { externalId: _, ...original } = content.right.campaign
    const { retailCampaignIdx, dataServiceId } = newIds
    const own = { retailCampaignName: `Copy of ${original.retailCampaignName}`.slice(0, 255), ...body }
    const campaign = { ...original, ...own, retailCampaignIdx, dataServiceId, clonedFrom: params.retailCampaignIdx }
    const made = await startCampaign(work, campaign, at)
    if (E.isLeft(made) || !('body' in made.right)) return made
    const copy = {
      kind: 'CopyCreatives' as const,
      retailCampaignIdx: made.right.body.retailCampaignIdx,
      dataServiceId,
      creatives: [...content.right.creatives.creatives.values()],
      missingAssets: content.right.creatives.missingAssets,
      at,
    }
    const copied = await work.execute(creatives, campaignId(params.accountId, made.right.body.retailCampaignIdx), copy)
    return E.isLeft(copied) ? copied : made
  },
})
