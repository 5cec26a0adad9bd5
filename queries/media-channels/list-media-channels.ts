import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { mediaChannels } from '../../projections/media-channels/media-channels.ts'
import { OrgId } from '../../src/codec/names.ts'
import { query } from '../../src/engine/operation.ts'
import * as TE from '../../src/engine/task-either.ts'
import { list } from '../../src/list/list.ts'
import { ListedChannel, listedExample, listedFilters, shownChannels } from '../../src/lookups/channels-shown.ts'
import { readRetailer } from '../../src/lookups/retailer.ts'
import type { Stored } from '../../src/ports/read-models.ts'

const channelList = list({
  items: 'mediaChannels',
  count: ['total', 'count'],
  item: ListedChannel,
  filters: listedFilters,
  sort: { field: ['idx'] },
  defaultLimit: 25,
})

/** GET /v2/org/{orgId}/retail-media-channels (CHANNEL-2, CHANNEL-8): without deleted ones. */
export const listMediaChannels = query({
  summary: 'List the media channels of an organisation',
  problems: ['not-a-retailer'],
  noStore: true,
  params: t.type({ orgId: OrgId }),
  query: channelList.codec,
  reply: channelList.reply,
  example: { reply: { mediaChannels: [listedExample], total: 1, count: 1, next: null, previous: null } },
  run({ params: { orgId }, query: asked, origin }, ports) {
    const scope = {
      all: [
        { field: ['orgId'], is: '=', value: orgId },
        { field: ['status'], is: '<>', value: 'Deleted' },
      ],
    } as const
    const documents = (stored: readonly Stored[]) => shownChannels(ports.readModels, stored, origin)
    return pipe(
      readRetailer(ports.readModels, orgId),
      TE.flatMap(() => channelList.read(mediaChannels, asked, scope, ports, { documents })),
    )()
  },
})
