import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { text } from '../../src/codec/text.ts'
import { dspConfigurations, sameConfiguration } from '../../src/domain/dsp/configurations.ts'
import { type Rejection, rejection } from '../../src/domain/shared/decider.ts'
import { mustHaveDsp } from '../../src/dsp/configuration.ts'
import { dspRefused, dspReply, dspReplyOf, dspStatuses } from '../../src/dsp/reply.ts'
import { command } from '../../src/engine/operation.ts'
import * as TE from '../../src/engine/task-either.ts'
import { changeOf } from '../../src/engine/write/change.ts'
import { executed, hasChanged } from '../../src/engine/write/steps.ts'

/** A name that is too long is 422, as any request that cannot be read (DSP-3). */
const NameText = text({ min: 1, max: 255 })
const Body = fields(
  {
    dspPartnerId: about(integer(1), 'The partner at the DSP.'),
    dspAdvertiserId: about(integer(1), 'The advertiser at the DSP.'),
    dspAdvertiserName: about(NameText, 'The name of the advertiser.'),
    configName: about(NameText, 'The name of the configuration.'),
  },
  { accountId: about(integer(), 'Must be the account of the path, if it is sent.') },
)

/** POST /v2/accounts/{accountId}/dsp-configurations (DSP-1, DSP-2, DSP-3). */
export const createDspConfiguration = command({
  summary: 'Create a DSP configuration',
  description:
    'Names an advertiser of the DSP that tags can be exported to; listDspAdvertisers gives the advertisers of a partner. A configuration with the same partner, advertiser and name is not created twice: the reply has a warning and the configId of the first.',
  problems: ['dsp-not-configured'],
  statuses: dspStatuses,
  refused: dspRefused,
  params: t.type({ accountId: AccountId }),
  body: Body,
  newIds: { configId: 'dsp-configuration' },
  reply: dspReplyOf(
    { 200: 'the configuration was created; with `warning`, it existed before' },
    { configId: integer(1) },
  ),
  example: {
    body: {
      dspPartnerId: 1001,
      dspAdvertiserId: 2001,
      dspAdvertiserName: 'Fernhollow Garden',
      configName: 'Spring at Fernhollow',
    },
    reply: { status: 200, message: 'DSP configuration 7 was created.', configId: 7 },
  },
  run: ({ params: { accountId }, body, newIds: { configId } }, work, { dsp, clock }) => {
    const { accountId: sent, ...wanted } = body
    const configuration = { accountId, configId, ...wanted }
    const create = { kind: 'CreateConfiguration', configuration, at: clock.now().toISOString() } as const
    return changeOf(
      dspConfigurations,
      accountId,
      pipe(
        mustHaveDsp({ dsp }),
        TE.flatMap(() => mustBeAccount(accountId, sent)),
        TE.flatMap(() => executed(work, dspConfigurations, accountId, create)),
      ),
      done =>
        pipe(
          TE.right(done),
          TE.map(done => {
            const stored = sameConfiguration(done.state, configuration)?.configId ?? configId
            if (hasChanged(done))
              return dspReply({ status: 200, message: `DSP configuration ${stored} was created.`, configId: stored })
            return dspReply({
              status: 200,
              message: `DSP configuration ${stored} exists.`,
              warning: `DSP configuration ${stored} has the same partner, advertiser and name; nothing was created.`,
              configId: stored,
            })
          }),
        ),
    )
  },
})

const mustBeAccount = (accountId: string, sent: number | undefined): TE.TaskEither<Rejection, unknown> =>
  sent === undefined || String(sent) === accountId
    ? TE.right(undefined)
    : TE.left(rejection('dsp-unreadable', '/accountId must be the account of the path, or be left out.'))
