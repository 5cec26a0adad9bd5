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

/** The aggregate of a stream; undefined if this release does not know it. The longest matching category wins. */
export const aggregateOf = (stream: string): AnyAggregate | undefined =>
  aggregates
    .filter(({ category }) => stream.startsWith(`${category}-`))
    .sort((a, b) => b.category.length - a.category.length)[0]
