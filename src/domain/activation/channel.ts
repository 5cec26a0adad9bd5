import type { ChannelStatus } from '../media-channels/channel.ts'
import { type Rejection, rejection } from '../shared/decider.ts'
import type { ActivationEvent, RunChannel } from './events.ts'

type AssetGenerationType = Extract<ActivationEvent, { type: 'ActivationRequested' }>['data']['assetGenerationType']

/** The media channel that a campaign names, as it is when activation is asked for; one that is not there counts as Deleted. */
export type CampaignChannel = RunChannel & { readonly status: ChannelStatus }

/** Why a campaign cannot be activated on its channel; undefined when it can, or has none. */
export const channelRefusal = (channel: CampaignChannel | undefined): Rejection | undefined => {
  if (channel === undefined) return undefined
  const named = `Media channel ${channel.mediaChannelIdx} of this campaign`
  if (channel.status === 'Deleted')
    return rejection('media-channel-missing', `${named} was deleted. Name another one first.`)
  if (channel.status === 'Disabled')
    return rejection('media-channel-disabled', `${named} is Disabled. Enable it, or name another one.`)
  if (!channel.tagGeneration && !channel.creativeGeneration)
    return rejection('nothing-to-activate', `${named} makes neither tags nor creatives.`)
  return undefined
}

/**
 * What a run makes along with its tags: what was asked for when the campaign has no channel; on a channel that makes
 * creatives what was asked for, png unless said; on one that makes none nothing.
 */
export const assetsToMake = (channel: RunChannel | undefined, asked: AssetGenerationType): AssetGenerationType => {
  if (channel === undefined) return asked
  return channel.creativeGeneration ? (asked ?? 'png') : undefined
}

/** Whether a run makes tags and trackers. */
export const makesTags = (channel: RunChannel | undefined): boolean => channel?.tagGeneration ?? true

/** What a completed run says of itself; a run without tags is one of a channel that makes none. */
export const liveMessage = (tags: number): string =>
  tags === 0
    ? 'The campaign is live; its media channel makes no tags.'
    : `The campaign is live with ${tags} ad tag${tags === 1 ? '' : 's'}.`
