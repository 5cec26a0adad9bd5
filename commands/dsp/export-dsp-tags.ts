import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { BooleanText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { dspExport } from '../../src/domain/dsp/export.ts'
import type { DspExportState } from '../../src/domain/dsp/export-state.ts'
import { type CampaignId, campaignId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import type { Rejection } from '../../src/domain/shared/decider.ts'
import { mustBeAuthorised } from '../../src/dsp/access/must-be-authorised.ts'
import { mustHaveDsp } from '../../src/dsp/configuration.ts'
import { DspPlan, planReply } from '../../src/dsp/export-plan-reply.ts'
import { callersCampaign, configurationFromLog } from '../../src/dsp/find-campaign.ts'
import { dspRefused, dspReply, dspReplyOf, dspStartStatuses } from '../../src/dsp/reply.ts'
import { startExport, type WantedExport } from '../../src/dsp/start-export.ts'
import { tagsFromLog } from '../../src/dsp/tags-of-campaign.ts'
import { command } from '../../src/engine/operation.ts'
import * as TE from '../../src/engine/task-either.ts'
import { changeOf, checkedFirst } from '../../src/engine/write/change.ts'
import type { Executed, Work } from '../../src/engine/write/execute.ts'
import { hasChanged, loaded } from '../../src/engine/write/steps.ts'

/** POST /svc/serverApis/dsp/exportTags (DSP-8, DSP-9, DSP-10, DSP-22, DSP-23). */
export const exportDspTags = command({
  summary: 'Export the tags of an active campaign to the DSP',
  description:
    'Each tag of the active campaign becomes a creative at the DSP. Tags that were exported before are left when they have not changed, and updated when they have; creatives of ad units that have gone are archived. `dryRun=true` starts nothing, and says in `plan` what would be done.',
  problems: ['dsp-not-configured'],
  statuses: dspStartStatuses,
  refused: dspRefused,
  start: true,
  params: t.type({}),
  query: fields({}, { dryRun: BooleanText }),
  body: fields({
    configId: about(integer(1), 'The DSP configuration of the export.'),
    svcCampaignId: about(integer(1), 'The retail campaign, its retailCampaignIdx.'),
  }),
  reply: dspReplyOf(
    {
      200: 'with `dryRun`: nothing was started, `plan` says what would be done',
      202: 'the export was started, or runs already',
      210: 'the DSP has all tags unchanged; nothing was started, as `warning` says',
    },
    { plan: DspPlan },
  ),
  example: {
    body: { configId: 7, svcCampaignId: 12 },
    reply: { status: 202, message: 'Tag Export in Progress' },
  },
  run: ({ body: { configId, svcCampaignId }, query: { dryRun = false }, caller }, work, ports) =>
    checkedFirst(
      pipe(
        mustHaveDsp(ports),
        TE.flatMap(() => callersCampaign(svcCampaignId, caller, ports)),
      ),
      ({ accountId }) => {
        const id = campaignId(accountId, svcCampaignId)
        const run = pipe(
          configurationFromLog(work, accountId, configId),
          TE.tap(({ dspPartnerId }) =>
            dryRun ? TE.right(undefined) : mustBeAuthorised(work, accountId, dspPartnerId),
          ),
          TE.bindTo('configuration'),
          TE.bind('made', () => tagsFromLog(work, id, ports)),
          TE.flatMap(
            (wanted): TE.TaskEither<Rejection, Foreseen | Started> =>
              dryRun ? foreseen(work, id, wanted) : startExport(work, id, wanted, ports.clock.now().toISOString()),
          ),
        )
        return changeOf(dspExport, id, run, done => TE.right(dspReply('plan' in done ? done : startedReply(done))))
      },
    ),
})

type Started = Executed<DspExportState, unknown>
type Foreseen = ReturnType<typeof planReply>

const foreseen = (
  work: Work,
  id: CampaignId,
  { configuration, made }: WantedExport,
): TE.TaskEither<Rejection, Foreseen | Started> =>
  pipe(
    loaded(work, dspExport, id),
    TE.map(({ state }) => planReply(state, made.tags, configuration.dspAdvertiserId)),
  )

const startedReply = (done: Started) => {
  const { current } = done.state
  if (hasChanged(done) || current?.status === 'running') return { status: 202, message: 'Tag Export in Progress' }
  return {
    status: 210,
    message: 'Tag Export finished',
    warning: 'The DSP has all tags of the campaign already, unchanged; nothing was started.',
  }
}
