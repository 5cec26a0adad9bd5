import * as t from 'io-ts'
import { about, named } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf } from '../../codec/json.ts'
import { Name } from '../../codec/names.ts'
import { text } from '../../codec/text.ts'
import { Trackers } from './tracker-fields.ts'

/** The most sites of a plan, and the most placements of a site (PLAN-9). */
export const mostSites = 1_000
export const mostPlacements = 5_000

/** A placement's id, which campaigns refer to. */
export const PlacementId = text({ min: 1, max: 64 })

/** The body of a plan: sites and their placements, without trackers. */
const PlacementBody = fields({
  placementId: about(PlacementId, 'The id of the placement, unique on its site.'),
  placementName: about(Name, 'The name of the placement, unique on its site.'),
})
const SiteBody = named(
  'MediaPlanSite',
  fields({
    id: about(integer(1), 'The number of the site in the plan.'),
    siteId: about(integer(0), 'The id of the site.'),
    siteName: about(Name, 'The name of the site, unique in the plan.'),
    placements: about(listOf(PlacementBody, mostPlacements), 'The placements of the site.'),
  }),
)
export const PlanBody = named(
  'MediaPlan',
  fields({
    mediaPlanName: about(Name, 'The name of the plan.'),
    sites: about(listOf(SiteBody, mostSites), 'The sites of the plan.'),
  }),
)
export type PlanBody = t.TypeOf<typeof PlanBody>

/** A plan with one placement, for the OpenAPI document. */
export const examplePlan: PlanBody = {
  mediaPlanName: 'Spring Garden media plan',
  sites: [
    {
      id: 1,
      siteId: 501,
      siteName: 'The Potting Shed',
      placements: [{ placementId: 'P-101', placementName: 'Article, beside the text' }],
    },
  ],
}

/** A placement with its trackers. */
export const Placement = fields({ placementId: t.string, placementName: t.string, trackers: Trackers })
export type Placement = t.TypeOf<typeof Placement>
export const Site = fields({
  id: integer(1),
  siteId: integer(0),
  siteName: t.string,
  placements: t.array(Placement),
})
export type Site = t.TypeOf<typeof Site>

/**
 * A media plan (PLAN-2). `last*` are the highest numbers ever used, so that a new site or placement never gets the id of a
 * removed one. `campaignId` is that of the last tracker update.
 */
export const MediaPlan = fields(
  {
    mediaPlanId: integer(1),
    mediaPlanName: t.string,
    sites: t.array(Site),
    lastId: integer(0),
    lastSiteId: integer(0),
    lastPlacementId: integer(0),
  },
  { campaignId: integer(1) },
)
export type MediaPlan = t.TypeOf<typeof MediaPlan>

/** Maximum bytes of a plan with its trackers as JSON; all stores support documents of that size. */
export const maxPlanBytes = 8 * 1024 * 1024

/** The number in a placement's id if it is numeric, otherwise 0. */
export const numberOf = (placementId: string): number => {
  const number = /^\d{1,16}$/.test(placementId) ? Number(placementId) : 0
  return Number.isSafeInteger(number) ? number : 0
}

/** The plan's sites without their trackers. */
export const bodyOf = ({ mediaPlanName, sites }: MediaPlan): PlanBody => ({
  mediaPlanName,
  sites: sites.map(({ id, siteId, siteName, placements }) => ({
    id,
    siteId,
    siteName,
    placements: placements.map(({ placementId, placementName }) => ({ placementId, placementName })),
  })),
})
