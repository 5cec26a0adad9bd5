import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { creativeId, creatives } from '../../projections/creatives/creatives.ts'
import { named } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { openObject } from '../../src/codec/json.ts'
import { AccountId } from '../../src/codec/names.ts'
import { Column, CreativeName } from '../../src/domain/creatives/creative.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { query } from '../../src/engine/operation.ts'
import { requireDocument } from '../../src/engine/read/documents.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { mustUploadAssets, readCampaign } from '../../src/lookups/campaign-from-views.ts'

/** GET …/creative/{creativeName} (CREATIVE-2, CREATIVE-1): the details; fields without a value are omitted (CREATIVE-8). */
export const getCreative = query({
  summary: 'Get the details of a creative',
  problems: ['wrong-asset-source-type'],
  noStore: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText, creativeName: CreativeName }),
  reply: named(
    'Creative',
    fields({ dynamicAssets: t.array(Column) }, { clickthroughUrl: t.string, dspColumns: openObject() }),
  ),
  run: ({ params: { accountId, retailCampaignIdx, creativeName } }, { readModels }) =>
    pipe(
      readCampaign(readModels, accountId, retailCampaignIdx),
      TE.tapEither(({ record }) => mustUploadAssets(record.campaign)),
      TE.flatMap(() =>
        requireDocument(readModels, creatives, creativeId(accountId, retailCampaignIdx, creativeName), noCreative),
      ),
      TE.flatMapEither(({ creative: { clickthroughUrl, dspColumns, columns } }) =>
        reply({
          ...(clickthroughUrl === undefined ? {} : { clickthroughUrl }),
          ...(dspColumns === undefined ? {} : { dspColumns }),
          dynamicAssets: columns,
        }),
      ),
    )(),
})

const noCreative = rejection('not-found', 'There is no such creative in this campaign.')
