import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import type { RunShown } from '../../projections/asset-sources/run-shown.ts'
import { requireSource } from '../../src/asset-sources/find-source.ts'
import { pageOfSource } from '../../src/asset-sources/page-of-source.ts'
import { FetchShown, fetchShown, fetchWarnings } from '../../src/asset-sources/remote/fetch-shown.ts'
import { runsOfSource } from '../../src/asset-sources/runs-of-source.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { oneOf } from '../../src/codec/text.ts'
import { assetSourceId as idOf } from '../../src/domain/asset-sources/asset-source-id.ts'
import { RunFault } from '../../src/domain/asset-sources/feed-events.ts'
import { query } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { warningsOf } from '../../src/feeds/warnings.ts'

const Run = fields(
  { queueId: t.string, status: oneOf('INITIATED', 'PROCESSING', 'COMPLETED', 'FAILED'), requestedAt: t.string },
  {
    endedAt: t.string,
    rows: integer(0),
    rowChange: t.union([t.number, t.null]),
    faultyRows: integer(0),
    columnsMissing: t.array(t.string),
    faults: t.array(RunFault),
    reason: t.string,
  },
)

/** GET …/asset-sources/{assetSourceId}/health (SOURCE-18): the last runs or fetch of a source, and what is wrong with its rows. */
export const getAssetSourceHealth = query({
  summary: 'Get the last runs or fetch of an asset source, and what is wrong with its rows',
  extension: true,
  noStore: true,
  params: t.type({ accountId: AccountId, assetSourceId: IntegerText }),
  reply: fields(
    {
      assetSourceId: t.string,
      nextRun: t.union([t.string, t.null]),
      runs: t.array(Run),
      brokenImages: t.array(fields({ column: t.string, value: t.string })),
      warnings: t.array(t.string),
    },
    { fetch: FetchShown },
  ),
  example: {
    reply: {
      assetSourceId: '12',
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
      TE.flatMapEither(({ made, sampled, fetch }) => {
        const rows = sampled.documents.map(({ json }) => JSON.parse(json) as Readonly<Record<string, string>>)
        const { warnings, brokenImages } = warningsOf(made.runs, rows)
        return reply({
          assetSourceId: String(assetSourceId),
          nextRun: made.nextRun ?? null,
          runs: made.runs.map(shown),
          ...(fetch ? { fetch } : {}),
          brokenImages,
          warnings: [...(fetch ? fetchWarnings(fetch) : []), ...warnings],
        })
      }),
    )(),
})

/** By how much the rows changed, as a part of those before; null when there were none. */
const shown = ({ rowsBefore, ...run }: RunShown) =>
  run.rows === undefined || rowsBefore === undefined
    ? run
    : { ...run, rowChange: rowsBefore === 0 ? null : Math.round((run.rows / rowsBefore - 1) * 1_000) / 1_000 }
