import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { oneOf } from '../../src/codec/text.ts'
import { activation } from '../../src/domain/activation/activation.ts'
import type { ActivationEvent } from '../../src/domain/activation/events.ts'
import { activationStatuses } from '../../src/domain/activation/state.ts'
import { type RetailCampaignEvent, retailCampaign } from '../../src/domain/retail-campaigns/retail-campaign.ts'
import { projection } from '../../src/engine/read/projection.ts'
import { campaignKey, isOf, streamId } from '../../src/engine/read/streams.ts'

/**
 * Which media channels a retail campaign uses: the one that it names (`mediaChannelIdx`, and `use` with its account and
 * template), and the one that its last activation made things for (`activatedOn`).
 */
export const ChannelUse = fields(
  {
    accountId: t.string,
    retailCampaignIdx: t.number,
    templateCampaignIdx: t.number,
    status: oneOf(...activationStatuses),
  },
  { mediaChannelIdx: t.number, use: t.string, activatedOn: t.number },
)
export type ChannelUse = t.TypeOf<typeof ChannelUse>

/** The `use` of campaigns of a template that name a channel. */
export const useOf = (accountId: string, templateCampaignIdx: number, mediaChannelIdx: number): string =>
  `${accountId}:${templateCampaignIdx}:${mediaChannelIdx}`

const naming = (use: ChannelUse, mediaChannelIdx: number | undefined): ChannelUse =>
  mediaChannelIdx === undefined
    ? use
    : { ...use, mediaChannelIdx, use: useOf(use.accountId, use.templateCampaignIdx, mediaChannelIdx) }

const ofCampaign = (use: ChannelUse | undefined, id: string, event: RetailCampaignEvent): ChannelUse | undefined => {
  if (event.type === 'RetailCampaignUpdated') return use && naming(use, event.data.changes.mediaChannelIdx)
  const { templateCampaignIdx, mediaChannelIdx } = event.data.campaign
  return naming({ ...campaignKey(id), templateCampaignIdx, status: 'NEW' }, mediaChannelIdx)
}

const ofActivation = (use: ChannelUse, event: ActivationEvent): ChannelUse => {
  switch (event.type) {
    case 'ActivationRequested': {
      const { activatedOn: _, ...rest } = use
      const { channel } = event.data
      return { ...rest, status: 'IN_PROGRESS', ...(channel ? { activatedOn: channel.mediaChannelIdx } : {}) }
    }
    case 'ActivationCompleted':
      return { ...use, status: event.data.status }
    case 'ActivationFailed':
      return { ...use, status: 'FAILED' }
    case 'CampaignEnded':
      return { ...use, status: 'ENDED' }
    default:
      return use
  }
}

export const channelUses = projection<ChannelUse>({
  name: 'channel-uses',
  version: 1,
  codec: ChannelUse,
  indexes: [['use'], ['mediaChannelIdx'], ['activatedOn']],
  categories: [retailCampaign.category, activation.category],
  idOf: event => {
    const category = [retailCampaign.category, activation.category].find(c => isOf(c, event))
    return category === undefined ? undefined : streamId(category, event)
  },
  evolve: (use, event) => {
    if (isOf(retailCampaign.category, event))
      return ofCampaign(use, streamId(retailCampaign.category, event), event as unknown as RetailCampaignEvent)
    return use && ofActivation(use, event as unknown as ActivationEvent)
  },
})
