import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { activation } from '../../src/domain/activation/activation.ts'
import { type ActivationStatus, shownStatus } from '../../src/domain/activation/state.ts'
import { SentExportFormat } from '../../src/domain/exports/events.ts'
import { type ExportKey, exportId, exportOf, exportQueueId } from '../../src/domain/exports/export.ts'
import { mustBeSupported, Resolution } from '../../src/domain/exports/resolution.ts'
import { type ExportState, queueIdOf as queueIdIn, ShownExportStart } from '../../src/domain/exports/state.ts'
import { campaignId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import type { Rejection } from '../../src/domain/shared/decider.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { changeOf } from '../../src/engine/write/change.ts'
import type { Executed, Work } from '../../src/engine/write/execute.ts'
import { executed, hasChanged, loaded } from '../../src/engine/write/steps.ts'
import { type CampaignContent, contentFromLog } from '../../src/lookups/campaign-from-log.ts'
import type { Clock } from '../../src/ports/clock.ts'

/** POST …/exportAssets (EXPORT-1, EXPORT-3, EXPORT-4, EXPORT-7, EXPORT-8): creates a ZIP of every creative in every ad unit. */
export const exportAssets = command({
  summary: 'Export the rendered creatives of an active campaign as a ZIP',
  start: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  body: fields({
    assetExportType: about(SentExportFormat, 'The format of the files.'),
    resolution: about(Resolution, '1, or 2 for twice the pixels (png, jpg and gif).'),
  }),
  reply: fields({ queueId: t.union([t.string, t.null]), status: ShownExportStart, message: t.string }),
  example: { body: { assetExportType: 'png', resolution: '2' } },
  run({ params: { accountId, retailCampaignIdx }, body: { assetExportType: format, resolution } }, work, ports) {
    const key = { accountId, retailCampaignIdx, mode: 'production', format, resolution } as const
    return changeOf(
      exportOf,
      exportId(key),
      pipe(
        TE.fromEither(mustBeSupported(format, resolution, '/resolution')),
        TE.flatMap(() => contentFromLog(work, accountId, retailCampaignIdx, ports)),
        TE.bindTo('content'),
        TE.apS('activated', loaded(work, activation, campaignId(accountId, retailCampaignIdx))),
        TE.flatMap(
          ({ content, activated: { state } }): TE.TaskEither<Rejection, Asked> =>
            state.status === 'ACTIVE'
              ? pipe(
                  initiated(key, content, work, ports.clock),
                  TE.map(done => ({ ...done, isChanged: content.contentHash !== state.activatedHash })),
                )
              : TE.right({ notActive: shownStatus(state, content.creatives.creatives.size) }),
        ),
      ),
      done =>
        pipe(
          TE.right(done),
          TE.flatMapEither(done => reply('notActive' in done ? notInitiated(done.notActive) : initiatedReply(done))),
        ),
    )
  },
})

/** `isChanged`: whether the campaign was changed after its activation; a repeat does not say. */
type Run = Executed<ExportState, unknown> & { readonly isChanged?: boolean }
/** The run of an export, or the status of a campaign that cannot be exported. */
type Asked = Run | { readonly notActive: ActivationStatus }

const initiated = (key: ExportKey, { contentHash }: CampaignContent, work: Work, clock: Clock) => {
  const queueIdOf = (run: number) => exportQueueId(key, run)
  const initiate = { kind: 'InitiateExport', queueIdOf, contentHash, at: clock.now().toISOString() } as const
  return executed(work, exportOf, exportId(key), initiate)
}

type Initiated = {
  readonly queueId: string | null
  readonly status: t.TypeOf<typeof ShownExportStart>
  readonly message: string
}

const initiatedReply = (done: Run): Initiated => {
  const { state, isChanged } = done
  const message = hasChanged(done) ? `${started}${isChanged ? changed : ''}` : running
  const status = state.status === 'PROCESSING' ? 'PROCESSING' : 'INITIATED'
  return { queueId: queueIdIn(state) ?? null, status, message }
}

const started = 'The export has started. Poll the queue or the export status.'
const changed =
  ' The campaign was changed after its activation: the ZIP shows it as it is now, not as its tags show it.'
const running = 'This export is already running.'

const activateFirst = 'Activate it first: POST …/activate.'
/** What a caller has to do before an export. */
const before: Readonly<Record<ActivationStatus, string>> = {
  NEW: activateFirst,
  DRAFT: activateFirst,
  IN_PROGRESS: 'Wait until the activation status is ACTIVE.',
  FAILED: 'Remove the reason that the activation status gives, and activate it again: POST …/activate.',
  ACTIVE: '',
  PUBLISHED: 'Wait until the DSP has approved its tags.',
  ENDED: 'Clone it to run it again: POST …/clone.',
  EXAMINE: 'Remove the reason that the activation status gives, and activate it again: POST …/activate.',
}

const notInitiated = (status: ActivationStatus): Initiated => {
  const message = `Only ACTIVE campaigns can be exported; this one is ${status}. ${before[status]}`
  return { queueId: null, status: 'FAILED_TO_INITIATE', message }
}
