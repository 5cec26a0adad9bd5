import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { type CreativeView, creativeId, creatives } from '../../projections/creatives.ts'
import { answer, refuse } from '../../src/answer.ts'
import { readCampaign } from '../../src/campaign-view.ts'
import { AccountId, fields, IntegerText, openObject } from '../../src/codec.ts'
import { Column, CreativeName } from '../../src/domain/creatives/creative.ts'
import { query } from '../../src/operation.ts'

/** GET …/creative/{creativeName} (2.7, 4.4): the details; what has no value is left out (decision 31). */
export const getCreative = query({
  summary: 'Get the details of a creative',
  problems: ['wrong-asset-source-type'],
  noStore: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText, creativeName: CreativeName }),
  reply: fields({ dynamicAssets: t.array(Column) }, { clickthroughUrl: t.string, dspColumns: openObject() }),
  async answer({ params: { accountId, retailCampaignIdx, creativeName } }, { readModels }) {
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
    return answer({
      ...(clickthroughUrl === undefined ? {} : { clickthroughUrl }),
      ...(dspColumns === undefined ? {} : { dspColumns }),
      dynamicAssets: columns,
    })
  },
})
