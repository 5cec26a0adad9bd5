import { createFeed } from '../../commands/asset-sources/create-feed.ts'
import { createInline } from '../../commands/asset-sources/create-inline.ts'
import { createLabel } from '../../commands/asset-sources/create-label.ts'
import { createMotionAssets } from '../../commands/asset-sources/create-motion-assets.ts'
import { createMotionAssetsByPost } from '../../commands/asset-sources/create-motion-assets-by-post.ts'
import { createRecommendation } from '../../commands/asset-sources/create-recommendation.ts'
import { createRemote } from '../../commands/asset-sources/create-remote.ts'
import { createScheduledFeed } from '../../commands/asset-sources/create-scheduled-feed.ts'
import { deleteLabel } from '../../commands/asset-sources/delete-label.ts'
import { processFeed } from '../../commands/asset-sources/process-feed.ts'
import { putAssetSourceViews } from '../../commands/asset-sources/put-asset-source-views.ts'
import { rollbackAssetSource } from '../../commands/asset-sources/rollback-asset-source.ts'
import { updateFeed } from '../../commands/asset-sources/update-feed.ts'
import { updateInline } from '../../commands/asset-sources/update-inline.ts'
import { updateMotionAssets } from '../../commands/asset-sources/update-motion-assets.ts'
import { updateRecommendation } from '../../commands/asset-sources/update-recommendation.ts'
import { updateRemote } from '../../commands/asset-sources/update-remote.ts'
import { getAssetSource } from '../../queries/asset-sources/get-asset-source.ts'
import { getAssetSourceData } from '../../queries/asset-sources/get-asset-source-data.ts'
import { getAssetSourceHealth } from '../../queries/asset-sources/get-asset-source-health.ts'
import { getRecommendations } from '../../queries/asset-sources/get-recommendations.ts'
import { listAssetSources } from '../../queries/asset-sources/list-asset-sources.ts'
import { listLabels } from '../../queries/asset-sources/list-labels.ts'
import { area, del, get, post, put } from './row.ts'

const sources = '/v2/accounts/:accountId/asset-sources'

/** Asset sources, whose rows fill the ads of campaigns, and their labels. */
export const assetSources = area('Asset sources', [
  get(sources, 'AssetSource_List', { listAssetSources }),
  get(`${sources}/:assetSourceId`, 'AssetSource_View', { getAssetSource }),
  get(`${sources}/:assetSourceId/data`, 'AssetSource_View', { getAssetSourceData }),
  get(`${sources}/:assetSourceId/health`, 'AssetSource_View', { getAssetSourceHealth }),
  post(`${sources}/:assetSourceId/rollback`, 'AssetSource_Create', { rollbackAssetSource }),
  get(`${sources}/:objId/labels`, 'AssetSource_View', { listLabels }),
  post(`${sources}/:objId/labels`, 'AssetSource_Create', { createLabel }),
  del(`${sources}/:objId/labels`, 'AssetSource_Create', { deleteLabel }),
  post(`${sources}/feed/process`, 'AssetSource_Create', { processFeed }),
  post(`${sources}/feed`, 'AssetSource_Create', { createFeed }),
  post(`${sources}/feed/create`, 'AssetSource_Create', { createScheduledFeed }),
  put(`${sources}/feed/:assetSourceId`, 'AssetSource_Create', { updateFeed }),
  put(`${sources}/:destAssetSourceId/motion-assets`, 'AssetSource_Create', { createMotionAssets }),
  post(`${sources}/:destAssetSourceId/motion-assets`, 'AssetSource_Create', { createMotionAssetsByPost }),
  put(`${sources}/:destAssetSourceId/motion-assets/:assetSourceId`, 'AssetSource_Create', { updateMotionAssets }),
  post(`${sources}/inline`, 'AssetSource_Create', { createInline }),
  put(`${sources}/inline/:assetSourceId`, 'AssetSource_Create', { updateInline }),
  post(`${sources}/remote`, 'AssetSource_Create', { createRemote }),
  put(`${sources}/remote/:assetSourceId`, 'AssetSource_Create', { updateRemote }),
  post(`${sources}/:sourceAssetSourceId/recommendation`, 'AssetSource_Create', { createRecommendation }),
  put(`${sources}/:sourceAssetSourceId/recommendation/:assetSourceId`, 'AssetSource_Create', { updateRecommendation }),
  put(`${sources}/:assetSourceId/views`, 'AssetSource_Create', { putAssetSourceViews }),
  get(`${sources}/:assetSourceId/recommend`, 'AssetSource_View', { getRecommendations }),
])
