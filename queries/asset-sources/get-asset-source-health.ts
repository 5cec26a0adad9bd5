import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import type { RunShown } from '../../projections/asset-sources/run-shown.ts'
import { requireSource } from '../../src/asset-sources/find-source.ts'
import { pageOfSource } from '../../src/asset-sources/page-of-source.ts'
import { ReadAs, remoteReadAs } from '../../src/asset-sources/read-as.ts'
import { FetchShown, fetchShown, fetchWarnings } from '../../src/asset-sources/remote/fetch-shown.ts'
import { runsOfSource } from '../../src/asset-sources/runs-of-source.ts'
import { Served, SourceState, servedRows, stateOf } from '../../src/asset-sources/source-state.ts'
import { named } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { assetSourceId as idOf } from '../../src/domain/asset-sources/asset-source-id.ts'
import { RunFault } from '../../src/domain/asset-sources/feed-events.ts'
import { QueueStatus } from '../../src/domain/queues/queue-status.ts'
import { query } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { priceWarnings } from '../../src/feeds/price-warnings.ts'
import { warningsOf } from '../../src/feeds/warnings.ts'
import { unknownToCampaigns } from '../../src/products/named-columns.ts'

const Run = fields(
  { queueId: t.string, status: QueueStatus, requestedAt: t.string },
  {
    endedAt: t.string,
    rows: integer(0),
    rowChange: t.union([t.number, t.null]),
    faultyRows: integer(0),
    films: integer(0),
    filmsMissing: integer(0),
    columnsMissing: t.array(t.string),
    faults: t.array(RunFault),
    warnings: t.array(t.string),
    reason: t.string,
  },
)

const Health = named(
  'AssetSourceHealth',
  fields(
    {
      assetSourceId: t.string,
      assetSourceType: t.string,
      state: SourceState,
      served: t.union([Served, t.null]),
      nextRun: t.union([t.string, t.null]),
      runs: t.array(Run),
      brokenImages: t.array(fields({ column: t.string, value: t.string })),
      warnings: t.array(t.string),
    },
    { fetch: FetchShown, understood: ReadAs },
  ),
)
export type Health = t.TypeOf<typeof Health>

/** GET …/asset-sources/{assetSourceId}/health (SOURCE-18): the last runs or fetch of a source, and what is wrong with its rows. */
export const getAssetSourceHealth = query({
  summary: 'Get the state of an asset source, its last runs or fetch, and its warnings',
  extension: true,
  noStore: true,
  params: t.type({ accountId: AccountId, assetSourceId: IntegerText }),
  reply: Health,
  example: {
    reply: {
      assetSourceId: '12',
      assetSourceType: 'feed',
      state: 'WARNING',
      served: { rows: 400, columns: 6, version: 2, loadedAt: '2026-05-01T10:30:04.000Z' },
      nextRun: '2026-05-02T10:30:00.000Z',
      runs: [
        {
          queueId: 'feed-12-3',
          status: 'COMPLETED',
          requestedAt: '2026-05-01T10:30:00.000Z',
          endedAt: '2026-05-01T10:30:04.000Z',
          rows: 400,
          rowChange: -0.6,
          faultyRows: 0,
          columnsMissing: [],
          faults: [],
        },
      ],
      understood: { contentType: 'csv', characterEncoding: 'UTF_8', csvSeparator: 'semicolon', firstRowIsHeader: true },
      brokenImages: [],
      warnings: ['The last run has 60 % fewer rows than the one before (400 instead of 1000).'],
    },
  },
  run: ({ params: { accountId, assetSourceId } }, ports) =>
    pipe(
      requireSource(ports.readModels, accountId, assetSourceId),
      TE.bindTo('view'),
      TE.bind('made', ({ view: { assetSourceType } }) =>
        TE.fromTask(() => runsOfSource(ports, assetSourceType, idOf(accountId, assetSourceId))),
      ),
      TE.bind('sampled', ({ view }) => TE.fromTask(() => pageOfSource(view, ports).find({ limit: 100 }))),
      TE.bind('fetch', ({ view }) => TE.fromTask(() => fetchShown(ports, view))),
      TE.bind('named', ({ view }) => TE.fromTask(() => unknownToCampaigns(ports.readModels, view))),
      TE.flatMapEither(({ view, made, sampled, fetch, named }) => {
        const rows = sampled.documents.map(({ json }) => JSON.parse(json) as Readonly<Record<string, string>>)
        const { warnings: ofRows, brokenImages } = warningsOf(made.runs, rows)
        // recommendations are rows of another source, whose whole columns their run has looked at
        const ofPrices = view.assetSourceType === 'recommendation' ? [] : priceWarnings(rows)
        const warnings = [...(fetch ? fetchWarnings(fetch) : []), ...ofRows, ...ofPrices, ...named]
        const served = servedRows(view, sampled.count)
        const runs = made.runs.map(shown)
        const understood = made.read ?? remoteReadAs(view)
        return reply({
          assetSourceId: String(assetSourceId),
          assetSourceType: view.assetSourceType,
          state: stateOf({ served, runs, fetch, warnings }),
          served,
          nextRun: made.nextRun ?? null,
          runs,
          ...(fetch ? { fetch } : {}),
          ...(understood ? { understood } : {}),
          brokenImages,
          warnings,
        })
      }),
    )(),
})

/** By how much the rows changed, as a part of those before; null when there were none. */
const shown = ({ rowsBefore, ...run }: RunShown) =>
  run.rows === undefined || rowsBefore === undefined
    ? run
    : { ...run, rowChange: rowsBefore === 0 ? null : Math.round((run.rows / rowsBefore - 1) * 1_000) / 1_000 }
