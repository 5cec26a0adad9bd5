import { pipe } from 'fp-ts/lib/function.js'
import type { CampaignChannel } from '../domain/activation/channel.ts'
import { configurationsNamed, dspConfigurations } from '../domain/dsp/configurations.ts'
import type { ActivationConfiguration, MediaChannel } from '../domain/media-channels/channel.ts'
import { mediaChannel } from '../domain/media-channels/media-channel.ts'
import { mediaChannelId } from '../domain/media-channels/media-channel-id.ts'
import { account } from '../domain/provisioning/aggregates.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import * as TE from '../engine/task-either.ts'
import type { Work } from '../engine/write/execute.ts'

/** A media channel of the account's organisation, including a deleted one, from the log. */
export const channelFromLog = async (
  work: Work,
  accountId: string,
  mediaChannelIdx: number,
): Promise<MediaChannel | undefined> => {
  const orgId = (await work.load(account, accountId)).state.value?.orgId
  if (orgId === undefined) return undefined
  return (await work.load(mediaChannel, mediaChannelId(orgId, mediaChannelIdx))).state
}

/** The channel that a campaign names, in the form that activation needs; undefined if it names none. */
export const campaignChannel = async (
  work: Work,
  { accountId, mediaChannelIdx }: { readonly accountId: string; readonly mediaChannelIdx?: number },
): Promise<CampaignChannel | undefined> => {
  if (mediaChannelIdx === undefined) return undefined
  const found = await channelFromLog(work, accountId, mediaChannelIdx)
  const makes: ActivationConfiguration = found?.activationConfiguration ?? {
    tagGeneration: false,
    creativeGeneration: false,
  }
  const { dspConfigName = '', ...settings } = makes
  const channel = { mediaChannelIdx, status: found?.status ?? 'Deleted', ...settings } as const
  if (dspConfigName === '') return channel
  const { state } = await work.load(dspConfigurations, accountId)
  return { ...channel, push: { configName: dspConfigName, configIds: configurationsNamed(state, dspConfigName) } }
}

const unknownChannel = rejection('invalid-request', 'There is no such media channel.', {
  errors: [
    {
      pointer: '/mediaChannelIdx',
      code: 'unknown-media-channel',
      detail: "must name a media channel of the account's organisation",
    },
  ],
})

/** Refuses campaign settings that name a channel which the account's organisation does not have (any more). */
export const mustHaveChannel = (
  work: Work,
  accountId: string,
  mediaChannelIdx: number | undefined,
): TE.TaskEither<Rejection, unknown> =>
  mediaChannelIdx === undefined
    ? TE.right(undefined)
    : pipe(
        TE.fromTask(() => channelFromLog(work, accountId, mediaChannelIdx)),
        TE.filterOrElse(
          channel => channel !== undefined && channel.status !== 'Deleted',
          () => unknownChannel,
        ),
      )
