import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { integer } from '../../src/codec/integer.ts'
import { dspExport, notExported } from '../../src/domain/dsp/export.ts'
import type { DspExportState } from '../../src/domain/dsp/export-state.ts'
import { campaignId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { mustHaveDsp } from '../../src/dsp/configuration.ts'
import { callersCampaign, configurationFromLog } from '../../src/dsp/find-campaign.ts'
import { dspRefused, dspReply, dspReplyOf, dspStartStatuses } from '../../src/dsp/reply.ts'
import { command } from '../../src/engine/operation.ts'
import * as TE from '../../src/engine/task-either.ts'
import { changeOf, checkedFirst } from '../../src/engine/write/change.ts'
import type { Executed } from '../../src/engine/write/execute.ts'
import { executed, hasChanged } from '../../src/engine/write/steps.ts'

/** POST /svc/serverApis/dsp/cancelExport (DSP-8, DSP-9, DSP-10, DSP-25). */
export const cancelDspExport = command({
  summary: 'Cancel an export of tags to the DSP',
  description:
    'Nothing more is exported, and the creatives that this export has created are archived at the DSP. An export that has ended stays as it is.',
  problems: ['dsp-not-configured'],
  statuses: dspStartStatuses,
  refused: dspRefused,
  params: t.type({}),
  body: fields({
    configId: about(integer(1), 'The DSP configuration of the export.'),
    svcCampaignId: about(integer(1), 'The retail campaign, its retailCampaignIdx.'),
  }),
  reply: dspReplyOf(
    {
      202: 'the cancellation was started, or runs already',
      210: 'no export runs that could be cancelled; nothing was changed, as `warning` says',
    },
    {},
  ),
  example: {
    body: { configId: 7, svcCampaignId: 12 },
    reply: { status: 202, message: 'Tag Export cancellation in progress' },
  },
  run: ({ body: { configId, svcCampaignId }, caller }, work, ports) =>
    checkedFirst(
      pipe(
        mustHaveDsp(ports),
        TE.flatMap(() => callersCampaign(svcCampaignId, caller, ports)),
        TE.mapLeft(refused => (refused.code === 'dsp-unreadable' ? nothingToCancel : refused)),
      ),
      ({ accountId }) => {
        const id = campaignId(accountId, svcCampaignId)
        const cancel = { kind: 'CancelExport', configId, at: ports.clock.now().toISOString() } as const
        const run = pipe(
          configurationFromLog(work, accountId, configId),
          TE.mapLeft(() => nothingToCancel),
          TE.flatMap(() => executed(work, dspExport, id, cancel)),
        )
        return changeOf(dspExport, id, run, done => TE.right(dspReply(cancelledReply(done, configId))))
      },
    ),
})

/** The same text for what does not exist and for what belongs to another account (DSP-8). */
const nothingToCancel = rejection(
  'dsp-failed',
  'The accounts of the key have no DSP configuration with this configId, or no campaign with this svcCampaignId.',
)

const cancelledReply = (done: Executed<DspExportState, unknown>, configId: number) => {
  const { current, configurations } = done.state
  const run = current?.configId === configId ? current : undefined
  if (hasChanged(done) || run?.status === 'cancelling')
    return { status: 202, message: 'Tag Export cancellation in progress' }
  if (!configurations.has(configId))
    return { status: 210, message: 'No Tag Export to cancel', warning: notExported.detail }
  return run?.status === 'cancelled'
    ? {
        status: 210,
        message: 'Tag Export already cancelled',
        warning: 'The export was cancelled before; nothing was changed.',
      }
    : {
        status: 210,
        message: 'Tag Export already completed',
        warning: 'The export has ended already; nothing was changed.',
      }
}
