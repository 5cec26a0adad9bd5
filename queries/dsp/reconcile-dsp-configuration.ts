import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { dspConfigurations } from '../../projections/dsp/dsp-configurations.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { noConfiguration } from '../../src/domain/dsp/configurations.ts'
import { mustHaveDsp } from '../../src/dsp/configuration.ts'
import { compareWithDsp } from '../../src/dsp/reconcile/compare.ts'
import { comparisonFields, comparisonReply } from '../../src/dsp/reconcile/comparison-reply.ts'
import { dspRefused, dspReply, dspReplyOf, dspStatuses } from '../../src/dsp/reply.ts'
import { query } from '../../src/engine/operation.ts'
import { requireDocument } from '../../src/engine/read/documents.ts'
import * as TE from '../../src/engine/task-either.ts'

/** GET /v2/accounts/{accountId}/dsp-configurations/{configId}/reconcile (DSP-27). */
export const reconcileDspConfiguration = query({
  summary: 'Compare the exported tags with the creatives of the DSP',
  description:
    'Reads all creatives of the advertiser that have an integration code of the account, and changes nothing. It names tags that the DSP lacks, twins, creatives that Endcap does not know, and those that were changed or rejected at the DSP. Campaigns that are being exported are left out.',
  problems: ['dsp-not-configured', 'dsp-still-reading'],
  statuses: dspStatuses,
  refused: dspRefused,
  noStore: true,
  extension: true,
  params: t.type({ accountId: AccountId, configId: IntegerText }),
  reply: dspReplyOf({ 200: 'tags and creatives were compared' }, comparisonFields),
  example: {
    reply: {
      status: 200,
      message: '12 tags and 12 creatives were compared: 1 missing, 1 superfluous.',
      counts: { tags: 12, creatives: 12, missing: 1, twins: 1, orphans: 0, changed: 0, rejected: 0 },
      missing: [
        {
          tagId: 'fernhollow-uk:12:3',
          retailCampaignIdx: 12,
          adUnitId: 3,
          creativeId: '500003',
          reason: 'It is archived or deleted at the DSP.',
        },
      ],
      twins: [
        {
          tagId: 'fernhollow-uk:12:1',
          retailCampaignIdx: 12,
          adUnitId: 1,
          creativeId: '500017',
          reason: 'Another active creative has the same tag.',
        },
      ],
      orphans: [],
      changed: [],
      rejected: [],
      running: [],
    },
  },
  run: ({ params: { accountId, configId } }, ports) =>
    pipe(
      mustHaveDsp(ports),
      TE.flatMap(() => requireDocument(ports.readModels, dspConfigurations, String(configId), noConfiguration)),
      TE.filterOrElse(
        configuration => configuration.accountId === accountId,
        () => noConfiguration,
      ),
      TE.flatMap(configuration => compareWithDsp(ports, configuration)),
      TE.map(comparison => dspReply(comparisonReply(accountId, comparison))),
    )(),
})
