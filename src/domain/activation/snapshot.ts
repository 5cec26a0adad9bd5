import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { Creative } from '../creatives/creative.ts'
import { AdUnit } from '../provisioning/aggregates.ts'
import { RetailCampaign } from '../retail-campaigns/retail-campaign.ts'

/** An ad unit as it went live: its tag, and the trackers in its tag and its served document. */
export const LiveUnit = fields(
  {
    adUnit: AdUnit,
    /** Names of the creatives that this unit can show. */
    creativeNames: t.array(t.string),
    tag: t.string,
    impressionTrackers: t.array(t.string),
    clickTrackers: t.array(t.string),
  },
  {
    /** Only of tracker types that have viewable trackers. */
    viewableTrackers: t.array(t.string),
    /** From the placement in the media plan, like the next two fields. */
    placementName: t.string,
    loadTrackers: t.array(t.string),
    scriptTrackers: t.array(t.string),
  },
)
export type LiveUnit = t.TypeOf<typeof LiveUnit>

const head = {
  campaign: RetailCampaign,
  macroStyle: t.string,
  adServerName: t.string,
  mediaChannelName: t.string,
} as const

/** A snapshot without its lists. */
export const SnapshotHead = fields(head)
export type SnapshotHead = t.TypeOf<typeof SnapshotHead>

/** The snapshot of a completed activation (ACTIVATION-10): tags, serving and download-tags use it until the next one completes. */
export const Snapshot = fields({
  ...head,
  /** Empty if the media channel generates no tags. */
  units: t.array(LiveUnit),
  creatives: t.array(Creative),
})
export type Snapshot = t.TypeOf<typeof Snapshot>

/** What tags need of a snapshot. */
export type SnapshotTags = Omit<Snapshot, 'creatives'>
