import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { oneOf } from '../../src/codec/text.ts'
import { channelStatuses, MediaChannel } from '../../src/domain/media-channels/channel.ts'
import { evolveMediaChannel, mediaChannel } from '../../src/domain/media-channels/media-channel.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** A media channel, for lists and the configuration (CHANNEL-1); `orgId` scopes every list. */
export const MediaChannelView = fields({
  orgId: t.string,
  idx: t.number,
  name: t.string,
  status: oneOf(...channelStatuses),
  type: t.string,
  adServerId: t.string,
  channel: MediaChannel,
  updatedTime: t.string,
  revision: t.number,
})
export type MediaChannelView = t.TypeOf<typeof MediaChannelView>

export const mediaChannels = projectionOf(mediaChannel, {
  name: 'media-channels',
  version: 1,
  codec: MediaChannelView,
  indexes: [],
  lists: [{ scope: ['orgId'], sort: ['idx'], filters: [['status'], ['type'], ['name']] }],
  evolve: (view, event) => {
    const channel = evolveMediaChannel(view?.channel, event)
    if (channel === undefined) return undefined
    const { orgId, idx, name, status, type, adServerId } = channel
    return {
      orgId,
      idx,
      name,
      status,
      type,
      adServerId,
      channel,
      updatedTime: event.data.at,
      revision: event.revision,
    }
  },
})
