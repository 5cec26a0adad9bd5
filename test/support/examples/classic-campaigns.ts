import { mustDecode } from '../../../src/codec/must-decode.ts'
import { Campaign, type CampaignEvent } from '../../../src/domain/campaigns/campaign.ts'
import { exampleCampaign, exampleSignal } from '../../../src/domain/campaigns/example.ts'

const at = '2026-05-01T10:00:00.000Z'

export const classicCampaignCreated: CampaignEvent = {
  type: 'ClassicCampaignCreated',
  data: { campaign: mustDecode(Campaign, { accountId: 'acme', campaignId: 5, ...exampleCampaign }), at },
}
export const classicCampaignDeleted: CampaignEvent = { type: 'ClassicCampaignDeleted', data: { at } }
export const dataSignalsConfigured = {
  type: 'DataSignalsConfigured' as const,
  data: { value: { dataSignals: [exampleSignal] }, at },
}
