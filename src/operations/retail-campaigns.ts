import { cloneRetailCampaign } from '../../commands/retail-campaigns/clone-retail-campaign.ts'
import { createRetailCampaign } from '../../commands/retail-campaigns/create-retail-campaign.ts'
import { endRetailCampaign } from '../../commands/retail-campaigns/end-retail-campaign.ts'
import { updateRetailCampaign } from '../../commands/retail-campaigns/update-retail-campaign.ts'
import { getRetailCampaign } from '../../queries/retail-campaigns/get-retail-campaign.ts'
import { listRetailCampaigns } from '../../queries/retail-campaigns/list-retail-campaigns.ts'
import { area, get, post, put } from './row.ts'

const campaign = '/v2/accounts/:accountId/retail-campaigns/:retailCampaignIdx'

/** Retail campaigns: create, read, change, clone, end. */
export const retailCampaigns = area('Retail campaigns', [
  post('/v2/accounts/:accountId/retail-campaigns', 'Campaigns_Clone', { createRetailCampaign }),
  get('/v2/accounts/:accountId/retail-campaigns', 'Campaigns_View', { listRetailCampaigns }),
  get(campaign, 'Campaigns_View', { getRetailCampaign }),
  put(campaign, 'Campaigns_Create', { updateRetailCampaign }),
  post(`${campaign}/clone`, 'Campaigns_Clone', { cloneRetailCampaign }),
  post(`${campaign}/end`, 'Campaigns_Create', { endRetailCampaign }),
])
