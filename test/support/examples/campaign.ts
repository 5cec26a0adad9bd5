import type { Creative } from '../../../src/domain/creatives/creative.ts'
import type { CreativeDeleted, CreativeSaved } from '../../../src/domain/creatives/events.ts'
import {
  type CampaignChanges,
  ownContentHash,
  type RetailCampaign,
} from '../../../src/domain/retail-campaigns/retail-campaign.ts'

export const at = '2026-05-01T10:00:00.000Z'

export const campaign = (over: Partial<RetailCampaign> = {}): RetailCampaign => ({
  accountId: 'acme',
  retailCampaignIdx: 12,
  retailCampaignName: 'Spring',
  templateCampaignIdx: 1,
  assetSourceType: 'uploadAsset',
  dataServiceId: 3,
  adUnits: [{ adUnitId: 1, adUnitName: 'Small', dimension: '80x40', htmlSha256: 'h1' }],
  ...over,
})
export const campaignCreated = (over: Partial<RetailCampaign> = {}) => ({
  type: 'RetailCampaignCreated' as const,
  data: { campaign: campaign(over), contentHash: ownContentHash(campaign(over)), at },
})
export const campaignUpdated = (changes: CampaignChanges, contentHash = 'changed') => ({
  type: 'RetailCampaignUpdated' as const,
  data: { changes, contentHash, at: '2026-05-01T11:00:00.000Z' },
})

export const creative = (creativeName: string, headline = creativeName, over: Partial<Creative> = {}): Creative => ({
  creativeName,
  columns: [{ columnName: 'headline', columnValue: headline, adUnitTransformations: [] }],
  ...over,
})
export const creativeSaved = (saved: Creative, over: Partial<CreativeSaved['data']> = {}): CreativeSaved => ({
  type: 'CreativeSaved',
  data: {
    creative: saved,
    added: true,
    creativesHash: 'set-1',
    lastTransformationIdx: 0,
    at: '2026-05-01T10:30:00.000Z',
    ...over,
  },
})

export const creativeDeleted = (creativeName: string, creativesHash = ''): CreativeDeleted => ({
  type: 'CreativeDeleted',
  data: { creativeName, creativesHash, at: '2026-05-01T10:40:00.000Z' },
})

export const externalIdTaken = { type: 'ExternalIdTaken' as const, data: { retailCampaignIdx: 12, at } }
