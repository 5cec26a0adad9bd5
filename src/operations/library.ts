import { uploadAsset } from '../../commands/assets/upload-asset.ts'
import { getAsset } from '../../queries/assets/get-asset.ts'
import { listAssets } from '../../queries/assets/list-assets.ts'
import { area, get, post } from './row.ts'

/** Files of an account, uploaded once and served by path. */
export const library = area('Asset library', [
  post('/v2/accounts/:accountId/assets', 'AssetSource_Create', { uploadAsset }),
  get('/v2/accounts/:accountId/assets', 'AssetSource_List', { listAssets }),
  get('/assets/:accountId/*path', 'public', { getAsset }),
])
