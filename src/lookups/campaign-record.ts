import * as t from 'io-ts'
import type { RetailCampaignView } from '../../projections/retail-campaigns/retail-campaigns.ts'
import { named } from '../codec/described.ts'
import { fields } from '../codec/fields.ts'
import { integer } from '../codec/integer.ts'
import { Name } from '../codec/names.ts'
import { oneOf, text } from '../codec/text.ts'
import { ShownActivationStatus } from '../domain/activation/state.ts'
import { type ApprovalStatus, ShownApprovalStatus } from '../domain/approval/status.ts'
import type { RetailSettings } from '../domain/provisioning/aggregates.ts'
import { Dimension } from '../domain/provisioning/aggregates.ts'
import { assetSourceTypes } from '../domain/retail-campaigns/retail-campaign.ts'
import { campaignSettings } from '../domain/retail-campaigns/settings.ts'
import { IndexNotReady } from '../ports/row-indexes.ts'
import { activationStatusOf, approvalStatusNow, type ContentPorts } from './campaign-from-views.ts'

/** The record of a retail campaign in replies (CAMPAIGN-5). */
export const CampaignReply = named(
  'RetailCampaign',
  fields(
    {
      retailCampaignIdx: integer(1),
      retailCampaignName: Name,
      templateCampaignIdx: integer(1),
      assetSourceType: oneOf(...assetSourceTypes),
      dataServiceId: integer(1),
      adUnits: t.array(
        named(
          'AdUnit',
          fields({ adUnitId: integer(1), adUnitName: Name, dimension: Dimension }, { durationMs: integer(0) }),
        ),
      ),
      status: ShownActivationStatus,
      approvalStatus: ShownApprovalStatus,
      createdOn: t.string,
      updatedOn: t.string,
    },
    { ...campaignSettings, externalId: text({ max: 255 }), clonedFrom: integer(1) },
  ),
)
export type CampaignReply = t.TypeOf<typeof CampaignReply>

/**
 * The approval status while the products of a hybrid campaign are being indexed: whether they are those that were decided about is not known
 * yet, and a list must not fail because of one campaign (APPROVAL-4).
 */
const whileIndexed = (error: unknown): ApprovalStatus => {
  if (error instanceof IndexNotReady) return 'Pending'
  throw error
}

/** A campaign's record with its two current statuses. */
export const campaignReply = async (
  ports: ContentPorts,
  view: RetailCampaignView,
  settings: RetailSettings,
): Promise<CampaignReply> => {
  const { accountId: _, adUnits, ...campaign } = view.record.campaign
  return {
    ...campaign,
    adUnits: adUnits.map(({ htmlSha256: _sha, assets: _assets, ...unit }) => unit),
    status: activationStatusOf(view),
    approvalStatus: await approvalStatusNow(ports, view, settings).catch(whileIndexed),
    createdOn: view.record.createdOn,
    updatedOn: view.record.updatedOn,
  }
}
