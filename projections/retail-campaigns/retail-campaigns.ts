import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { activation } from '../../src/domain/activation/activation.ts'
import type { ActivationEvent } from '../../src/domain/activation/events.ts'
import { evolveActivation, notActivated } from '../../src/domain/activation/state.ts'
import { approval } from '../../src/domain/approval/approval.ts'
import type { ApprovalEvent } from '../../src/domain/approval/events.ts'
import { Approval, evolveApproval, noApproval } from '../../src/domain/approval/state.ts'
import { creatives } from '../../src/domain/creatives/creatives.ts'
import type { CreativeSaved } from '../../src/domain/creatives/events.ts'
import { CampaignRecord } from '../../src/domain/retail-campaigns/record.ts'
import { type RetailCampaignEvent, retailCampaign } from '../../src/domain/retail-campaigns/retail-campaign.ts'
import { projection } from '../../src/engine/read/projection.ts'
import { isOf, streamId } from '../../src/engine/read/streams.ts'
import type { Recorded } from '../../src/ports/event-log.ts'

/** A retail campaign as lists and status reads need it; `accountId` scopes every list. */
export const RetailCampaignView = fields({
  accountId: t.string,
  retailCampaignIdx: t.number,
  retailCampaignName: t.string,
  record: CampaignRecord,
  approval: Approval,
})
export type RetailCampaignView = t.TypeOf<typeof RetailCampaignView>

const categories = [retailCampaign, creatives, activation, approval].map(a => a.category)

const created = (
  event: Extract<RetailCampaignEvent, { type: 'RetailCampaignCreated' }>,
  revision: number,
): RetailCampaignView => {
  const { campaign, contentHash, at } = event.data
  return {
    accountId: campaign.accountId,
    retailCampaignIdx: campaign.retailCampaignIdx,
    retailCampaignName: campaign.retailCampaignName,
    approval: noApproval,
    record: {
      campaign,
      revision,
      campaignHash: contentHash,
      creativesHash: '',
      creatives: 0,
      missingAssets: [],
      activation: notActivated,
      createdOn: at,
      updatedOn: at,
    },
  }
}

const withRecord = (view: RetailCampaignView, change: Partial<CampaignRecord>): RetailCampaignView => ({
  ...view,
  record: { ...view.record, ...change },
})

const updated = (view: RetailCampaignView, event: RetailCampaignEvent, revision: number): RetailCampaignView => {
  if (event.type !== 'RetailCampaignUpdated') return view
  const { changes, contentHash, at } = event.data
  const campaign = { ...view.record.campaign, ...changes }
  return {
    ...withRecord(view, { campaign, revision, campaignHash: contentHash, updatedOn: at }),
    retailCampaignName: campaign.retailCampaignName,
  }
}

const saved = (view: RetailCampaignView, { data }: CreativeSaved): RetailCampaignView =>
  withRecord(view, {
    creatives: view.record.creatives + (data.added ? 1 : 0),
    creativesHash: data.creativesHash,
    missingAssets: data.missingAssets,
    updatedOn: data.at,
  })

export const retailCampaigns = projection<RetailCampaignView>({
  name: 'retail-campaigns',
  version: 1,
  codec: RetailCampaignView,
  indexes: [],
  lists: [{ scope: ['accountId'], sort: ['retailCampaignIdx'], filters: [['retailCampaignName']] }],
  categories,
  idOf: event => {
    const category = categories.find(c => isOf(c, event))
    return category === undefined ? undefined : streamId(category, event)
  },
  evolve: (view, event: Recorded) => {
    if (isOf(retailCampaign.category, event)) {
      const own = event as unknown as RetailCampaignEvent
      return own.type === 'RetailCampaignCreated'
        ? created(own, event.revision)
        : view && updated(view, own, event.revision)
    }
    if (view === undefined) return undefined
    if (isOf(creatives.category, event)) return saved(view, event as unknown as CreativeSaved)
    if (isOf(approval.category, event))
      return { ...view, approval: evolveApproval(view.approval, event as unknown as ApprovalEvent) }
    return withRecord(view, {
      activation: evolveActivation(view.record.activation, event as unknown as ActivationEvent),
    })
  },
})
