import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { oneOf } from '../../src/codec/text.ts'
import { activation } from '../../src/domain/activation/activation.ts'
import type { ActivationEvent } from '../../src/domain/activation/events.ts'
import { activationStatuses } from '../../src/domain/activation/state.ts'
import { campaignOfId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { type RetailCampaignEvent, retailCampaign } from '../../src/domain/retail-campaigns/retail-campaign.ts'
import { on, projectionOn } from '../../src/engine/read/projection-of.ts'

/**
 * The media channels that a retail campaign uses: the one in its settings (`mediaChannelIdx`, and `use` with its account and
 * template), and the one of its last activation (`activatedOn`).
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

/** The `use` key of campaigns with this template and channel. */
export const useOf = (accountId: string, templateCampaignIdx: number, mediaChannelIdx: number): string =>
  `${accountId}:${templateCampaignIdx}:${mediaChannelIdx}`

/** null: it names no channel any more. */
const withChannel = (before: ChannelUse, mediaChannelIdx: number | null | undefined): ChannelUse => {
  if (mediaChannelIdx === undefined) return before
  const { mediaChannelIdx: _, use: __, ...others } = before
  const { accountId, templateCampaignIdx } = before
  return mediaChannelIdx === null
    ? others
    : { ...others, mediaChannelIdx, use: useOf(accountId, templateCampaignIdx, mediaChannelIdx) }
}

const ofCampaign = (use: ChannelUse | undefined, id: string, event: RetailCampaignEvent): ChannelUse | undefined => {
  switch (event.type) {
    case 'RetailCampaignCreated': {
      const { templateCampaignIdx, mediaChannelIdx } = event.data.campaign
      return withChannel({ ...campaignOfId(id), templateCampaignIdx, status: 'NEW' }, mediaChannelIdx)
    }
    case 'RetailCampaignUpdated':
      return use && withChannel(use, event.data.changes.mediaChannelIdx)
  }
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
    case 'ActivationPublished':
      return { ...use, status: 'PUBLISHED' }
    case 'ActivationReviewed':
      return { ...use, status: event.data.status }
    case 'ActivationFailed':
      return { ...use, status: 'FAILED' }
    case 'ActivationRetried':
      return { ...use, status: 'IN_PROGRESS' }
    case 'CampaignEnded':
      return { ...use, status: 'ENDED' }
    case 'ActivationProgressed':
    case 'ActivationAttemptFailed':
    case 'ActivationPushRequested':
      return use
  }
}

export const channelUses = projectionOn<ChannelUse>(
  {
    name: 'channel-uses',
    version: 1,
    codec: ChannelUse,
    indexes: [['use'], ['mediaChannelIdx'], ['activatedOn']],
  },
  [
    on(retailCampaign, { evolve: (use, event, id) => ofCampaign(use, id, event) }),
    on(activation, { evolve: (use, event) => use && ofActivation(use, event) }),
  ],
)
