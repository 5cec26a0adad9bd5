import { updateCreative } from '../../commands/creatives/update-creative.ts'
import { getCreative } from '../../queries/creatives/get-creative.ts'
import { listCreatives } from '../../queries/creatives/list-creatives.ts'
import { previewCreative } from '../../queries/previews/preview-creative.ts'
import { area, get, post } from './row.ts'

const campaign = '/v2/accounts/:accountId/retail-campaigns/:retailCampaignIdx'

/** Creatives of retail campaigns, and their previews. */
export const creatives = area('Creatives', [
  post(`${campaign}/creative`, 'AssetSource_Create', { updateCreative }),
  get(`${campaign}/creatives`, 'AssetSource_List', { listCreatives }),
  get(`${campaign}/creative/:creativeName`, 'AssetSource_View', { getCreative }),
  get('/previews/:accountId/:retailCampaignIdx/:creativeName/:part', 'public', { previewCreative }),
])
