import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { peopleOf } from '../../src/audit/people/people-of.ts'
import { eventFilters, readEventList } from '../../src/audit/read-events.ts'
import { type AuditReader, auditReader } from '../../src/audit/reader.ts'
import { routineEvents, sentenceOf } from '../../src/audit/sentence.ts'
import { TimelineEntry, timelineEntries } from '../../src/audit/timeline.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { campaignId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { query } from '../../src/engine/operation.ts'
import * as TE from '../../src/engine/task-either.ts'
import { list } from '../../src/list/list.ts'
import { readCampaign } from '../../src/lookups/campaign-from-views.ts'
import type { Recorded } from '../../src/ports/event-log.ts'
import type { Where } from '../../src/ports/read-models.ts'

const history = list({
  items: 'history',
  count: [],
  item: TimelineEntry,
  filters: { ...eventFilters, summary: { made: true } },
  sort: { field: ['position'] },
  reversible: true,
})

/** GET …/retail-campaigns/{retailCampaignIdx}/history: what happened to a campaign, one sentence per event, and what changed. */
export const getRetailCampaignHistory = query({
  summary: 'Read the history of a retail campaign',
  description: 'A readable timeline, oldest first by default: who did what, when, and what changed in the campaign.',
  extension: true,
  noStore: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  query: history.codec,
  reply: history.reply,
  run({ params: { accountId, retailCampaignIdx }, query: asked }, ports) {
    const scope: Where = {
      all: [
        { field: ['campaignKey'], is: '=', value: campaignId(accountId, retailCampaignIdx) },
        ...routineEvents.map(type => ({ field: ['type'], is: '<>', value: type }) as const),
      ],
    }
    const reader = auditReader(ports)
    return pipe(
      readCampaign(ports.readModels, accountId, retailCampaignIdx),
      TE.flatMap(() =>
        readEventList(
          history,
          asked,
          scope,
          ports,
          async events => timelineEntries(events, await peopleOf(events, ports, reader, asked), ports.log, reader),
          sentences(reader),
        ),
      ),
    )()
  },
})

const sentences =
  ({ shownEvent }: AuditReader) =>
  async (events: readonly Recorded[]) =>
    (await Promise.all(events.map(shownEvent))).map(event => ({ summary: sentenceOf(event) }))
