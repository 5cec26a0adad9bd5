import type { ChangedPlacement, ChangedSite, MediaPlanEvent } from './events.ts'
import { type MediaPlan, numberOf, type Placement, type PlanBody, type Site } from './plan.ts'
import { type TrackerArray, type Trackers, trackerArrays } from './tracker-fields.ts'

const highest = (from: number, numbers: readonly number[]): number => numbers.reduce((a, b) => Math.max(a, b), from)

/** The plan with updated `last*` numbers. */
const marked = (plan: MediaPlan): MediaPlan => ({
  ...plan,
  lastId: highest(
    plan.lastId,
    plan.sites.map(site => site.id),
  ),
  lastSiteId: highest(
    plan.lastSiteId,
    plan.sites.map(site => site.siteId),
  ),
  lastPlacementId: highest(
    plan.lastPlacementId,
    plan.sites.flatMap(site => site.placements.map(p => numberOf(p.placementId))),
  ),
})

const saved = (before: MediaPlan | undefined, mediaPlanId: number, plan: PlanBody): MediaPlan => {
  const known = new Map(
    (before?.sites ?? []).flatMap(site =>
      site.placements.map(p => [`${site.siteId}:${p.placementId}`, p.trackers] as const),
    ),
  )
  const sites = plan.sites.map(site => ({
    ...site,
    placements: site.placements.map(p => ({ ...p, trackers: known.get(`${site.siteId}:${p.placementId}`) ?? {} })),
  }))
  const base = before ?? { lastId: 0, lastSiteId: 0, lastPlacementId: 0 }
  return marked({ ...base, mediaPlanId, mediaPlanName: plan.mediaPlanName, sites })
}

/** The trackers after a change; cleared arrays are removed. */
export const withTrackers = (before: Trackers, change: Trackers): Trackers => {
  const after: { [A in TrackerArray]?: readonly string[] } = {}
  for (const name of trackerArrays) {
    const values = change[name] ?? before[name]
    if (values !== undefined && values.length > 0) after[name] = values
  }
  return after
}

const changedPlacement = (before: Placement | undefined, change: ChangedPlacement): Placement => ({
  placementId: change.placementId,
  placementName: change.placementName,
  trackers: withTrackers(before?.trackers ?? {}, change.trackers) as Placement['trackers'],
})

/** A list after changes to some of its items; new items are appended. */
const changedList = <A, C, K>(
  list: readonly A[],
  changes: readonly C[],
  keyOf: (item: A | C) => K,
  after: (before: A | undefined, change: C) => A,
): A[] => {
  const items = new Map(list.map(item => [keyOf(item), item]))
  for (const change of changes) items.set(keyOf(change), after(items.get(keyOf(change)), change))
  return [...items.values()]
}

const changedSite = (before: Site | undefined, change: ChangedSite): Site => ({
  id: change.id,
  siteId: change.siteId,
  siteName: change.siteName,
  placements: changedList(before?.placements ?? [], change.placements, p => p.placementId, changedPlacement),
})

/** The plan after an event; shared by the aggregate and the read model. */
export const evolveMediaPlan = (state: MediaPlan | undefined, event: MediaPlanEvent): MediaPlan | undefined => {
  switch (event.type) {
    case 'MediaPlanSaved':
      return saved(state, event.data.mediaPlanId, event.data.plan)
    case 'TrackersUpdated': {
      if (state === undefined) return undefined
      const { campaignId, sites } = event.data
      const changed = changedList(state.sites, sites, site => site.siteId, changedSite)
      return marked({ ...state, sites: changed, ...(campaignId === undefined ? {} : { campaignId }) })
    }
  }
}
