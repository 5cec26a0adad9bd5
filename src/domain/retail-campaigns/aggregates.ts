import type { AnyAggregate } from '../shared/decider.ts'
import { externalId } from './external-id.ts'
import { retailCampaign } from './retail-campaign.ts'

export const retailCampaignsAggregates: readonly AnyAggregate[] = [externalId, retailCampaign]
