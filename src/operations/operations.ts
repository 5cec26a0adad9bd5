import { activateRetailCampaign } from '../../commands/activation/activate-retail-campaign.ts'
import { recordApprovalDecision } from '../../commands/approval/record-approval-decision.ts'
import { submitApprovalRequest } from '../../commands/approval/submit-approval-request.ts'
import { uploadAsset } from '../../commands/assets/upload-asset.ts'
import { createCampaign } from '../../commands/campaigns/create-campaign.ts'
import { decideCampaign } from '../../commands/campaigns/decide-campaign.ts'
import { deleteCampaign } from '../../commands/campaigns/delete-campaign.ts'
import { putDataSignals } from '../../commands/campaigns/put-data-signals.ts'
import { changeCloudService } from '../../commands/cloud/change-cloud-service.ts'
import { copyCloudFiles } from '../../commands/cloud/copy-cloud-files.ts'
import { createCloudService } from '../../commands/cloud/create-cloud-service.ts'
import { deleteCloudService } from '../../commands/cloud/delete-cloud-service.ts'
import { updateCloudService } from '../../commands/cloud/update-cloud-service.ts'
import { updateCreative } from '../../commands/creatives/update-creative.ts'
import { exportAssets } from '../../commands/exports/export-assets.ts'
import { issueApiKey } from '../../commands/keys/issue-api-key.ts'
import { revokeApiKey } from '../../commands/keys/revoke-api-key.ts'
import { createMediaChannel } from '../../commands/media-channels/create-media-channel.ts'
import { deleteMediaChannel } from '../../commands/media-channels/delete-media-channel.ts'
import { updateMediaChannel } from '../../commands/media-channels/update-media-channel.ts'
import { putMediaPlan } from '../../commands/media-plans/put-media-plan.ts'
import { updateTrackers } from '../../commands/media-plans/update-trackers.ts'
import { putAccount } from '../../commands/provisioning/put-account.ts'
import { putAdServer } from '../../commands/provisioning/put-ad-server.ts'
import { putOrganisation } from '../../commands/provisioning/put-organisation.ts'
import { putRetailSettings } from '../../commands/provisioning/put-retail-settings.ts'
import { putTemplateCampaign } from '../../commands/provisioning/put-template-campaign.ts'
import { cloneRetailCampaign } from '../../commands/retail-campaigns/clone-retail-campaign.ts'
import { createRetailCampaign } from '../../commands/retail-campaigns/create-retail-campaign.ts'
import { endRetailCampaign } from '../../commands/retail-campaigns/end-retail-campaign.ts'
import { updateRetailCampaign } from '../../commands/retail-campaigns/update-retail-campaign.ts'
import { getActivationStatus } from '../../queries/activation/get-activation-status.ts'
import { getApprovalPage } from '../../queries/approval/get-approval-page.ts'
import { getApprovalStatus } from '../../queries/approval/get-approval-status.ts'
import { getAsset } from '../../queries/assets/get-asset.ts'
import { listAssets } from '../../queries/assets/list-assets.ts'
import { getRetailCampaignHistory } from '../../queries/audit/get-retail-campaign-history.ts'
import { listEvents } from '../../queries/audit/list-events.ts'
import { getCampaign } from '../../queries/campaigns/get-campaign.ts'
import { listCampaigns } from '../../queries/campaigns/list-campaigns.ts'
import { listDataSignals } from '../../queries/campaigns/list-data-signals.ts'
import { listCloudFiles } from '../../queries/cloud/list-cloud-files.ts'
import { listCloudServices } from '../../queries/cloud/list-cloud-services.ts'
import { listFilesOfCloudService } from '../../queries/cloud/list-files-of-cloud-service.ts'
import { getCreative } from '../../queries/creatives/get-creative.ts'
import { listCreatives } from '../../queries/creatives/list-creatives.ts'
import { downloadExport } from '../../queries/exports/download-export.ts'
import { downloadTags } from '../../queries/exports/download-tags.ts'
import { getExportAssetStatus } from '../../queries/exports/get-export-asset-status.ts'
import { getTrackerTypes } from '../../queries/exports/get-tracker-types.ts'
import { listApiKeys } from '../../queries/keys/list-api-keys.ts'
import { getAdServer } from '../../queries/media-channels/get-ad-server.ts'
import { getMediaChannel } from '../../queries/media-channels/get-media-channel.ts'
import { listMediaChannels } from '../../queries/media-channels/list-media-channels.ts'
import { listTemplateCampaignMediaChannels } from '../../queries/media-channels/list-template-campaign-media-channels.ts'
import { getMediaPlan } from '../../queries/media-plans/get-media-plan.ts'
import { listTrackers } from '../../queries/media-plans/list-trackers.ts'
import { previewCreative } from '../../queries/previews/preview-creative.ts'
import { getAccount } from '../../queries/provisioning/get-account.ts'
import { getOrganisation } from '../../queries/provisioning/get-organisation.ts'
import { getRetailSettings } from '../../queries/provisioning/get-retail-settings.ts'
import { getTemplateCampaign } from '../../queries/provisioning/get-template-campaign.ts'
import { getQueue } from '../../queries/queues/get-queue.ts'
import { getRetailCampaign } from '../../queries/retail-campaigns/get-retail-campaign.ts'
import { listRetailCampaigns } from '../../queries/retail-campaigns/list-retail-campaigns.ts'
import { serveAd } from '../../queries/serving/serve-ad.ts'
import { serveClick } from '../../queries/serving/serve-click.ts'
import { del, get, post, put, type Row } from './row.ts'

const campaign = '/v2/accounts/:accountId/retail-campaigns/:retailCampaignIdx'

// 4.1 Activation
const activation: readonly Row[] = [
  post(`${campaign}/activate`, 'MediaPlan_Tags_Create', { activateRetailCampaign }),
  get('/v2/accounts/:accountId/retailcampaigns/:retailCampaignIdx/activationstatus', 'MediaPlan_Tags_Create', {
    getActivationStatus,
  }),
]

// 4.2 Approval
const approval: readonly Row[] = [
  post(`${campaign}/approvalRequest`, 'MediaPlan_Tags_Create', { submitApprovalRequest }),
  get(`${campaign}/approvalStatus`, 'MediaPlan_Tags_Create', { getApprovalStatus }),
  get('/approvals/:token', 'public', { getApprovalPage }),
  post('/approvals/:token', 'public', { recordApprovalDecision }),
]

// 4.3 Export and tags
const exports: readonly Row[] = [
  post(`${campaign}/exportAssets`, 'Campaigns_Create', { exportAssets }),
  get(`${campaign}/exportAssetStatus`, 'Campaigns_Create', { getExportAssetStatus }),
  get(`${campaign}/download-tags`, 'MediaPlan_Tags_Download', { downloadTags }),
  get(`${campaign}/trackers`, 'MediaPlan_Tags_Create', { getTrackerTypes }),
  get('/v2/accounts/:accountId/queues/:queueId', 'any', { getQueue }),
  get('/downloads/:accountId/:zip/:filename', 'public', { downloadExport }),
]

// 4.4 Creatives
const creatives: readonly Row[] = [
  post(`${campaign}/creative`, 'AssetSource_Create', { updateCreative }),
  get(`${campaign}/creatives`, 'AssetSource_List', { listCreatives }),
  get(`${campaign}/creative/:creativeName`, 'AssetSource_View', { getCreative }),
  get('/previews/:accountId/:retailCampaignIdx/:creativeName/:part', 'public', { previewCreative }),
]

// 4.7 Classic campaigns and data signals
const classicCampaigns: readonly Row[] = [
  post('/v2/accounts/:accountId/campaigns', 'Campaigns_Create', { createCampaign }),
  get('/v2/accounts/:accountId/campaigns', 'Campaigns_View', { listCampaigns }),
  get('/v2/accounts/:accountId/campaigns/:campaignId', 'Campaigns_View', { getCampaign }),
  del('/v2/accounts/:accountId/campaigns/:campaignId', 'Campaigns_Create', { deleteCampaign }),
  post('/v2/accounts/:accountId/campaigns/:campaignId/decide', 'Campaigns_View', { decideCampaign }),
  get('/v2/accounts/:accountId/data-signals', 'Campaigns_View', { listDataSignals }),
  put('/v2/accounts/:accountId/data-signals', 'Campaigns_Create', { putDataSignals }),
]

// 4.5 Media channels
const channels = '/v2/org/:orgId/retail-media-channels'
const mediaChannels: readonly Row[] = [
  get('/v2/accounts/:accountId/template-campaigns/:templateCampaignIdx/retail-media-channels', 'Campaigns_Create', {
    listTemplateCampaignMediaChannels,
  }),
  post(channels, 'MediaChannel_All', { createMediaChannel }),
  put(`${channels}/:mediaChannelIdx`, 'MediaChannel_All', { updateMediaChannel }),
  get(channels, 'MediaChannel_All', { listMediaChannels }),
  get(`${channels}/:mediaChannelIdx`, 'MediaChannel_All', { getMediaChannel }),
  del(`${channels}/:mediaChannelIdx`, 'MediaChannel_All', { deleteMediaChannel }),
  get('/v2/org/:orgId/retail-media-channel/:adServerId', 'MediaChannel_All', { getAdServer }),
]

// 4.6 Media plan trackers
const plan = '/v2/accounts/:accountId/media-plans/:mediaPlanId'
const mediaPlans: readonly Row[] = [
  get(`${plan}/trackers/:campaignId`, 'MediaPlan_View', { listTrackers }),
  put(`${plan}/trackers/:campaignId`, 'MediaPlan_Tags_Create', { updateTrackers }),
  put(plan, 'MediaPlan_Tags_Create', { putMediaPlan }),
  get(plan, 'MediaPlan_View', { getMediaPlan }),
]

// 4.9 Cloud services
const cloud = '/accounts/:accountId/cloud'
const cloudServices: readonly Row[] = [
  get(cloud, 'CloudService_All', { listCloudServices }),
  post(cloud, 'CloudService_All', { createCloudService }),
  put(`${cloud}/:serviceId`, 'CloudService_All', { updateCloudService }),
  del(`${cloud}/:serviceId`, 'CloudService_All', { deleteCloudService }),
  get(`${cloud}/:serviceId/files`, 'CloudService_All', { listCloudFiles }),
  post(`${cloud}/:serviceId/copy`, 'CloudService_All', { copyCloudFiles }),
  get(`${cloud}/:serviceId`, 'CloudService_All', { listFilesOfCloudService }),
  post(`${cloud}/:serviceId`, 'CloudService_All', { changeCloudService }),
]

// decisions, last section: provisioning
const provisioning: readonly Row[] = [
  put('/v2/org/:orgId', 'Account_Admin', { putOrganisation }),
  get('/v2/org/:orgId', 'Account_Admin', { getOrganisation }),
  put('/v2/org/:orgId/ad-servers/:adServerId', 'Account_Admin', { putAdServer }),
  put('/v2/accounts/:accountId', 'Account_Admin', { putAccount }),
  get('/v2/accounts/:accountId', 'Account_Admin', { getAccount }),
  put('/v2/accounts/:accountId/retail-settings', 'Account_Admin', { putRetailSettings }),
  get('/v2/accounts/:accountId/retail-settings', 'Account_Admin', { getRetailSettings }),
  put('/v2/accounts/:accountId/template-campaigns/:templateCampaignIdx', 'Account_Admin', { putTemplateCampaign }),
  get('/v2/accounts/:accountId/template-campaigns/:templateCampaignIdx', 'Account_Admin', { getTemplateCampaign }),
]

// decisions, last section: retail campaigns
const retailCampaigns: readonly Row[] = [
  post('/v2/accounts/:accountId/retail-campaigns', 'Campaigns_Clone', { createRetailCampaign }),
  get('/v2/accounts/:accountId/retail-campaigns', 'Campaigns_View', { listRetailCampaigns }),
  get(campaign, 'Campaigns_View', { getRetailCampaign }),
  put(campaign, 'Campaigns_Create', { updateRetailCampaign }),
  post(`${campaign}/clone`, 'Campaigns_Clone', { cloneRetailCampaign }),
  post(`${campaign}/end`, 'Campaigns_Create', { endRetailCampaign }),
]

// decisions, last section: the asset library, keys
const library: readonly Row[] = [
  post('/v2/accounts/:accountId/assets', 'AssetSource_Create', { uploadAsset }),
  get('/v2/accounts/:accountId/assets', 'AssetSource_List', { listAssets }),
  get('/assets/:accountId/*path', 'public', { getAsset }),
]
const keys: readonly Row[] = [
  post('/v2/accounts/:accountId/api-keys', 'Account_Admin', { issueApiKey }),
  get('/v2/accounts/:accountId/api-keys', 'Account_Admin', { listApiKeys }),
  del('/v2/accounts/:accountId/api-keys/:keyId', 'Account_Admin', { revokeApiKey }),
]

// for auditors: what happened
const audit: readonly Row[] = [
  get('/v2/accounts/:accountId/events', 'Audit_View', { listEvents }),
  get(`${campaign}/history`, 'Audit_View', { getRetailCampaignHistory }),
]

// decision 29: what tags load
const serving: readonly Row[] = [
  get('/serve/:accountId/:retailCampaignIdx/:part', 'public', { serveAd }),
  get('/serve/:accountId/:retailCampaignIdx/:adUnitId/click', 'public', { serveClick }),
]

/** THE TABLE: every operation of the service. From a URL, find its row here, read the name, open the file of that name. */
export const operations: readonly Row[] = [
  ...activation,
  ...approval,
  ...exports,
  ...creatives,
  ...classicCampaigns,
  ...mediaChannels,
  ...mediaPlans,
  ...cloudServices,
  ...provisioning,
  ...retailCampaigns,
  ...library,
  ...keys,
  ...audit,
  ...serving,
]
