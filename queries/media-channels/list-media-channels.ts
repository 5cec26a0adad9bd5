import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { mediaChannels } from '../../projections/media-channels/media-channels.ts'
import { OrgId } from '../../src/codec/names.ts'
import { query } from '../../src/engine/operation.ts'
import { list } from '../../src/list/list.ts'
import {
  ListedChannel,
  listedExample,
  listedFields,
  retailerOnly,
  shownChannels,
} from '../../src/lookups/channels-shown.ts'

const channelList = list({
  items: 'mediaChannels',
  count: ['total', 'count'],
  fields: { idx: 'integer', name: 'string', adServerId: 'string', status: 'string', type: 'string' },
  selectable: listedFields,
  sort: { field: ['idx'] },
  defaultLimit: 25,
})

/** GET /v2/org/{orgId}/retail-media-channels (4.5, decision 35): without those that were deleted. */
export const listMediaChannels = query({
  summary: 'List the media channels of an organisation',
  problems: ['not-a-retailer'],
  noStore: true,
  params: t.type({ orgId: OrgId }),
  query: channelList.codec,
  reply: channelList.shape(ListedChannel),
  example: { reply: { mediaChannels: [listedExample], total: 1, count: 1, next: null, previous: null } },
  async run({ params: { orgId }, query: asked, origin }, ports) {
    const retailer = await retailerOnly(ports.readModels, orgId)
    if (E.isLeft(retailer)) return retailer
    const scope = {
      all: [
        { field: ['orgId'], is: '=', value: orgId },
        { field: ['status'], is: '<>', value: 'Deleted' },
      ],
    } as const
    const now = ports.clock.now()
    const wanted = channelList.toQuery(asked, scope, ports.secrets, now)
    if (E.isLeft(wanted)) return wanted
    const page = await ports.readModels.find(mediaChannels, wanted.right)
    const documents = await shownChannels(ports.readModels, page.documents, origin, async () => ({}))
    return E.right(channelList.reply({ ...page, documents }, asked, scope, ports.secrets, now))
  },
})
