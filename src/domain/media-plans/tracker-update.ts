import { sameJson } from '../shared/digest.ts'
import type { ChangedPlacement, ChangedSite, TrackersUpdated } from './events.ts'
import { withTrackers } from './evolve.ts'
import { type MediaPlan, numberOf, type Placement, type Site } from './plan.ts'
import { type SentTrackers, type TrackerArray, type Trackers, trackerArrays } from './tracker-fields.ts'
import { sentArrays } from './tracker-values.ts'

/** One row of updateTrackers; site and placement are identified by name (PLAN-6). */
export type TrackerItem = SentTrackers & { readonly siteName: string; readonly placementName: string }

/** Assigns numbers to new sites and placements. */
type NewIds = { readonly [kind in 'id' | 'siteId' | 'placementId']: () => number }

/** Numbers after the last one; after the largest possible number, the free ones. */
const numbersFrom = (last: number, inUse: readonly number[]): (() => number) => {
  let [above, free] = [last, 0]
  const taken = new Set(inUse)
  return () => {
    if (above < Number.MAX_SAFE_INTEGER) return ++above
    do free++
    while (taken.has(free))
    return free
  }
}

const newIds = ({ sites, lastId, lastSiteId, lastPlacementId }: MediaPlan): NewIds => ({
  id: numbersFrom(
    lastId,
    sites.map(site => site.id),
  ),
  siteId: numbersFrom(
    lastSiteId,
    sites.map(site => site.siteId),
  ),
  placementId: numbersFrom(
    lastPlacementId,
    sites.flatMap(site => site.placements.map(p => numberOf(p.placementId))),
  ),
})

/** Merges the items of one placement; later items take precedence. */
const mergeItems = (items: readonly TrackerItem[], isValidate: boolean): Trackers =>
  Object.assign({}, ...items.map(item => sentArrays(item, isValidate)))

/** The changed arrays. */
const differing = (before: Trackers, sent: Trackers): Trackers => {
  const changed: { [A in TrackerArray]?: readonly string[] } = {}
  for (const name of trackerArrays) {
    const values = sent[name]
    if (values !== undefined && !sameJson(values, before[name] ?? [])) changed[name] = values
  }
  return changed
}

const addedTo = (before: Trackers, change: Trackers): number =>
  trackerArrays.reduce(
    (sum, name) => sum + (change[name] ?? []).filter(value => !before[name]?.includes(value)).length,
    0,
  )

const changedPlacement = (
  before: Placement | undefined,
  placementName: string,
  sent: Trackers,
  ids: NewIds,
): ChangedPlacement | undefined => {
  const had = before?.trackers ?? {}
  const change = differing(had, sent)
  if (before !== undefined && Object.keys(change).length === 0) return undefined
  const placementId = before?.placementId ?? String(ids.placementId())
  const trackers = (before === undefined ? withTrackers({}, change) : change) as ChangedPlacement['trackers']
  return { placementId, placementName, appended: before === undefined, trackers, added: addedTo(had, change) }
}

const changedSite = (
  before: Site | undefined,
  siteName: string,
  items: readonly TrackerItem[],
  isValidate: boolean,
  ids: NewIds,
): ChangedSite | undefined => {
  const known = new Map((before?.placements ?? []).map(p => [p.placementName, p]))
  const own = before ?? { id: ids.id(), siteId: ids.siteId() }
  const placements = [...Map.groupBy(items, item => item.placementName)].flatMap(
    ([name, rows]) => changedPlacement(known.get(name), name, mergeItems(rows, isValidate), ids) ?? [],
  )
  if (before !== undefined && placements.length === 0) return undefined
  return { id: own.id, siteId: own.siteId, siteName, appended: before === undefined, placements }
}

/** The changes of an update to a plan (PLAN-6): only new or changed sites and placements, in the order of the items. */
export const changedSites = (
  plan: MediaPlan,
  items: readonly TrackerItem[],
  isValidate: boolean,
): readonly ChangedSite[] => {
  const known = new Map(plan.sites.map(site => [site.siteName, site]))
  const ids = newIds(plan)
  return [...Map.groupBy(items, item => item.siteName)].flatMap(
    ([name, rows]) => changedSite(known.get(name), name, rows, isValidate, ids) ?? [],
  )
}

/** The counts of an update (PLAN-1, PLAN-6); undefined if nothing changed. */
export const countsOf = (update: TrackersUpdated['data'] | undefined) => {
  const sites = update?.sites ?? []
  const placements = sites.flatMap(site => site.placements)
  const changed = (placement: ChangedPlacement) => !placement.appended
  return {
    siteUpdatedCount: sites.filter(site => !site.appended).length,
    siteAppendedCount: sites.filter(site => site.appended).length,
    placementUpdatedCount: placements.filter(changed).length,
    placementAppendedCount: placements.filter(placement => placement.appended).length,
    trackerAppendedCount: placements.reduce((sum, placement) => sum + placement.added, 0),
    updatedCampaignId: update?.campaignId !== undefined,
    updatedMediaPlanName: false,
  }
}
