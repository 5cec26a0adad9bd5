import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { oneOf } from '../../src/codec/text.ts'
import { activation } from '../../src/domain/activation/activation.ts'
import type { ActivationStatus } from '../../src/domain/activation/state.ts'
import { exportFormats } from '../../src/domain/exports/events.ts'
import { type ExportKey, exportId, exportOf, exportQueueId } from '../../src/domain/exports/export.ts'
import { mustBeSupported, Resolution } from '../../src/domain/exports/resolution.ts'
import { type ExportStatus, exportStatuses, queueIdOf as queueIdIn } from '../../src/domain/exports/state.ts'
import { campaignId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import type { Work } from '../../src/engine/write/execute.ts'
import { executed, hasChanged, loaded } from '../../src/engine/write/steps.ts'
import { type CampaignContent, contentFromLog } from '../../src/lookups/campaign-from-log.ts'
import type { Clock } from '../../src/ports/clock.ts'

/** POST …/exportAssets (EXPORT-1, EXPORT-3, EXPORT-4, EXPORT-7, EXPORT-8): creates a ZIP of every creative in every ad unit. */
export const exportAssets = command({
  summary: 'Export the rendered creatives of an active campaign as a ZIP',
  start: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  body: fields({ assetExportType: oneOf(...exportFormats), resolution: Resolution }),
  reply: fields({ queueId: t.union([t.string, t.null]), status: oneOf(...exportStatuses), message: t.string }),
  example: { body: { assetExportType: 'png', resolution: '2' } },
  run({ params: { accountId, retailCampaignIdx }, body: { assetExportType: format, resolution } }, work, { clock }) {
    const key = { accountId, retailCampaignIdx, mode: 'production', format, resolution } as const
    return pipe(
      TE.fromEither(mustBeSupported(format, resolution, '/resolution')),
      TE.flatMap(() => contentFromLog(work, accountId, retailCampaignIdx)),
      TE.bindTo('content'),
      TE.bind('activated', () => loaded(work, activation, campaignId(accountId, retailCampaignIdx))),
      TE.flatMap(({ content, activated: { state } }) =>
        state.status === 'ACTIVE' ? initiated(key, content, work, clock) : notInitiated(state.status),
      ),
    )()
  },
})

type Initiated = { readonly queueId: string | null; readonly status: ExportStatus; readonly message: string }

const initiated = (key: ExportKey, { contentHash }: CampaignContent, work: Work, clock: Clock) => {
  const queueIdOf = (run: number) => exportQueueId(key, run)
  const initiate = { kind: 'InitiateExport', queueIdOf, contentHash, at: clock.now().toISOString() } as const
  return pipe(
    executed(work, exportOf, exportId(key), initiate),
    TE.flatMapEither(done => {
      const { state } = done
      return reply<Initiated>({
        queueId: queueIdIn(state) ?? null,
        status: state.status,
        message: hasChanged(done) ? started : running,
      })
    }),
  )
}

const started = 'The export has started. Poll the queue or the export status.'
const running = 'This export is already running.'

const notInitiated = (status: ActivationStatus) => {
  const message = `Only ACTIVE campaigns can be exported; this one is ${status}.`
  return TE.fromEither(reply<Initiated>({ queueId: null, status: 'FAILED_TO_INITIATE', message }))
}
