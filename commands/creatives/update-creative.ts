import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { listOf, openObject } from '../../src/codec/json.ts'
import { AccountId, WebUrl } from '../../src/codec/names.ts'
import { oneOf } from '../../src/codec/text.ts'
import { assetPathsIn } from '../../src/domain/assets/asset.ts'
import { CreativeName, DynamicAsset } from '../../src/domain/creatives/creative.ts'
import { creatives } from '../../src/domain/creatives/creatives.ts'
import { foreignIds } from '../../src/domain/creatives/foreign-ids.ts'
import { unknownTransformationTypes } from '../../src/domain/creatives/transformations.ts'
import { campaignId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { command } from '../../src/engine/operation.ts'
import { refuse, reply } from '../../src/engine/reply.ts'
import { campaignFromLog, missingInLog } from '../../src/lookups/campaign-from-log.ts'

const Body = fields(
  { creativeName: CreativeName },
  {
    clickthroughUrl: WebUrl,
    service: oneOf('ADD', 'UPDATE'),
    dynamicAssetsModified: t.boolean,
    dynamicAssets: listOf(DynamicAsset, 500),
    dspColumns: openObject(),
    dataServiceId: integer(0),
    applyAllVariants: listOf(CreativeName, 1000),
  },
)

/** POST …/creative (4.4, decision 31): saves one creative, and the variants that it is applied to, in one append. */
export const updateCreative = command({
  summary: 'Save or update a creative of a campaign with uploaded assets',
  problems: ['creative-exists', 'wrong-asset-source-type'],
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  body: Body,
  reply: fields({ message: t.string }),
  example: {
    body: {
      creativeName: 'terracotta-pot',
      dynamicAssets: [{ columnName: 'headline', columnValue: 'Grow something lovely' }],
    },
  },
  async run({ params: { accountId, retailCampaignIdx }, body }, work, { clock }) {
    const found = await campaignFromLog(work, accountId, retailCampaignIdx)
    if (E.isLeft(found)) return found
    const { assetSourceType, dataServiceId, adUnits } = found.right
    if (assetSourceType !== 'uploadAsset')
      return refuse(
        'wrong-asset-source-type',
        `This campaign's asset source is ${assetSourceType}; this operation is for uploadAsset.`,
      )
    const errors = foreignIds(body, dataServiceId, adUnits)
    if (errors.length > 0)
      return refuse('invalid-request', 'The creative names ids that are not of this campaign.', { errors })
    const values = (body.dynamicAssets ?? []).map(a => a.columnValue).join('\n')
    const missingAssets = await missingInLog(work, accountId, assetPathsIn(accountId, values))
    const at = clock.now().toISOString()
    const save = { kind: 'SaveCreative' as const, ...body, retailCampaignIdx, dataServiceId, missingAssets, at }
    const done = await work.execute(creatives, campaignId(accountId, retailCampaignIdx), save)
    if (E.isLeft(done)) return done
    return reply({
      message: message(
        body.creativeName,
        done.right.events.length,
        unknownTransformationTypes(body.dynamicAssets ?? []),
      ),
    })
  },
})

const message = (name: string, saved: number, unknown: readonly string[]): string => {
  const what =
    saved === 0
      ? `Creative ${name} was so already.`
      : saved === 1
        ? `Creative ${name} was saved.`
        : `Creative ${name} was saved; ${saved} creatives changed.`
  return unknown.length === 0
    ? what
    : `${what} Kept, but not rendered, are transformations of type ${unknown.join(', ')}.`
}
