import { activationAggregates } from './activation/aggregates.ts'
import { approvalAggregates } from './approval/aggregates.ts'
import { assetSourcesAggregates } from './asset-sources/aggregates.ts'
import { assetsAggregates } from './assets/aggregates.ts'
import { campaignsAggregates } from './campaigns/aggregates.ts'
import { cloudAggregates } from './cloud/aggregates.ts'
import { creativesAggregates } from './creatives/aggregates.ts'
import { dspAggregates } from './dsp/aggregates.ts'
import { erasuresAggregates } from './erasures/aggregates.ts'
import { exportsAggregates } from './exports/aggregates.ts'
import { idempotencyAggregates } from './idempotency/aggregates.ts'
import { keysAggregates } from './keys/aggregates.ts'
import { mediaChannelsAggregates } from './media-channels/aggregates.ts'
import { mediaPlansAggregates } from './media-plans/aggregates.ts'
import { provisioningAggregates } from './provisioning/aggregates.ts'
import { retailCampaignsAggregates } from './retail-campaigns/aggregates.ts'
import type { AnyAggregate } from './shared/decider.ts'
import { templatesAggregates } from './templates/aggregates.ts'
import { webhooksAggregates } from './webhooks/aggregates.ts'

/** Every kind of stream that this release writes, except the sequences that number ids. */
export const aggregates: readonly AnyAggregate[] = [
  ...activationAggregates,
  ...approvalAggregates,
  ...assetSourcesAggregates,
  ...assetsAggregates,
  ...campaignsAggregates,
  ...cloudAggregates,
  ...creativesAggregates,
  ...dspAggregates,
  ...erasuresAggregates,
  ...exportsAggregates,
  ...idempotencyAggregates,
  ...keysAggregates,
  ...mediaChannelsAggregates,
  ...mediaPlansAggregates,
  ...provisioningAggregates,
  ...retailCampaignsAggregates,
  ...templatesAggregates,
  ...webhooksAggregates,
]

const byCategory = new Map(aggregates.map(aggregate => [aggregate.category, aggregate]))
const longest = Math.max(...[...byCategory.keys()].map(({ length }) => length))

/** The aggregate of a stream; undefined if this release does not know it. The longest matching category wins. */
export const aggregateOf = (stream: string): AnyAggregate | undefined => {
  let found: AnyAggregate | undefined
  for (let dash = stream.indexOf('-'); dash > 0 && dash <= longest; dash = stream.indexOf('-', dash + 1))
    found = byCategory.get(stream.slice(0, dash)) ?? found
  return found
}
