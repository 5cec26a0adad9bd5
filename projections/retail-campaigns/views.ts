import type { AnyProjection } from '../../src/engine/read/projection.ts'
import { campaignFeeds } from './campaign-feeds.ts'
import { retailCampaigns } from './retail-campaigns.ts'

export const retailCampaignsViews: readonly AnyProjection[] = [retailCampaigns, campaignFeeds]
