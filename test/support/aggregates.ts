import { activation } from '../../src/domain/activation/activation.ts'
import { approval } from '../../src/domain/approval/approval.ts'
import { asset } from '../../src/domain/assets/asset.ts'
import { creatives } from '../../src/domain/creatives/creatives.ts'
import type { Aggregate } from '../../src/domain/decider.ts'
import { exportOf } from '../../src/domain/exports/export.ts'
import { idempotency } from '../../src/domain/idempotency/idempotency.ts'
import { apiKey } from '../../src/domain/keys/key.ts'
import {
  account,
  adServer,
  organisation,
  retailSettings,
  templateCampaign,
} from '../../src/domain/provisioning/aggregates.ts'
import { externalId } from '../../src/domain/retail-campaigns/external-id.ts'
import { retailCampaign } from '../../src/domain/retail-campaigns/retail-campaign.ts'
import { sequence } from '../../src/ids.ts'

// biome-ignore lint/suspicious/noExplicitAny: a list of aggregates holds states of every kind
type AnyAggregate = Aggregate<any, any, any>

/** Every aggregate whose events stand in the log. */
export const aggregates: readonly AnyAggregate[] = [
  account,
  activation,
  adServer,
  apiKey,
  approval,
  asset,
  creatives,
  exportOf,
  externalId,
  idempotency,
  organisation,
  retailCampaign,
  retailSettings,
  sequence,
  templateCampaign,
]

/** The aggregate of a stream: the one whose category it starts with, the longest when several do. */
export const aggregateOf = (stream: string): AnyAggregate | undefined =>
  aggregates.filter(a => stream.startsWith(`${a.category}-`)).sort((a, b) => b.category.length - a.category.length)[0]
