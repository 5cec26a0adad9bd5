import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { oneOf } from '../../src/codec/text.ts'
import { mustHaveDsp } from '../../src/dsp/configuration.ts'
import { callersCampaign } from '../../src/dsp/find-campaign.ts'
import { dspFailed, FailedReply, failedStatuses, Success } from '../../src/dsp/reply.ts'
import { tagsOfActivation } from '../../src/dsp/tags-of-campaign.ts'
import { query } from '../../src/engine/operation.ts'
import * as TE from '../../src/engine/task-either.ts'

/** GET /svc/serverApis/dsp/tags (DSP-8, DSP-12, DSP-22). */
export const checkDspTagsGenerated = query({
  summary: 'Tell whether a campaign has tags that can be exported',
  problems: ['dsp-not-configured'],
  statuses: failedStatuses,
  refused: dspFailed,
  noStore: true,
  params: t.type({}),
  query: fields({ svcCampaignId: IntegerText }),
  reply: t.union([fields({ status: Success, tagsGenerated: oneOf('true', 'false') }), FailedReply]),
  example: { reply: { status: 'SUCCESS', tagsGenerated: 'true' } },
  run: ({ query: { svcCampaignId }, caller }, ports) =>
    pipe(
      mustHaveDsp(ports),
      TE.flatMap(() => callersCampaign(svcCampaignId, caller, ports)),
      TE.flatMapTask(({ record }) =>
        pipe(
          tagsOfActivation(record.activation, ports),
          TE.match(
            () => answer('false'),
            () => answer('true'),
          ),
        ),
      ),
    )(),
})

const answer = (tagsGenerated: 'true' | 'false') => ({
  body: { status: 'SUCCESS', tagsGenerated } as const,
  headers: { 'X-Operation-Status': '200' },
})
