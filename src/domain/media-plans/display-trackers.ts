import { redirectToken } from '../tags/click-chain.ts'
import type { MediaPlan } from './plan.ts'

/** What a display tag carries of a placement's trackers (ADR 0010). */
export type DisplayTrackers = {
  readonly placementName: string
  /** Asked for once, when the ad is to be seen. */
  readonly impressionTrackers: readonly string[]
  /** Scripts that run in the ad's own frame at that moment. */
  readonly scriptTrackers: readonly string[]
  /** Asked for when the creative has loaded, seen or not. */
  readonly loadTrackers: readonly string[]
  /** The primary one first: with `{redirect}` it stands in the click's way, else it is asked for beside it. */
  readonly clickTrackers: readonly string[]
}

// click trackers are often given as an address that the next one is written behind
const leadingOn = (tracker: string): string =>
  tracker.endsWith('=') && !tracker.includes(redirectToken) ? tracker + redirectToken : tracker

/** Trackers of the plan's placement that a campaign booked; undefined when the plan has no such placement. */
export const displayTrackers = (
  plan: MediaPlan | undefined,
  booked: { readonly siteId: number; readonly placementId: string } | undefined,
): DisplayTrackers | undefined => {
  if (plan === undefined || booked === undefined) return undefined
  const site = plan.sites.find(s => s.siteId === booked.siteId)
  const placement = site?.placements.find(p => p.placementId === booked.placementId)
  if (placement === undefined) return undefined
  const t = placement.trackers
  return {
    placementName: placement.placementName,
    impressionTrackers: [...(t.bannerImpressionTrackers ?? []), ...(t.bannerImpressionOutTagTrackers ?? [])],
    scriptTrackers: [
      ...(t.bannerImpressionInTagScriptTrackers ?? []),
      ...(t.bannerImpressionOutTagScriptTrackers ?? []),
    ],
    loadTrackers: t.creativeLoadEventTracker ?? [],
    clickTrackers: [...(t.primaryClickTracker ?? []).map(leadingOn), ...(t.secondaryClickTrackers ?? [])],
  }
}
