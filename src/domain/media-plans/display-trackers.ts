import { redirectToken } from '../tags/click-chain.ts'
import type { MediaPlan } from './plan.ts'

/** The trackers of a placement that display tags carry (ADR 0010). */
export type DisplayTrackers = {
  readonly placementName: string
  /** Requested once, when the ad is visible. */
  readonly impressionTrackers: readonly string[]
  /** Scripts that run in the ad's own frame at the same moment. */
  readonly scriptTrackers: readonly string[]
  /** Requested when the creative has loaded, visible or not. */
  readonly loadTrackers: readonly string[]
  /** The primary tracker first: with `{redirect}` the click passes through it, otherwise it is requested in parallel. */
  readonly clickTrackers: readonly string[]
}

// click trackers are often given as a prefix that the next address is appended to
const leadingOn = (tracker: string): string =>
  tracker.endsWith('=') && !tracker.includes(redirectToken) ? tracker + redirectToken : tracker

/** The click trackers of a tag: the primary ones lead on where they can, the secondary ones follow. */
export const tagClickTrackers = (primary: readonly string[], secondary: readonly string[]): readonly string[] => [
  ...primary.map(leadingOn),
  ...secondary,
]

/** The trackers of the placement booked by a campaign; undefined if the plan has no such placement. */
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
    clickTrackers: tagClickTrackers(t.primaryClickTracker ?? [], t.secondaryClickTrackers ?? []),
  }
}
