import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { At, fact } from '../shared/fact.ts'
import { count, sentence } from '../shared/wording.ts'
import { PlanBody } from './plan.ts'
import { Trackers } from './tracker-fields.ts'

/** A placement that an update added (`appended`) or changed; `trackers` holds the new values of the changed arrays. */
const ChangedPlacement = fields({
  placementId: t.string,
  placementName: t.string,
  appended: t.boolean,
  trackers: Trackers,
  /** Values that are new in their array. */
  added: integer(0),
})
const ChangedSite = fields({
  id: integer(1),
  siteId: integer(0),
  siteName: t.string,
  appended: t.boolean,
  placements: t.array(ChangedPlacement),
})
export type ChangedPlacement = t.TypeOf<typeof ChangedPlacement>
export type ChangedSite = t.TypeOf<typeof ChangedSite>

/** The plan was saved with this name, sites and placements; existing placements keep their trackers. */
export const MediaPlanSaved = fact(
  'MediaPlanSaved',
  fields({ mediaPlanId: integer(1), plan: PlanBody, at: At }),
  ({ plan }) => `The media plan “${plan.mediaPlanName}” was saved with ${count(plan.sites.length, 'site')}.`,
)
/** The trackers of these placements changed. `campaignId`: the campaign that the plan is newly linked to. */
export const TrackersUpdated = fact(
  'TrackersUpdated',
  fields({ sites: t.array(ChangedSite), at: At }, { campaignId: integer(1) }),
  ({ sites, campaignId }) => {
    const placements = sites.reduce((sum, site) => sum + site.placements.length, 0)
    const updated = placements === 0 ? [] : [`the trackers of ${count(placements, 'placement')} were updated`]
    const linked = campaignId === undefined ? [] : [`the media plan was linked to campaign ${campaignId}`]
    return sentence(...updated, ...linked)
  },
)
export type TrackersUpdated = t.TypeOf<typeof TrackersUpdated>

export const MediaPlanEvent = t.union([MediaPlanSaved, TrackersUpdated])
export type MediaPlanEvent = t.TypeOf<typeof MediaPlanEvent>
