import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { assetSource } from '../../src/domain/asset-sources/asset-source.ts'
import { AssetSource, evolveAssetSource } from '../../src/domain/asset-sources/asset-source-state.ts'
import { type RetailCampaign, retailCampaign } from '../../src/domain/retail-campaigns/retail-campaign.ts'
import { on, projectionOn } from '../../src/engine/read/projection-of.ts'

/** The uploaded source of a retail campaign: its rows are the campaign's creatives. */
const Uploaded = fields({ retailCampaignIdx: t.number }, { rotationWeightColumn: t.string })
const listed = { accountId: t.string, assetSourceId: t.number, assetSourceName: t.string }

/** An asset source of any type (SOURCE-1). */
export const AssetSourceView = t.union([
  fields({ ...listed, assetSourceType: t.literal('uploaded'), uploaded: Uploaded }),
  /** `revision`: of the source's own stream; an uploaded one follows from the streams of its campaign. */
  fields({ ...listed, assetSourceType: t.string, source: AssetSource, revision: t.number }),
])
export type AssetSourceView = t.TypeOf<typeof AssetSourceView>

type Settings = Pick<RetailCampaign, 'retailCampaignName'> & { readonly rotationWeightColumn?: string | null }

const uploaded = (
  accountId: string,
  id: number,
  retailCampaignIdx: number,
  { retailCampaignName, rotationWeightColumn }: Settings,
): AssetSourceView => ({
  accountId,
  assetSourceId: id,
  assetSourceName: retailCampaignName,
  assetSourceType: 'uploaded',
  uploaded: { retailCampaignIdx, ...(rotationWeightColumn ? { rotationWeightColumn } : {}) },
})

/** Settings of a campaign that its source shows, after an update. */
const withSettings = (view: AssetSourceView, changes: Partial<Settings>): AssetSourceView => {
  if (!('uploaded' in view)) return view
  const { accountId, assetSourceId: id, assetSourceName: retailCampaignName, uploaded: own } = view
  const { retailCampaignIdx, ...settings } = own
  return uploaded(accountId, id, retailCampaignIdx, { retailCampaignName, ...settings, ...changes })
}

/** Ids of campaigns and of sources are both numbers, so those of campaigns have a prefix here. */
const uploadedId = (campaign: string): string => `campaign:${campaign}`

export const assetSources = projectionOn<AssetSourceView>(
  {
    name: 'asset-sources',
    version: 1,
    codec: AssetSourceView,
    indexes: [],
    lists: [{ scope: ['accountId'], sort: ['assetSourceId'], filters: [['assetSourceName'], ['assetSourceType']] }],
  },
  [
    on(assetSource, {
      evolve(view, event) {
        const source = evolveAssetSource(view && 'source' in view ? view.source : undefined, event)
        if (source === undefined) return undefined
        const { accountId, assetSourceId, assetSourceName, assetSourceType } = source
        return { accountId, assetSourceId, assetSourceName, assetSourceType, source, revision: event.revision }
      },
    }),
    on(retailCampaign, {
      idOf: (_, stream) => uploadedId(stream),
      evolve(view, event) {
        if (event.type === 'RetailCampaignUpdated') return view && withSettings(view, event.data.changes)
        const { accountId, dataServiceId, retailCampaignIdx, assetSourceType } = event.data.campaign
        return assetSourceType === 'productFeed'
          ? undefined
          : uploaded(accountId, dataServiceId, retailCampaignIdx, event.data.campaign)
      },
    }),
  ],
)
