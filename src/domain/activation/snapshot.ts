import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { Creative } from '../creatives/creative.ts'
import { AdUnit } from '../provisioning/aggregates.ts'
import { RetailCampaign } from '../retail-campaigns/retail-campaign.ts'

/** An ad unit as it went live: its tag, and the trackers that its tag and its served document carry. */
export const LiveUnit = fields(
  {
    adUnit: AdUnit,
    /** Names of the creatives that can be shown in this unit. */
    creativeNames: t.array(t.string),
    tag: t.string,
    impressionTrackers: t.array(t.string),
    clickTrackers: t.array(t.string),
  },
  {
    /** Of the tracker types that have any. */
    viewableTrackers: t.array(t.string),
    /** Of the placement in the media plan, as are the next two. */
    placementName: t.string,
    loadTrackers: t.array(t.string),
    scriptTrackers: t.array(t.string),
  },
)
export type LiveUnit = t.TypeOf<typeof LiveUnit>

/** What a completed activation froze (decision 20): tags, serving and download-tags use it until the next one completes. */
export const Snapshot = fields({
  campaign: RetailCampaign,
  macroStyle: t.string,
  adServerName: t.string,
  mediaChannelName: t.string,
  /** Empty when the media channel makes no tags. */
  units: t.array(LiveUnit),
  creatives: t.array(Creative),
})
export type Snapshot = t.TypeOf<typeof Snapshot>
