import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { type CreativeView, creativeId, creatives } from '../../projections/creatives/creatives.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { openObject } from '../../src/codec/json.ts'
import { AccountId } from '../../src/codec/names.ts'
import { Column, CreativeName } from '../../src/domain/creatives/creative.ts'
import { query } from '../../src/engine/operation.ts'
import { refuse, reply } from '../../src/engine/reply.ts'
import { readCampaign } from '../../src/lookups/campaign-from-views.ts'

/** GET …/creative/{creativeName} (2.7, 4.4): the details; what has no value is left out (decision 31). */
export const getCreative = query({
  summary: 'Get the details of a creative',
  problems: ['wrong-asset-source-type'],
  noStore: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText, creativeName: CreativeName }),
  reply: fields({ dynamicAssets: t.array(Column) }, { clickthroughUrl: t.string, dspColumns: openObject() }),
  async run({ params: { accountId, retailCampaignIdx, creativeName } }, { readModels }) {
    const found = await readCampaign(readModels, accountId, retailCampaignIdx)
    if (E.isLeft(found)) return found
    const { assetSourceType } = found.right.record.campaign
    if (assetSourceType !== 'uploadAsset')
      return refuse(
        'wrong-asset-source-type',
        `This campaign's asset source is ${assetSourceType}; this operation is for uploadAsset.`,
      )
    const stored = await readModels.get(creatives, creativeId(accountId, retailCampaignIdx, creativeName))
    if (!stored) return refuse('not-found', 'There is no such creative in this campaign.')
    const { clickthroughUrl, dspColumns, columns } = (JSON.parse(stored.json) as CreativeView).creative
    return reply({
      ...(clickthroughUrl === undefined ? {} : { clickthroughUrl }),
      ...(dspColumns === undefined ? {} : { dspColumns }),
      dynamicAssets: columns,
    })
  },
})
