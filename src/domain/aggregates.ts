import { activation } from './activation/activation.ts'
import { approval } from './approval/approval.ts'
import { asset } from './assets/asset.ts'
import { classicCampaign } from './campaigns/campaign.ts'
import { dataSignals } from './campaigns/data-signal.ts'
import { cloudCopy } from './cloud/copy.ts'
import { cloudService } from './cloud/service.ts'
import { creatives } from './creatives/creatives.ts'
import { exportOf } from './exports/export.ts'
import { idempotency } from './idempotency/idempotency.ts'
import { apiKey } from './keys/key.ts'
import { mediaChannel } from './media-channels/media-channel.ts'
import { mediaPlan } from './media-plans/media-plan.ts'
import { account, adServer, organisation, retailSettings, templateCampaign } from './provisioning/aggregates.ts'
import { externalId } from './retail-campaigns/external-id.ts'
import { retailCampaign } from './retail-campaigns/retail-campaign.ts'
import type { AnyAggregate } from './shared/decider.ts'

/** Every kind of stream that this release writes, besides the sequences that ids are taken from. */
export const aggregates: readonly AnyAggregate[] = [
  account,
  activation,
  adServer,
  apiKey,
  approval,
  asset,
  classicCampaign,
  cloudCopy,
  cloudService,
  creatives,
  dataSignals,
  exportOf,
  externalId,
  idempotency,
  mediaChannel,
  mediaPlan,
  organisation,
  retailCampaign,
  retailSettings,
  templateCampaign,
]

/** The aggregate that a stream is of; undefined: a kind that this release does not know. The longest category wins. */
export const aggregateOf = (stream: string): AnyAggregate | undefined =>
  aggregates
    .filter(({ category }) => stream.startsWith(`${category}-`))
    .sort((a, b) => b.category.length - a.category.length)[0]
