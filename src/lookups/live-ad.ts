import * as E from 'fp-ts/lib/Either.js'
import type { LiveUnit, Snapshot } from '../domain/activation/snapshot.ts'
import { lastSnapshot } from '../domain/activation/state.ts'
import { assetData, type Creative } from '../domain/creatives/creative.ts'
import { chooseCreative, weightOf, withinDates } from '../domain/tags/serving.ts'
import type { Ports } from '../ports/ports.ts'
import { readCampaign } from './campaign-from-views.ts'
import { readSnapshot } from './snapshot.ts'

export type LiveAd = { readonly snapshot: Snapshot; readonly unit: LiveUnit; readonly creative: Creative }

/** Creatives of a live unit, in their names' order, with their weights (decision 29). */
const weighted = ({ campaign, creatives }: Snapshot, unit: LiveUnit) => {
  const names = new Set(unit.creativeNames)
  const shown = creatives.filter(c => names.has(c.creativeName))
  const column = campaign.rotationWeightColumn
  return { shown, weights: shown.map(c => weightOf(column === undefined ? undefined : assetData(c)[column])) }
}

/**
 * The ad that a tag shows now: a creative of the active snapshot, by rotation (decision 29). Undefined outside the dates,
 * after the end, and where there is nothing to show.
 */
export const liveAd = async (
  place: { readonly accountId: string; readonly retailCampaignIdx: number; readonly adUnitId: number },
  { readModels, blobs, clock }: Ports,
): Promise<LiveAd | undefined> => {
  const found = await readCampaign(readModels, place.accountId, place.retailCampaignIdx)
  if (E.isLeft(found)) return undefined
  const { activation } = found.right.record
  const sha256 = lastSnapshot(activation)
  if (sha256 === undefined || activation.status === 'ENDED') return undefined
  const snapshot = await readSnapshot(blobs, sha256)
  if (!withinDates(snapshot.campaign.startDate, snapshot.campaign.endDate, clock.now())) return undefined
  const unit = snapshot.units.find(u => u.adUnit.adUnitId === place.adUnitId)
  if (unit === undefined) return undefined
  const { shown, weights } = weighted(snapshot, unit)
  const creative = shown[chooseCreative(weights, Math.random()) ?? -1]
  return creative && { snapshot, unit, creative }
}

/** Where a click on a creative leads: its own address, else the campaign's. */
export const clickthroughOf = ({ snapshot, creative }: LiveAd): string | undefined =>
  creative.clickthroughUrl ?? snapshot.campaign.clickthroughUrl
