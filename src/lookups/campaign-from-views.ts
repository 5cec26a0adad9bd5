import * as E from 'fp-ts/lib/Either.js'
import { missingFiles } from '../../projections/creatives/missing-files.ts'
import { retailSettingsView } from '../../projections/provisioning/retail-settings.ts'
import { type RetailCampaignView, retailCampaigns } from '../../projections/retail-campaigns/retail-campaigns.ts'
import { type ActivationStatus, shownStatus } from '../domain/activation/state.ts'
import { type ApprovalStatus, approvalStatus } from '../domain/approval/status.ts'
import { noRetailSettings, type RetailSettings } from '../domain/provisioning/aggregates.ts'
import { campaignId } from '../domain/retail-campaigns/campaign-id.ts'
import { contentHash } from '../domain/retail-campaigns/content.ts'
import type { RetailCampaign } from '../domain/retail-campaigns/retail-campaign.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import { everyDocument, readDocument, requireDocument } from '../engine/read/documents.ts'
import { refuse } from '../engine/reply.ts'
import type * as TE from '../engine/task-either.ts'
import { libraryFiles } from '../library/library-files.ts'
import type { Ports } from '../ports/ports.ts'
import type { ReadModels } from '../ports/read-models.ts'
import { allCreatives } from '../products/all-creatives.ts'
import { productsFromViews } from '../products/products.ts'
import { productsHash } from '../products/products-hash.ts'
import { noCampaign } from './campaign-from-log.ts'

/** A campaign from the read models. */
export const readCampaign = (
  readModels: ReadModels,
  accountId: string,
  idx: number,
): TE.TaskEither<Rejection, RetailCampaignView> =>
  requireDocument(readModels, retailCampaigns, campaignId(accountId, idx), noCampaign)

/** Creatives can be read and saved only in campaigns whose asset source is uploaded (CREATIVE-3). */
export const mustUploadAssets = ({ assetSourceType }: RetailCampaign): E.Either<Rejection, void> =>
  assetSourceType === 'uploadAsset'
    ? E.right(undefined)
    : refuse(
        'wrong-asset-source-type',
        `This campaign's asset source is ${assetSourceType}; this operation is for uploadAsset.`,
      )

/** Hybrid creatives can be read and saved only in hybrid campaigns (CREATIVE-12). */
export const mustBeHybrid = ({ assetSourceType }: RetailCampaign): E.Either<Rejection, void> =>
  assetSourceType === 'hybridAsset'
    ? E.right(undefined)
    : refuse(
        'wrong-asset-source-type',
        `This campaign's asset source is ${assetSourceType}; this operation is for hybridAsset.`,
      )

/** The creatives of a product feed are its rows, so that none can be deleted (CREATIVE-19). */
export const mustNotBeFeed = ({ assetSourceType }: RetailCampaign): E.Either<Rejection, void> =>
  assetSourceType !== 'productFeed'
    ? E.right(undefined)
    : refuse(
        'wrong-asset-source-type',
        `The creatives of this campaign are the rows of its ${assetSourceType}; this operation is for uploadAsset and hybridAsset.`,
      )

/** The library paths without a file that saves of a campaign's creatives named. */
const missedBy = async (readModels: ReadModels, campaignKey: string): Promise<readonly string[]> => {
  const where = { field: ['campaignKey'], is: '=', value: campaignKey } as const
  const documents = await Array.fromAsync(everyDocument(readModels, missingFiles, { where }))
  return documents.flatMap(({ paths }) => paths)
}

/** What the content hash is read from. */
export type ContentPorts = Pick<Ports, 'readModels' | 'rowIndexes'>

/** The current content hash (CAMPAIGN-9). Looks up paths that had no file, so that the first read after an upload sees it. */
export const contentHashNow = async (
  { readModels, rowIndexes }: ContentPorts,
  { accountId, record }: RetailCampaignView,
): Promise<string> => {
  const { campaign, campaignHash, creativesHash } = record
  const key = campaignId(accountId, campaign.retailCampaignIdx)
  const named = new Set(campaign.adUnits.flatMap(u => u.assets ?? []))
  // most campaigns have none, and need not be asked for
  if (record.missingFiles > 0) for (const path of await missedBy(readModels, key)) named.add(path)
  const stored = await libraryFiles(readModels, accountId, named)
  const products = await productsFromViews(readModels, campaign)
  const hashed = { campaign, creativesHash, creatives: () => allCreatives(readModels, key) }
  return contentHash({
    campaignHash,
    creativesHash,
    missingAssets: [...named].filter(path => !stored.has(path)),
    productsHash: await productsHash(hashed, products, rowIndexes),
  })
}

/** The account's retail settings; without settings, no approvers. */
export const readSettings = async (readModels: ReadModels, accountId: string): Promise<RetailSettings> =>
  (await readDocument(readModels, retailSettingsView, accountId))?.value ?? noRetailSettings

/** Current approval status (APPROVAL-4). */
export const approvalStatusNow = async (
  ports: ContentPorts,
  view: RetailCampaignView,
  settings: RetailSettings,
): Promise<ApprovalStatus> => {
  const request = view.approval.request
  if (settings.approvers.length === 0 || request === undefined) return approvalStatus(request, settings, '')
  return approvalStatus(request, settings, await contentHashNow(ports, view))
}

/** Activation status as shown: NEW becomes DRAFT with the first creative (ACTIVATION-3). */
export const activationStatusOf = ({ record }: RetailCampaignView): ActivationStatus =>
  shownStatus(record.activation, record.creatives)
