import { putAccount } from '../../commands/provisioning/put-account.ts'
import { putAdServer } from '../../commands/provisioning/put-ad-server.ts'
import { putOrganisation } from '../../commands/provisioning/put-organisation.ts'
import { putRetailSettings } from '../../commands/provisioning/put-retail-settings.ts'
import { putTemplateCampaign } from '../../commands/provisioning/put-template-campaign.ts'
import { getAccount } from '../../queries/provisioning/get-account.ts'
import { getOrganisation } from '../../queries/provisioning/get-organisation.ts'
import { getRetailSettings } from '../../queries/provisioning/get-retail-settings.ts'
import { getTemplateCampaign } from '../../queries/provisioning/get-template-campaign.ts'
import { area, get, put } from './row.ts'

/** Organisations, accounts, ad servers, retail settings and template campaigns. */
export const provisioning = area('Provisioning', [
  put('/v2/org/:orgId', 'Account_Admin', { putOrganisation }),
  get('/v2/org/:orgId', 'Account_Admin', { getOrganisation }),
  put('/v2/org/:orgId/ad-servers/:adServerId', 'Account_Admin', { putAdServer }),
  put('/v2/accounts/:accountId', 'Account_Admin', { putAccount }),
  get('/v2/accounts/:accountId', 'Account_Admin', { getAccount }),
  put('/v2/accounts/:accountId/retail-settings', 'Account_Admin', { putRetailSettings }),
  get('/v2/accounts/:accountId/retail-settings', 'Account_Admin', { getRetailSettings }),
  put('/v2/accounts/:accountId/template-campaigns/:templateCampaignIdx', 'Account_Admin', { putTemplateCampaign }),
  get('/v2/accounts/:accountId/template-campaigns/:templateCampaignIdx', 'Account_Admin', { getTemplateCampaign }),
])
