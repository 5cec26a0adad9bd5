import type { ChannelStatus } from '../media-channels/channel.ts'
import { type Rejection, rejection } from '../shared/decider.ts'
import { count } from '../shared/wording.ts'
import type { ActivationEvent, RunChannel } from './events.ts'

type AssetGenerationType = Extract<ActivationEvent, { type: 'ActivationRequested' }>['data']['assetGenerationType']

/** The media channel of a campaign when activation is requested; a missing one counts as Deleted. */
export type CampaignChannel = Omit<RunChannel, 'dspConfigId'> & {
  readonly status: ChannelStatus
  /** Set if the channel pushes tags to the DSP; `configIds`: the account's configurations of that name. */
  readonly push?: { readonly configName: string; readonly configIds: readonly number[] }
}

/** Why a campaign cannot be activated on its channel; undefined if it can, or if it has no channel. */
export const channelRefusal = (channel: CampaignChannel | undefined): Rejection | undefined => {
  if (channel === undefined) return undefined
  const named = `Media channel ${channel.mediaChannelIdx} of this campaign`
  if (channel.status === 'Deleted')
    return rejection('media-channel-missing', `${named} was deleted. Select another one first, or clear it with null.`)
  if (channel.status === 'Disabled')
    return rejection('media-channel-disabled', `${named} is Disabled. Enable it, or select another one.`)
  if (!channel.tagGeneration && !channel.creativeGeneration)
    return rejection('nothing-to-activate', `${named} generates neither tags nor creatives.`)
  return channel.push && pushRefusal(named, channel.push)
}

/** Why tags cannot be pushed to the DSP: the channel names a configuration that the account lacks, or has twice. */
const pushRefusal = (
  named: string,
  { configName, configIds }: NonNullable<CampaignChannel['push']>,
): Rejection | undefined => {
  if (configIds.length === 1) return undefined
  const found = configIds.length === 0 ? 'has none of this name' : `has ${configIds.length} of this name`
  const what = `${named} pushes tags with the DSP configuration “${configName}”, and the account ${found}.`
  return rejection('dsp-configuration-missing', `${what} Exactly one is needed.`)
}

/**
 * The assets that a run renders besides its tags. Without a channel: the requested type. On a channel that generates
 * creatives: the requested type, png by default. On any other channel: none.
 */
export const assetsToMake = (channel: RunChannel | undefined, requested: AssetGenerationType): AssetGenerationType => {
  if (channel === undefined) return requested
  return channel.creativeGeneration ? (requested ?? 'png') : undefined
}

/** Whether a run creates tags and trackers. */
export const makesTags = (channel: RunChannel | undefined): boolean => channel?.tagGeneration ?? true

/** The message of a completed run. A run without tags is on a channel that generates none. */
export const liveMessage = (tags: number): string =>
  tags === 0
    ? 'The campaign is live; its media channel generates no tags.'
    : `The campaign is live with ${count(tags, 'ad tag')}.`
