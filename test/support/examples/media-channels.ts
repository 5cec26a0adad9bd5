import type { MediaChannel } from '../../../src/domain/media-channels/channel.ts'
import type { ChannelChanges, MediaChannelEvent } from '../../../src/domain/media-channels/events.ts'

const at = '2026-05-01T10:00:00.000Z'

export const channel = (over: Partial<MediaChannel> = {}): MediaChannel => ({
  orgId: 'org1',
  idx: 1,
  name: 'Network',
  adServerId: 'dsp1',
  type: 'Off-site',
  status: 'Enabled',
  activationConfiguration: { tagGeneration: true, creativeGeneration: false },
  ...over,
})
export const channelCreated = (over: Partial<MediaChannel> = {}): MediaChannelEvent => ({
  type: 'MediaChannelCreated',
  data: { channel: channel(over), at },
})
export const channelUpdated = (changes: ChannelChanges): MediaChannelEvent => ({
  type: 'MediaChannelUpdated',
  data: { changes, at },
})
export const channelDeleted: MediaChannelEvent = { type: 'MediaChannelDeleted', data: { at } }
