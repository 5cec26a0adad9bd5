import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { BooleanText, IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { listOf } from '../../src/codec/json.ts'
import { AccountId, Name } from '../../src/codec/names.ts'
import { oneOf, text } from '../../src/codec/text.ts'
import { unknownMacro } from '../../src/domain/creatives/ad-unit-warnings.ts'
import { mostWarnings, type SaveWarning, saveWarnings } from '../../src/domain/creatives/save-warning.ts'
import { CampaignIdText } from '../../src/domain/media-plans/campaign-id.ts'
import type { MediaPlanEvent } from '../../src/domain/media-plans/events.ts'
import { type MediaPlanCommand, mediaPlan } from '../../src/domain/media-plans/media-plan.ts'
import { idOfMediaPlan } from '../../src/domain/media-plans/media-plan-id.ts'
import { type TrackerField, trackerFieldNames, trackerMeanings } from '../../src/domain/media-plans/tracker-fields.ts'
import { countsOf, type TrackerItem } from '../../src/domain/media-plans/tracker-update.ts'
import { refusedValues } from '../../src/domain/media-plans/tracker-values.ts'
import type { Rejection } from '../../src/domain/shared/decider.ts'
import { unknownMacros } from '../../src/domain/tags/foreign-macros.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import type { Work } from '../../src/engine/write/execute.ts'
import { executed, loaded, mustBeAt } from '../../src/engine/write/steps.ts'

/** As long as a body may be, so that a tracker that is too long is reported under its field (PLAN-7). */
const Value = text({ max: 1_048_576 })
const values = Object.fromEntries(trackerFieldNames.map(name => [name, about(Value, trackerMeanings[name])])) as Record<
  TrackerField,
  typeof Value
>
const texts = Object.fromEntries(trackerFieldNames.map(name => [name, t.array(t.string)])) as Record<
  TrackerField,
  t.ArrayC<t.StringC>
>

const count = integer(0)
const Counts = {
  siteUpdatedCount: count,
  siteAppendedCount: count,
  placementUpdatedCount: count,
  placementAppendedCount: count,
  trackerAppendedCount: count,
  updatedCampaignId: t.boolean,
  updatedMediaPlanName: t.boolean,
}

/** PUT /v2/accounts/{accountId}/media-plans/{mediaPlanId}/trackers/{campaignId} (PLAN-1, PLAN-4, PLAN-7). */
export const updateTrackers = command({
  summary: 'Update the trackers of placements, by site and placement name',
  takesIfMatch: true,
  description:
    'A value replaces its array, an empty value clears it, an absent value leaves it unchanged. With `isValidate`, values that are not https are returned in `errorResponse` and not stored; values that are not a web address, are longer than 2,048 characters, or contain `{redirect}` more than once, always are. `dryRun=true` stores nothing. Tags include new trackers after the next activation.',
  params: t.type({ accountId: AccountId, mediaPlanId: IntegerText, campaignId: CampaignIdText }),
  query: fields({}, { dryRun: BooleanText }),
  body: fields(
    {
      mediaPlanDetails: about(
        listOf(
          fields(
            {
              siteName: about(Name, 'The site, by name; a new one is appended.'),
              placementName: about(Name, 'The placement, by name; a new one is appended.'),
            },
            values,
          ),
          5_000,
        ),
        'The trackers of each placement.',
      ),
    },
    {
      type: about(oneOf('inline'), 'Always inline.'),
      isValidate: about(t.boolean, 'true: trackers that are not https are returned in errorResponse and not stored.'),
    },
  ),
  reply: fields({ ...Counts, errorResponse: fields({}, texts) }, { warnings: saveWarnings }),
  example: {
    body: {
      type: 'inline',
      isValidate: true,
      mediaPlanDetails: [
        {
          siteName: 'The Potting Shed',
          placementName: 'Article, beside the text',
          primaryClickTracker: 'https://count.example.com/click?to={redirect}',
          bannerImpressionInTagPixelTracker: 'https://count.example.com/seen?cb={cachebuster}',
        },
      ],
    },
    reply: {
      ...countsOf(undefined),
      siteUpdatedCount: 1,
      placementUpdatedCount: 1,
      trackerAppendedCount: 2,
      updatedCampaignId: true,
      errorResponse: {},
    },
  },
  run({ params: { accountId, mediaPlanId, campaignId }, query, body, ifMatch }, work, { clock }) {
    const { mediaPlanDetails: items, isValidate = false } = body
    const id = idOfMediaPlan(accountId, mediaPlanId)
    const update = { kind: 'UpdateTrackers', campaignId, items, isValidate, at: clock.now().toISOString() } as const
    return pipe(
      query.dryRun ? foreseen(work, id, update, ifMatch) : executed(work, mediaPlan, id, update, { ifMatch }),
      TE.flatMapEither(({ events, revision }: Updated) =>
        reply(
          {
            ...countsOf(updateOf(events)),
            errorResponse: refusedValues(items, isValidate),
            ...macroWarnings(items),
          },
          revision,
        ),
      ),
    )()
  },
})

type Updated = { readonly events: readonly MediaPlanEvent[]; readonly revision?: number }

/** What an update would append, without appending it. */
const foreseen = (
  work: Work,
  id: string,
  update: MediaPlanCommand,
  ifMatch: number | undefined,
): TE.TaskEither<Rejection, Updated> =>
  pipe(
    loaded(work, mediaPlan, id),
    TE.tapEither(({ revision }) => mustBeAt(revision, ifMatch)),
    TE.flatMapEither(({ state }) => mediaPlan.decide(update, state)),
    TE.map(events => ({ events })),
  )

const updateOf = (events: readonly MediaPlanEvent[]) =>
  events.flatMap(event => (event.type === 'TrackersUpdated' ? [event.data] : []))[0]

/** Macros in trackers for which there is no value (TAGS-18); no member if there are none. */
const macroWarnings = (items: readonly TrackerItem[]): { readonly warnings?: SaveWarning[] } => {
  const found = items.flatMap((item, i) =>
    Object.entries(item).flatMap(([name, value]) => {
      const macros = name === 'siteName' || name === 'placementName' ? [] : unknownMacros(String(value ?? ''))
      const pointer = `/mediaPlanDetails/${i}/${name}`
      return macros.length === 0 ? [] : [{ pointer, code: 'unknown-macro', detail: unknownMacro([...new Set(macros)]) }]
    }),
  )
  return found.length === 0 ? {} : { warnings: found.slice(0, mostWarnings) }
}
