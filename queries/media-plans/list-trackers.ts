import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { CampaignIdText } from '../../src/domain/media-plans/campaign-id.ts'
import { examplePlan, type Placement } from '../../src/domain/media-plans/plan.ts'
import { AllTrackers, trackerArrays } from '../../src/domain/media-plans/tracker-fields.ts'
import { query } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { Filters, filteredSites } from '../../src/list/placement-filters.ts'
import { readPlan } from '../../src/lookups/media-plan.ts'

const PlacementTrackers = t.intersection([fields({ placementId: t.string, placementName: t.string }), AllTrackers])
const Site = fields({
  id: integer(1),
  siteId: integer(0),
  siteName: t.string,
  placements: t.array(PlacementTrackers),
})

const shown = ({ trackers, ...placement }: Placement): t.TypeOf<typeof PlacementTrackers> => ({
  ...placement,
  ...(Object.fromEntries(trackerArrays.map(name => [name, trackers[name] ?? []])) as t.TypeOf<typeof AllTrackers>),
})

/**
 * GET /v2/accounts/{accountId}/media-plans/{mediaPlanId}/trackers/{campaignId} (PLAN-1). Trackers belong to the plan's
 * placements, so they are the same for every campaign in the path (PLAN-4: it need not exist).
 */
export const listTrackers = query({
  summary: 'List the trackers of the placements of a media plan',
  params: t.type({ accountId: AccountId, mediaPlanId: IntegerText, campaignId: CampaignIdText }),
  query: fields({}, { filters: Filters }),
  reply: fields({ mediaPlanId: integer(1), mediaPlanName: t.string, sites: t.array(Site) }),
  example: {
    reply: {
      mediaPlanId: 1,
      mediaPlanName: examplePlan.mediaPlanName,
      sites: examplePlan.sites.map(site => ({
        ...site,
        placements: site.placements.map(placement =>
          shown({ ...placement, trackers: { primaryClickTracker: ['https://count.example.com/click?to={redirect}'] } }),
        ),
      })),
    },
  },
  run: ({ params: { accountId, mediaPlanId }, query: { filters } }, { readModels }) =>
    pipe(
      readPlan(readModels, accountId, mediaPlanId),
      TE.flatMapEither(({ plan, revision }) => {
        const sites = filteredSites(plan.sites, filters).map(s => ({ ...s, placements: s.placements.map(shown) }))
        return reply({ mediaPlanId: plan.mediaPlanId, mediaPlanName: plan.mediaPlanName, sites }, revision)
      }),
    )(),
})
