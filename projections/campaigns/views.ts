import type { AnyProjection } from '../../src/engine/read/projection.ts'
import { classicCampaigns } from './classic-campaigns.ts'
import { dataSignalsView } from './data-signals.ts'

export const campaignsViews: readonly AnyProjection[] = [classicCampaigns, dataSignalsView]
