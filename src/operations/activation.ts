import { activateRetailCampaign } from '../../commands/activation/activate-retail-campaign.ts'
import { getActivationStatus } from '../../queries/activation/get-activation-status.ts'
import { area, get, post } from './row.ts'

const campaign = '/v2/accounts/:accountId/retail-campaigns/:retailCampaignIdx'

/** Activates a retail campaign, and reports the progress. */
export const activation = area('Activation', [
  post(`${campaign}/activate`, 'MediaPlan_Tags_Create', { activateRetailCampaign }),
  get('/v2/accounts/:accountId/retailcampaigns/:retailCampaignIdx/activationstatus', 'MediaPlan_Tags_Create', {
    getActivationStatus,
  }),
])
