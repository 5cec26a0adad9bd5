import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import type { DspConfigurationEvent } from '../../src/domain/dsp/configuration-events.ts'
import { type DspConfigurations, dspConfigurations } from '../../src/domain/dsp/configurations.ts'
import { DspRepair, nothingRepaired } from '../../src/domain/dsp/repair.ts'
import { mustHaveDsp } from '../../src/dsp/configuration.ts'
import { configurationFromLog } from '../../src/dsp/find-campaign.ts'
import { compareWithDsp } from '../../src/dsp/reconcile/compare.ts'
import { repairAtDsp } from '../../src/dsp/reconcile/repair.ts'
import { repairReply } from '../../src/dsp/reconcile/repair-reply.ts'
import { dspRefused, dspReply, dspReplyOf, dspStartStatuses } from '../../src/dsp/reply.ts'
import { command } from '../../src/engine/operation.ts'
import * as TE from '../../src/engine/task-either.ts'
import { changeOf, checkedFirst } from '../../src/engine/write/change.ts'
import type { Executed } from '../../src/engine/write/execute.ts'
import { executed } from '../../src/engine/write/steps.ts'
import { timeOf } from '../../src/ports/clock.ts'

/** POST /v2/accounts/{accountId}/dsp-configurations/{configId}/reconcile (DSP-28). */
export const repairDspConfiguration = command({
  summary: 'Repair what differs between exported tags and the DSP',
  description:
    'Archives twins, and exports the campaigns whose tags the DSP lacks. Orphans, and creatives that were changed or rejected at the DSP, are only counted: a person has to decide about them. Repeat it while twins or campaigns remain.',
  problems: ['dsp-not-configured', 'dsp-still-reading'],
  statuses: dspStartStatuses,
  refused: dspRefused,
  start: true,
  extension: true,
  params: t.type({ accountId: AccountId, configId: IntegerText }),
  reply: dspReplyOf({ 200: 'no export was started', 202: 'exports were started' }, { repair: DspRepair }),
  example: {
    reply: {
      status: 202,
      message: '1 archived twin, 1 missing tag, 1 started export.',
      repair: {
        twinsArchived: 1,
        twinsRemaining: 0,
        tagsMissing: 1,
        exportsStarted: [12],
        exportsRunning: [],
        notExported: [],
        campaignsRemaining: 0,
        orphans: 0,
        changed: 0,
        rejected: 0,
      },
    },
  },
  run: ({ params: { accountId, configId } }, work, ports) =>
    checkedFirst(mustHaveDsp(ports), () =>
      changeOf(
        dspConfigurations,
        accountId,
        pipe(
          configurationFromLog(work, accountId, configId),
          TE.bindTo('configuration'),
          TE.bind('comparison', ({ configuration }) => compareWithDsp(ports, configuration)),
          TE.flatMap(found => repairAtDsp({ work, ports, ...found })),
          TE.tap(repair => {
            const record = { kind: 'RecordRepair', configId, repair, at: timeOf(ports) } as const
            return executed(work, dspConfigurations, accountId, record)
          }),
        ),
        done => TE.right(dspReply(repairReply('events' in done ? recordedRepair(done) : done))),
      ),
    ),
})

/** What an earlier run of the request has done. */
const recordedRepair = ({ events }: Executed<DspConfigurations, DspConfigurationEvent>): DspRepair =>
  events.flatMap(event => (event.type === 'DspConfigurationRepaired' ? [event.data.repair] : []))[0] ?? nothingRepaired
