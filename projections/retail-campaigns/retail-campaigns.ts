import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { activation } from '../../src/domain/activation/activation.ts'
import { evolveActivation } from '../../src/domain/activation/evolve.ts'
import { notActivated } from '../../src/domain/activation/state.ts'
import { approval } from '../../src/domain/approval/approval.ts'
import { Approval, evolveApproval, noApproval } from '../../src/domain/approval/state.ts'
import { creatives } from '../../src/domain/creatives/creatives.ts'
import type { CreativesEvent } from '../../src/domain/creatives/events.ts'
import { CampaignRecord } from '../../src/domain/retail-campaigns/record.ts'
import {
  type CopiedCreatives,
  type RetailCampaignEvent,
  retailCampaign,
  withChanges,
} from '../../src/domain/retail-campaigns/retail-campaign.ts'
import { on, projectionOn } from '../../src/engine/read/projection-of.ts'

/** A retail campaign, for lists and its status; `accountId` scopes every list. */
export const RetailCampaignView = fields({
  accountId: t.string,
  retailCampaignIdx: t.number,
  retailCampaignName: t.string,
  record: CampaignRecord,
  approval: Approval,
})
export type RetailCampaignView = t.TypeOf<typeof RetailCampaignView>

type DataOf<N extends RetailCampaignEvent['type']> = Extract<RetailCampaignEvent, { type: N }>['data']

const noCreatives: CopiedCreatives = { creatives: 0, creativesHash: '', missingAssets: [] }

const created = (
  { campaign, contentHash, at, copied: { missingAssets, ...copied } = noCreatives }: DataOf<'RetailCampaignCreated'>,
  revision: number,
): RetailCampaignView => ({
  accountId: campaign.accountId,
  retailCampaignIdx: campaign.retailCampaignIdx,
  retailCampaignName: campaign.retailCampaignName,
  approval: noApproval,
  record: {
    campaign,
    revision,
    campaignHash: contentHash,
    ...copied,
    missingFiles: missingAssets.length,
    activation: notActivated,
    createdOn: at,
    updatedOn: at,
  },
})

const withRecord = (view: RetailCampaignView, change: Partial<CampaignRecord>): RetailCampaignView => ({
  ...view,
  record: { ...view.record, ...change },
})

const updated = (
  view: RetailCampaignView,
  { changes, contentHash, at }: DataOf<'RetailCampaignUpdated'>,
  revision: number,
): RetailCampaignView => {
  const campaign = withChanges(view.record.campaign, changes)
  return {
    ...withRecord(view, { campaign, revision, campaignHash: contentHash, updatedOn: at }),
    retailCampaignName: campaign.retailCampaignName,
  }
}

const withCreatives = (view: RetailCampaignView, { type, data }: CreativesEvent): RetailCampaignView => {
  const { creatives } = view.record
  const { creativesHash, at } = data
  switch (type) {
    case 'CreativeSaved': {
      const missingFiles = view.record.missingFiles + (data.missing ?? []).length
      const count = creatives + (data.added ? 1 : 0)
      return withRecord(view, { creatives: count, creativesHash, missingFiles, updatedOn: at })
    }
    case 'CreativeDeleted':
      return withRecord(view, { creatives: creatives - 1, creativesHash, updatedOn: at })
  }
}

export const retailCampaigns = projectionOn<RetailCampaignView>(
  {
    name: 'retail-campaigns',
    version: 1,
    codec: RetailCampaignView,
    // operations without an account in their path look a campaign up by its number
    indexes: [['retailCampaignIdx']],
    lists: [{ scope: ['accountId'], sort: ['retailCampaignIdx'], filters: [['retailCampaignName']] }],
  },
  [
    on(retailCampaign, {
      evolve(view, event) {
        switch (event.type) {
          case 'RetailCampaignCreated':
            return created(event.data, event.revision)
          case 'RetailCampaignUpdated':
            return view && updated(view, event.data, event.revision)
        }
      },
    }),
    on(creatives, { evolve: (view, event) => view && withCreatives(view, event) }),
    on(activation, {
      evolve: (view, event) =>
        view && withRecord(view, { activation: evolveActivation(view.record.activation, event) }),
    }),
    on(approval, {
      evolve: (view, event) => view && { ...view, approval: evolveApproval(view.approval, event) },
    }),
  ],
)
