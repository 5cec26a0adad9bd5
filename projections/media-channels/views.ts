import type { AnyProjection } from '../../src/engine/read/projection.ts'
import { channelUses } from './channel-uses.ts'
import { mediaChannels } from './media-channels.ts'

export const mediaChannelsViews: readonly AnyProjection[] = [channelUses, mediaChannels]
