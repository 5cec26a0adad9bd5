import * as E from 'fp-ts/lib/Either.js'
import { type Aggregate, type Rejection, rejection } from '../shared/decider.ts'
import { sameJson } from '../shared/digest.ts'
import { repeatedAt } from '../shared/repeated.ts'
import { MediaPlanEvent } from './events.ts'
import { evolveMediaPlan } from './evolve.ts'
import { bodyOf, type MediaPlan, maxPlanBytes, mostPlacements, mostSites, type PlanBody } from './plan.ts'
import { changedSites, type TrackerItem } from './tracker-update.ts'

export type MediaPlanCommand =
  | { readonly kind: 'SaveMediaPlan'; readonly mediaPlanId: number; readonly plan: PlanBody; readonly at: string }
  | {
      readonly kind: 'UpdateTrackers'
      readonly campaignId: number
      readonly items: readonly TrackerItem[]
      /** Store only https addresses (PLAN-7). */
      readonly isValidate: boolean
      readonly at: string
    }

export const noPlan = rejection('not-found', 'The account has no such media plan.')

type Fault = NonNullable<Rejection['errors']>[number]

const repeated = (values: readonly unknown[], pointerOf: (i: number) => string): readonly Fault[] =>
  repeatedAt(values).map(i => ({ pointer: pointerOf(i), code: 'duplicate', detail: 'is already in the list' }))

/** Trackers refer to sites and placements by name, campaigns by id, so both must be unique. */
const twice = ({ sites }: PlanBody): readonly Fault[] => [
  ...(['id', 'siteId', 'siteName'] as const).flatMap(name =>
    repeated(
      sites.map(site => site[name]),
      i => `/sites/${i}/${name}`,
    ),
  ),
  ...sites.flatMap((site, s) =>
    (['placementId', 'placementName'] as const).flatMap(name =>
      repeated(
        site.placements.map(p => p[name]),
        i => `/sites/${s}/placements/${i}/${name}`,
      ),
    ),
  ),
]

const isTooLarge = (plan: MediaPlan): boolean => Buffer.byteLength(JSON.stringify(plan)) > maxPlanBytes
const tooLarge = rejection('invalid-request', 'The sites, placements and trackers of the plan would exceed 8 MiB.', {
  errors: [{ pointer: '/mediaPlanDetails', code: 'too-large', detail: 'would make the plan larger than 8 MiB' }],
})

const tooMany = (what: string): Rejection => {
  const detail = `would give ${what}`
  return rejection('invalid-request', `The update ${detail}.`, {
    errors: [{ pointer: '/mediaPlanDetails', code: 'invalid', detail }],
  })
}

/** Refuses a plan that grows to more than putMediaPlan takes, because it could not be sent back as it was read (PLAN-8). */
const overgrown = ({ sites }: MediaPlan, before: MediaPlan): Rejection | undefined => {
  const had = new Map(before.sites.map(site => [site.siteId, site.placements.length]))
  if (sites.length > mostSites && sites.length > before.sites.length)
    return tooMany(`the plan ${sites.length} sites; it may have at most ${mostSites}`)
  const site = sites.find(
    ({ siteId, placements: { length } }) => length > mostPlacements && length > (had.get(siteId) ?? 0),
  )
  return (
    site &&
    tooMany(`the site ${site.siteName} ${site.placements.length} placements; it may have at most ${mostPlacements}`)
  )
}

/** A media plan; its stream is `media-plan-<account>:<mediaPlanId>` (PLAN-1, PLAN-4, PLAN-7). */
export const mediaPlan: Aggregate<MediaPlanCommand, MediaPlan | undefined, MediaPlanEvent> = {
  category: 'media-plan',
  subject: 'account',
  events: MediaPlanEvent,
  initialState: undefined,
  evolve: evolveMediaPlan,
  decide(command, state) {
    if (command.kind === 'SaveMediaPlan') {
      const { kind: _, ...data } = command
      const errors = twice(data.plan)
      if (errors.length > 0)
        return E.left(rejection('invalid-request', 'The plan contains a site or a placement twice.', { errors }))
      if (state !== undefined && sameJson(bodyOf(state), data.plan)) return E.right([])
      return E.right([{ type: 'MediaPlanSaved', data }])
    }
    if (state === undefined) return E.left(noPlan)
    const { campaignId, items, isValidate, at } = command
    const sites = [...changedSites(state, items, isValidate)]
    const link = campaignId === state.campaignId ? {} : { campaignId }
    if (sites.length === 0 && campaignId === state.campaignId) return E.right([])
    const updated: MediaPlanEvent = { type: 'TrackersUpdated', data: { sites, at, ...link } }
    const after = evolveMediaPlan(state, updated) ?? state
    const refused = overgrown(after, state) ?? (isTooLarge(after) ? tooLarge : undefined)
    return refused ? E.left(refused) : E.right([updated])
  },
}
