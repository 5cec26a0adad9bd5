import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import type { DspRun } from '../../src/domain/dsp/export-run.ts'
import { campaignId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { mustHaveDsp } from '../../src/dsp/configuration.ts'
import { callersCampaign } from '../../src/dsp/find-campaign.ts'
import { dspRefused, dspReply, dspReplyOf, dspStatuses } from '../../src/dsp/reply.ts'
import { runningExport } from '../../src/dsp/running-exports.ts'
import { query } from '../../src/engine/operation.ts'
import * as TE from '../../src/engine/task-either.ts'

/** GET /svc/serverApis/dsp/alreadyProcessing (DSP-8, DSP-12, DSP-26). */
export const getRunningDspExport = query({
  summary: 'Show the export of tags of a campaign that runs',
  description:
    'The batchId is the id of its queue. Without a running export the reply has neither configId nor batchId.',
  problems: ['dsp-not-configured'],
  statuses: dspStatuses,
  refused: dspRefused,
  noStore: true,
  params: t.type({}),
  query: fields({ svcCampaignId: IntegerText }),
  reply: dspReplyOf(
    { 200: 'with `configId`, an export runs or is being cancelled; without, none' },
    { configId: integer(1), batchId: t.string },
  ),
  example: {
    reply: { status: 200, configId: 7, batchId: 'dsp-export-12-3', message: 'Tag Export in Progress' },
  },
  run: ({ query: { svcCampaignId }, caller }, ports) =>
    pipe(
      mustHaveDsp(ports),
      TE.flatMap(() => callersCampaign(svcCampaignId, caller, ports)),
      TE.flatMapTask(
        ({ accountId }) =>
          () =>
            runningExport(ports, campaignId(accountId, svcCampaignId)),
      ),
      TE.map(run => dspReply(runningReply(run))),
    )(),
})

const runningReply = (run: DspRun | undefined) => {
  if (run === undefined) return { status: 200, message: 'No export of this campaign is running.' }
  const { configId, batchId, status } = run
  const message = status === 'cancelling' ? 'Tag Export cancellation in progress' : 'Tag Export in Progress'
  return { status: 200, message, configId, batchId }
}
