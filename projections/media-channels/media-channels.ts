import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { MediaChannel } from '../../src/domain/media-channels/channel.ts'
import type { MediaChannelEvent } from '../../src/domain/media-channels/events.ts'
import { evolveMediaChannel, mediaChannel } from '../../src/domain/media-channels/media-channel.ts'
import { projection } from '../../src/engine/read/projection.ts'
import { isOf, streamId } from '../../src/engine/read/streams.ts'

/** A media channel as lists and the configuration answer need it (2.9); `orgId` scopes every list. */
export const MediaChannelView = fields({
  orgId: t.string,
  idx: t.number,
  name: t.string,
  status: t.string,
  type: t.string,
  adServerId: t.string,
  channel: MediaChannel,
  updatedTime: t.string,
  revision: t.number,
})
export type MediaChannelView = t.TypeOf<typeof MediaChannelView>

export const mediaChannels = projection<MediaChannelView>({
  name: 'media-channels',
  version: 1,
  codec: MediaChannelView,
  indexes: [],
  lists: [{ scope: ['orgId'], sort: ['idx'], filters: [['status'], ['type'], ['name']] }],
  categories: [mediaChannel.category],
  idOf: event => (isOf(mediaChannel.category, event) ? streamId(mediaChannel.category, event) : undefined),
  evolve: (view, event) => {
    const own = event as unknown as MediaChannelEvent
    const channel = evolveMediaChannel(view?.channel, own)
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
      updatedTime: own.data.at,
      revision: event.revision,
    }
  },
})
