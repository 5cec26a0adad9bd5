import { addHybridCreatives } from '../../commands/creatives/add-hybrid-creatives.ts'
import { deleteCreative } from '../../commands/creatives/delete-creative.ts'
import { updateCreative } from '../../commands/creatives/update-creative.ts'
import { updateHybridCreative } from '../../commands/creatives/update-hybrid-creative.ts'
import { getCreative } from '../../queries/creatives/get-creative.ts'
import { getHybridCreative } from '../../queries/creatives/get-hybrid-creative.ts'
import { listBrands } from '../../queries/creatives/list-brands.ts'
import { listCampaignBrands } from '../../queries/creatives/list-campaign-brands.ts'
import { listCreatives } from '../../queries/creatives/list-creatives.ts'
import { listProductContent } from '../../queries/creatives/list-product-content.ts'
import { previewCreative } from '../../queries/previews/preview-creative.ts'
import { area, del, get, post } from './row.ts'

const account = '/v2/accounts/:accountId'
const campaign = `${account}/retail-campaigns/:retailCampaignIdx`

/** Creatives of retail campaigns, their previews, and look-ups of their brands and products. */
export const creatives = area('Creatives', [
  post(`${campaign}/creative`, 'AssetSource_Create', { updateCreative }),
  get(`${campaign}/creatives`, 'AssetSource_List', { listCreatives }),
  get(`${campaign}/creative/:creativeName`, 'AssetSource_View', { getCreative }),
  del(`${campaign}/creative/:creativeName`, 'AssetSource_Create', { deleteCreative }),
  get('/previews/:accountId/:retailCampaignIdx/:creativeName/:part', 'public', { previewCreative }),
  post(`${campaign}/hybrid-creative`, 'AssetSource_Create', { updateHybridCreative }),
  post(`${campaign}/hybrid-creatives`, 'AssetSource_Create', { addHybridCreatives }),
  get(`${campaign}/hybrid-creative/:creativeName`, 'AssetSource_View', { getHybridCreative }),
  get(`${campaign}/brands`, 'Campaigns_Create', { listCampaignBrands }),
  get(`${account}/retail-settings/brands`, 'AdvertiserSettings_All', { listBrands }),
  get(`${campaign}/product-content`, 'AssetSource_List', { listProductContent }),
])
