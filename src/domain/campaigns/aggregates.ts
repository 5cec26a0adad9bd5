import type { AnyAggregate } from '../shared/decider.ts'
import { classicCampaign } from './campaign.ts'
import { dataSignals } from './data-signal.ts'

export const campaignsAggregates: readonly AnyAggregate[] = [classicCampaign, dataSignals]
