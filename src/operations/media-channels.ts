import { createMediaChannel } from '../../commands/media-channels/create-media-channel.ts'
import { deleteMediaChannel } from '../../commands/media-channels/delete-media-channel.ts'
import { updateMediaChannel } from '../../commands/media-channels/update-media-channel.ts'
import { getAdServer } from '../../queries/media-channels/get-ad-server.ts'
import { getMediaChannel } from '../../queries/media-channels/get-media-channel.ts'
import { listMediaChannels } from '../../queries/media-channels/list-media-channels.ts'
import { listTemplateCampaignMediaChannels } from '../../queries/media-channels/list-template-campaign-media-channels.ts'
import { area, del, get, post, put } from './row.ts'

const channels = '/v2/org/:orgId/retail-media-channels'

/** Media channels of a retailer, and its ad servers. */
export const mediaChannels = area('Media channels', [
  get('/v2/accounts/:accountId/template-campaigns/:templateCampaignIdx/retail-media-channels', 'Campaigns_Create', {
    listTemplateCampaignMediaChannels,
  }),
  post(channels, 'MediaChannel_All', { createMediaChannel }),
  put(`${channels}/:mediaChannelIdx`, 'MediaChannel_All', { updateMediaChannel }),
  get(channels, 'MediaChannel_All', { listMediaChannels }),
  get(`${channels}/:mediaChannelIdx`, 'MediaChannel_All', { getMediaChannel }),
  del(`${channels}/:mediaChannelIdx`, 'MediaChannel_All', { deleteMediaChannel }),
  get('/v2/org/:orgId/retail-media-channel/:adServerId', 'MediaChannel_All', { getAdServer }),
])
