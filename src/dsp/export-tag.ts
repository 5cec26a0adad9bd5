import type { LiveUnit, SnapshotTags } from '../domain/activation/snapshot.ts'
import { displayNames } from '../domain/dsp/display-names.ts'
import type { HashedTag } from '../domain/dsp/export-plan.ts'
import { campaignId, campaignOfId } from '../domain/retail-campaigns/campaign-id.ts'
import { digestOf } from '../domain/shared/digest.ts'
import { webUrl } from '../domain/tags/click-chain.ts'
import { serveUrl } from '../domain/tags/serve-url.ts'
import { adTag } from '../domain/tags/tag.ts'
import { type DspContent, type DspTag, longestDspName } from '../ports/dsp.ts'
import { sizeOf } from '../rendering/draw.ts'

/** A tag of a snapshot as it is exported (DSP-22). `tagHash`: over all that the DSP gets. */
export type ExportTag = DspTag & HashedTag & { readonly adUnitId: number; readonly adUnitName: string }

/** The id of an ad unit's tag, which the DSP keeps in the integration code: `acme:12:3` (DSP-14). */
export const dspTagId = (accountId: string, retailCampaignIdx: number, adUnitId: number): string =>
  `${campaignId(accountId, retailCampaignIdx)}:${adUnitId}`

/** The ad unit of a tag: `acme:12:3` is of ad unit 3; 0 for what is no id of a tag. */
export const adUnitIdOf = (tagId: string): number => {
  const [, , adUnitId = ''] = tagId.split(':')
  return /^\d{1,16}$/.test(adUnitId) ? Number(adUnitId) : 0
}

/** The campaign of a tag, and its ad unit; undefined for what is no id of a tag of the account. */
export const partsOfTag = (
  accountId: string,
  tagId: string,
): { readonly retailCampaignIdx: number; readonly adUnitId: number } | undefined => {
  if (!tagId.startsWith(`${accountId}:`) || !/^[1-9]\d{0,14}:[1-9]\d{0,15}$/.test(tagId.slice(accountId.length + 1)))
    return undefined
  return { retailCampaignIdx: campaignOfId(tagId).retailCampaignIdx, adUnitId: adUnitIdOf(tagId) }
}

/** The hash of what the DSP gets of a tag, or has of it. */
export const tagHashOf = (tag: DspContent): string => digestOf(tag)

/** The text that download-tags gives for an ad server with the macros of a DSP. */
const htmlOf = ({ campaign, macroStyle }: SnapshotTags, unit: LiveUnit, publicUrl: string): string => {
  if (macroStyle === 'dsp') return unit.tag
  const { accountId, retailCampaignIdx } = campaign
  const { adUnitId, dimension } = unit.adUnit
  const place = { publicUrl, accountId, retailCampaignIdx, adUnitId }
  return adTag({ ...place, ...sizeOf(dimension), macroStyle: 'dsp', impressionTrackers: unit.impressionTrackers })
}

const exportTag = (snapshot: SnapshotTags, unit: LiveUnit, name: string, publicUrl: string): ExportTag => {
  const { accountId, retailCampaignIdx, clickthroughUrl } = snapshot.campaign
  const { adUnitId, adUnitName, dimension } = unit.adUnit
  const sent = {
    name,
    ...sizeOf(dimension),
    content: { kind: 'html', html: htmlOf(snapshot, unit, publicUrl) },
    clickUrl: webUrl(clickthroughUrl) ?? `${serveUrl({ publicUrl, accountId, retailCampaignIdx, adUnitId })}/click`,
  } as const
  const tagId = dspTagId(accountId, retailCampaignIdx, adUnitId)
  return { ...sent, tagId, tagHash: tagHashOf(sent), adUnitId, adUnitName }
}

/** The tags of a snapshot, one for each ad unit, in their order (DSP-22). */
export const exportTags = (snapshot: SnapshotTags, publicUrl: string): readonly ExportTag[] => {
  const adUnits = snapshot.units.map(({ adUnit }) => adUnit)
  const names = displayNames(snapshot.campaign.retailCampaignName, adUnits, longestDspName)
  return snapshot.units.map(unit => exportTag(snapshot, unit, names.get(unit.adUnit.adUnitId) ?? '', publicUrl))
}
