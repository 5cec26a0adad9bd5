import * as E from 'fp-ts/lib/Either.js'
import { assets } from '../../projections/assets/assets.ts'
import { retailSettingsView } from '../../projections/provisioning/retail-settings.ts'
import { type RetailCampaignView, retailCampaigns } from '../../projections/retail-campaigns/retail-campaigns.ts'
import type { ActivationStatus } from '../domain/activation/state.ts'
import { type ApprovalStatus, approvalStatus } from '../domain/approval/status.ts'
import { assetId } from '../domain/assets/asset-id.ts'
import type { RetailSettings } from '../domain/provisioning/aggregates.ts'
import { campaignId } from '../domain/retail-campaigns/campaign-id.ts'
import { contentHash } from '../domain/retail-campaigns/content.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import type { ReadModels } from '../ports/read-models.ts'
import { noCampaign } from './campaign-from-log.ts'

/** A campaign from the read models. */
export const readCampaign = async (
  readModels: ReadModels,
  accountId: string,
  idx: number,
): Promise<E.Either<Rejection, RetailCampaignView>> => {
  const stored = await readModels.get(retailCampaigns, campaignId(accountId, idx))
  return stored ? E.right(JSON.parse(stored.json) as RetailCampaignView) : E.left(noCampaign)
}

/** The content hash now (decision 20): paths that held nothing are looked up, so that the first read after an upload sees it. */
export const contentHashNow = async (
  readModels: ReadModels,
  { accountId, record }: RetailCampaignView,
): Promise<string> => {
  const named = [...new Set([...record.campaign.adUnits.flatMap(u => u.assets ?? []), ...record.missingAssets])]
  const found =
    named.length === 0
      ? []
      : await readModels.getMany(
          assets,
          named.map(path => assetId(accountId, path)),
        )
  const there = new Set(found.map(a => a.id))
  const missingAssets = named.filter(path => !there.has(assetId(accountId, path)))
  return contentHash({ campaignHash: record.campaignHash, creativesHash: record.creativesHash, missingAssets })
}

const noSettings: RetailSettings = { approvers: [], allApproversRequired: false }

/** The account's retail settings; no approvers when none were put. */
export const readSettings = async (readModels: ReadModels, accountId: string): Promise<RetailSettings> => {
  const stored = await readModels.get(retailSettingsView, accountId)
  return stored ? (JSON.parse(stored.json) as { value: RetailSettings }).value : noSettings
}

/** Approval status now (decision 21). */
export const approvalStatusNow = async (
  readModels: ReadModels,
  view: RetailCampaignView,
  settings: RetailSettings,
): Promise<ApprovalStatus> => {
  const request = view.approval.request
  if (settings.approvers.length === 0 || request === undefined) return approvalStatus(request, settings, '')
  return approvalStatus(request, settings, await contentHashNow(readModels, view))
}

/** Activation status as a reader sees it: NEW becomes DRAFT with the first creative (decision 18). */
export const activationStatusOf = ({ record }: RetailCampaignView): ActivationStatus =>
  record.activation.status === 'NEW' && record.creatives > 0 ? 'DRAFT' : record.activation.status
