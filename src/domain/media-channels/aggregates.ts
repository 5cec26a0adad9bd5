import type { AnyAggregate } from '../shared/decider.ts'
import { mediaChannel } from './media-channel.ts'

export const mediaChannelsAggregates: readonly AnyAggregate[] = [mediaChannel]
