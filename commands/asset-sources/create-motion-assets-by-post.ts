import { command } from '../../src/engine/operation.ts'
import { createMotionAssets } from './create-motion-assets.ts'

/** POST /v2/accounts/{accountId}/asset-sources/{destAssetSourceId}/motion-assets: createMotionAssets, as the interface shows both methods (SOURCE-10). */
export const createMotionAssetsByPost = command({
  ...createMotionAssets,
  summary: 'Render films of a campaign into an asset source (by POST)',
  description: 'The same as createMotionAssets.',
  extension: true,
})
