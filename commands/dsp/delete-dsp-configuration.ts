import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { dspConfigurations } from '../../src/domain/dsp/configurations.ts'
import { mustHaveDsp } from '../../src/dsp/configuration.ts'
import { dspRefused, dspReply, dspReplyOf, dspStatuses } from '../../src/dsp/reply.ts'
import { mustNotExport } from '../../src/dsp/running-exports.ts'
import { command } from '../../src/engine/operation.ts'
import * as TE from '../../src/engine/task-either.ts'
import { changeOf } from '../../src/engine/write/change.ts'
import { executed } from '../../src/engine/write/steps.ts'

/** DELETE /v2/accounts/{accountId}/dsp-configurations/{configId} (DSP-2, DSP-3). */
export const deleteDspConfiguration = command({
  summary: 'Delete a DSP configuration',
  description: 'What was exported with it stays at the DSP.',
  problems: ['dsp-not-configured'],
  statuses: dspStatuses,
  refused: dspRefused,
  params: t.type({ accountId: AccountId, configId: IntegerText }),
  reply: dspReplyOf({ 200: 'the configuration was deleted' }, { configId: integer(1) }),
  example: { reply: { status: 200, message: 'DSP configuration 7 was deleted.', configId: 7 } },
  run: ({ params: { accountId, configId } }, work, { dsp, clock, readModels }) =>
    changeOf(
      dspConfigurations,
      accountId,
      pipe(
        mustHaveDsp({ dsp }),
        TE.flatMap(() => mustNotExport({ readModels }, accountId, configId)),
        TE.flatMap(() =>
          executed(work, dspConfigurations, accountId, {
            kind: 'DeleteConfiguration',
            configId,
            at: clock.now().toISOString(),
          }),
        ),
      ),
      done =>
        pipe(
          TE.right(done),
          TE.map(() => dspReply({ status: 200, message: `DSP configuration ${configId} was deleted.`, configId })),
        ),
    ),
})
