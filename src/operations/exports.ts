import { exportAssets } from '../../commands/exports/export-assets.ts'
import { downloadExport } from '../../queries/exports/download-export.ts'
import { downloadTags } from '../../queries/exports/download-tags.ts'
import { getExportAssetStatus } from '../../queries/exports/get-export-asset-status.ts'
import { getTrackerTypes } from '../../queries/exports/get-tracker-types.ts'
import { getQueue } from '../../queries/queues/get-queue.ts'
import { listQueues } from '../../queries/queues/list-queues.ts'
import { area, get, post } from './row.ts'

const campaign = '/v2/accounts/:accountId/retail-campaigns/:retailCampaignIdx'

/** ZIPs of rendered creatives, the CSV of ad tags, and the queues of long-running work. */
export const exports = area('Exports and tags', [
  post(`${campaign}/exportAssets`, 'Campaigns_Create', { exportAssets }),
  get(`${campaign}/exportAssetStatus`, 'Campaigns_Create', { getExportAssetStatus }),
  get(`${campaign}/download-tags`, 'MediaPlan_Tags_Download', { downloadTags }),
  get(`${campaign}/trackers`, 'MediaPlan_Tags_Create', { getTrackerTypes }),
  get('/v2/accounts/:accountId/queues', 'any', { listQueues }),
  get('/v2/accounts/:accountId/queues/:queueId', 'any', { getQueue }),
  get('/downloads/:accountId/:zip/:filename', 'public', { downloadExport }),
])
