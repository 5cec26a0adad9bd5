import { pipe } from 'fp-ts/lib/function.js'
import { activation } from '../../domain/activation/activation.ts'
import { type Activation, type ActivationStatus, lastSnapshot, shownStatus } from '../../domain/activation/state.ts'
import { approval } from '../../domain/approval/approval.ts'
import { assetSource } from '../../domain/asset-sources/asset-source.ts'
import { assetSourceId } from '../../domain/asset-sources/asset-source-id.ts'
import { servedLoad } from '../../domain/asset-sources/asset-source-state.ts'
import type { Creative } from '../../domain/creatives/creative.ts'
import { mediaPlan } from '../../domain/media-plans/media-plan.ts'
import { idOfMediaPlan } from '../../domain/media-plans/media-plan-id.ts'
import type { MediaPlan } from '../../domain/media-plans/plan.ts'
import { templateCampaign } from '../../domain/provisioning/aggregates.ts'
import { templateCampaignId } from '../../domain/provisioning/template-campaign-id.ts'
import { campaignId } from '../../domain/retail-campaigns/campaign-id.ts'
import type { RetailCampaign } from '../../domain/retail-campaigns/retail-campaign.ts'
import type { Rejection } from '../../domain/shared/decider.ts'
import { sameJson } from '../../domain/shared/digest.ts'
import * as TE from '../../engine/task-either.ts'
import { type CampaignContent, contentFromLog } from '../../lookups/campaign-from-log.ts'
import { settingsFromLog } from '../../lookups/settings-from-log.ts'
import type { Ports } from '../../ports/ports.ts'
import { auditReader } from '../reader.ts'
import { type PastApproval, pastApproval } from './past-approval.ts'
import { type PastServed, pastServed } from './past-served.ts'
import type { PastWork } from './past-work.ts'

/** The placement that an ad unit is booked on; null members: the plan had no such site or placement. */
type Booked = {
  readonly adUnitId: number
  readonly siteId: number
  readonly siteName: string | null
  readonly placementId: string
  readonly placementName: string | null
  /** Addresses by the kind of tracker. */
  readonly trackers: Readonly<Record<string, unknown>>
}

/** A campaign as it was, with all that decided what its ads showed (AUDIT-10). Creatives are by name; people are shown as auditors read them. */
export type PastCampaign = {
  readonly campaign: RetailCampaign
  readonly status: ActivationStatus
  readonly contentHash: string
  /** Whether exactly this content was approved; null: the account has no approvers, so none is needed. */
  readonly isApproved: boolean | null
  readonly missingAssets: readonly string[]
  readonly approval: PastApproval
  readonly activation: {
    readonly run: number
    readonly message: string
    readonly trackerTypes: readonly string[]
    readonly contentHash: string | null
    readonly snapshot: string | null
  }
  readonly served: PastServed | null
  /** `isSame`: the campaign has the ad units that the template had then; null if there was no such template. */
  readonly template: { readonly templateCampaignName: string; readonly isSame: boolean } | null
  readonly mediaPlan: {
    readonly mediaPlanId: number
    readonly mediaPlanName: string
    readonly booked: readonly Booked[]
  } | null
  /** The rows of the asset source that it shows (CREATIVE-16); null: it shows none. */
  readonly products: {
    readonly assetSourceId: number
    readonly assetSourceName: string
    readonly version: number
    readonly rows: number
    readonly loadedAt: string
  } | null
  readonly creatives: Readonly<Record<string, Creative>>
}

const activated = (state: Activation): PastCampaign['activation'] => ({
  run: state.run,
  message: state.message,
  trackerTypes: state.trackersSelected,
  contentHash: state.status === 'NEW' ? null : state.contentHash,
  snapshot: lastSnapshot(state) ?? null,
})

const templateOf = async (work: PastWork, campaign: RetailCampaign): Promise<PastCampaign['template']> => {
  const id = templateCampaignId(campaign.accountId, campaign.templateCampaignIdx)
  const { value } = (await work.load(templateCampaign, id)).state
  if (value === undefined) return null
  return {
    templateCampaignName: value.templateCampaignName,
    isSame: sameJson(value.adUnits, campaign.adUnits),
  }
}

const bookedIn = (plan: MediaPlan, { placements = [] }: RetailCampaign): readonly Booked[] =>
  placements.map(({ adUnitId, siteId, placementId }) => {
    const site = plan.sites.find(s => s.siteId === siteId)
    const placement = site?.placements.find(p => p.placementId === placementId)
    const names = { siteName: site?.siteName ?? null, placementName: placement?.placementName ?? null }
    return { adUnitId, siteId, placementId, ...names, trackers: placement?.trackers ?? {} }
  })

const planOf = async (work: PastWork, campaign: RetailCampaign): Promise<PastCampaign['mediaPlan']> => {
  const { accountId, mediaPlanId } = campaign
  if (mediaPlanId === undefined) return null
  const plan = (await work.load(mediaPlan, idOfMediaPlan(accountId, mediaPlanId))).state
  return plan === undefined
    ? null
    : { mediaPlanId, mediaPlanName: plan.mediaPlanName, booked: bookedIn(plan, campaign) }
}

const productsOf = async (work: PastWork, campaign: RetailCampaign): Promise<PastCampaign['products']> => {
  const { accountId, assetSourceType, productAssetSourceId: id } = campaign
  if (assetSourceType === 'uploadAsset' || id === undefined) return null
  const source = (await work.load(assetSource, assetSourceId(accountId, id))).state
  const load = source && servedLoad(source)
  if (source === undefined || load === undefined) return null
  const { version, at, set } = load
  return { assetSourceId: id, assetSourceName: source.assetSourceName, version, rows: set.rows, loadedAt: at }
}

const described = async (
  work: PastWork,
  ports: Pick<Ports, 'log' | 'secrets'>,
  { campaign, contentHash, missingAssets, creatives }: CampaignContent,
): Promise<PastCampaign> => {
  const id = campaignId(campaign.accountId, campaign.retailCampaignIdx)
  const settings = await settingsFromLog(work, campaign.accountId)
  const approved = await pastApproval(
    (await work.load(approval, id)).state,
    settings,
    { accountId: campaign.accountId, contentHash },
    { reader: auditReader(ports), secrets: ports.secrets },
  )
  const { state } = await work.load(activation, id)
  return {
    campaign,
    status: shownStatus(state, creatives.creatives.size),
    contentHash,
    isApproved: settings.approvers.length === 0 ? null : approved.approvedHash === contentHash,
    missingAssets,
    approval: approved,
    activation: activated(state),
    served: await pastServed(work, id),
    template: await templateOf(work, campaign),
    mediaPlan: await planOf(work, campaign),
    products: await productsOf(work, campaign),
    creatives: Object.fromEntries(Array.from(creatives.creatives.values(), one => [one.creativeName, one])),
  }
}

/** A campaign as it was at the moment of `work`; refuses with `not-found` if it did not exist yet. */
export const pastCampaign = (
  work: PastWork,
  accountId: string,
  retailCampaignIdx: number,
  ports: Pick<Ports, 'rowIndexes' | 'log' | 'secrets'>,
): TE.TaskEither<Rejection, PastCampaign> =>
  pipe(
    contentFromLog(work, accountId, retailCampaignIdx, ports),
    TE.flatMapTask(content => () => described(work, ports, content)),
  )
