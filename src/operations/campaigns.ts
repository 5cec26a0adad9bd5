import { createCampaign } from '../../commands/campaigns/create-campaign.ts'
import { decideCampaign } from '../../commands/campaigns/decide-campaign.ts'
import { deleteCampaign } from '../../commands/campaigns/delete-campaign.ts'
import { putDataSignals } from '../../commands/campaigns/put-data-signals.ts'
import { getCampaign } from '../../queries/campaigns/get-campaign.ts'
import { listCampaigns } from '../../queries/campaigns/list-campaigns.ts'
import { listDataSignals } from '../../queries/campaigns/list-data-signals.ts'
import { area, del, get, post, put } from './row.ts'

/** Classic campaigns with their decision graphs, and the data signals that these use. */
export const classicCampaigns = area('Classic campaigns', [
  post('/v2/accounts/:accountId/campaigns', 'Campaigns_Create', { createCampaign }),
  get('/v2/accounts/:accountId/campaigns', 'Campaigns_View', { listCampaigns }),
  get('/v2/accounts/:accountId/campaigns/:campaignId', 'Campaigns_View', { getCampaign }),
  del('/v2/accounts/:accountId/campaigns/:campaignId', 'Campaigns_Create', { deleteCampaign }),
  post('/v2/accounts/:accountId/campaigns/:campaignId/decide', 'Campaigns_View', { decideCampaign }),
  get('/v2/accounts/:accountId/data-signals', 'Campaigns_View', { listDataSignals }),
  put('/v2/accounts/:accountId/data-signals', 'Campaigns_Create', { putDataSignals }),
])
