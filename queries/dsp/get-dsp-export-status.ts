import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { dspConfigurations } from '../../projections/dsp/dsp-configurations.ts'
import { type DspExportView, dspExports, dspExportViewId } from '../../projections/dsp/dsp-exports.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { noConfiguration } from '../../src/domain/dsp/configurations.ts'
import { notExported } from '../../src/domain/dsp/export.ts'
import { campaignId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import type { Rejection } from '../../src/domain/shared/decider.ts'
import { mustHaveDsp } from '../../src/dsp/configuration.ts'
import { statusReply } from '../../src/dsp/export-status.ts'
import { callersCampaign } from '../../src/dsp/find-campaign.ts'
import { dspRefused, dspReply, dspReplyOf, dspStatuses } from '../../src/dsp/reply.ts'
import { query } from '../../src/engine/operation.ts'
import { readDocument } from '../../src/engine/read/documents.ts'
import * as TE from '../../src/engine/task-either.ts'
import type { Ports } from '../../src/ports/ports.ts'

/** GET /svc/serverApis/dsp/checkStatus (DSP-8, DSP-9, DSP-10, DSP-24). */
export const getDspExportStatus = query({
  summary: 'Show how far the export of tags to the DSP is',
  problems: ['dsp-not-configured'],
  statuses: dspStatuses,
  refused: dspRefused,
  noStore: true,
  params: t.type({}),
  query: fields({ configId: IntegerText, svcCampaignId: IntegerText }),
  reply: dspReplyOf(
    {
      200: 'the export has ended; `message` counts the tags that failed',
      210: 'the export runs; `message` counts the tags',
      300: 'the export was cancelled',
      310: 'the cancellation runs; `message` counts the tags that are still to be archived',
    },
    {},
  ),
  example: { reply: { status: 210, message: 'Tag Export in Progress: 12 of 100 tags exported, 1 failed.' } },
  run: ({ query: { configId, svcCampaignId }, caller }, ports) =>
    pipe(
      mustHaveDsp(ports),
      TE.flatMap(() => callersCampaign(svcCampaignId, caller, ports)),
      TE.flatMap(({ accountId }) => newestExport(ports, accountId, svcCampaignId, configId)),
      TE.map(({ run }) => dspReply(statusReply(run))),
    )(),
})

/** Also of a configuration that was deleted after the export. */
const newestExport =
  (
    { readModels }: Pick<Ports, 'readModels'>,
    accountId: string,
    svcCampaignId: number,
    configId: number,
  ): TE.TaskEither<Rejection, DspExportView> =>
  async () => {
    const id = dspExportViewId(campaignId(accountId, svcCampaignId), configId)
    const found = await readDocument(readModels, dspExports, id)
    if (found) return E.right(found)
    const configuration = await readDocument(readModels, dspConfigurations, String(configId))
    return E.left(configuration?.accountId === accountId ? notExported : noConfiguration)
  }
